import type { Queryable } from '../../database/db.ts';
import { KeyRefused } from '../../domain/errors.ts';
import { checkContent, checkDestinations, type SendRequest, type TemplateChoice } from '../../domain/message/send.ts';
import { formatMoney, type Money, parseMoney } from '../../domain/money/money.ts';
import { type Encoding, forcesUnicode } from '../../domain/text/text.ts';
import { findAccount } from '../../store/account/account.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { Sending } from './send.ts';

export type Preview = Awaited<ReturnType<typeof previewSend>>;

/** The effect of a send request, without sending or charging. Throws a Refusal where `send` would. */
export async function previewSend(db: Queryable, sending: Sending, principal: Principal, request: SendRequest) {
  const plan = await sending.checks.plan(principal, request);
  const account = await findAccount(db, principal.accountId);
  const after = parseMoney(account.balance) - plan.total;
  return {
    ...shownText(plan),
    recipients: plan.recipients.map(({ destination, country, price, refused }) => ({
      destination,
      country,
      price: amount(price),
      ...(refused === undefined ? {} : { rejected: refused }),
    })),
    total: amount(plan.total),
    currency: account.currency,
    balanceAfter: amount(after),
    affordable: after + parseMoney(account.credit_limit) >= 0n,
  };
}

type TemplatePreview = {
  readonly choice: TemplateChoice;
  readonly isUnicode: boolean;
  readonly destinations: readonly string[] | undefined;
};

/** The text of a filled-in template, and what one message with it costs: to the destinations, or to the countries of the price list. */
export async function previewTemplate(db: Queryable, sending: Sending, accountId: string, wanted: TemplatePreview) {
  const { contexts, templates } = sending.checks;
  const filled = await templates.fill(accountId, wanted.choice);
  if (filled === undefined) return undefined;
  const prepared = checkContent({ content: filled.text, isUnicode: wanted.isUnicode });
  const context = await contexts.fresh(accountId);
  if (context === undefined) throw new KeyRefused();
  const prices = wanted.destinations
    ? checkDestinations(wanted.destinations, prepared.segments, context).map(({ price }) => price)
    : [...context.prices.values()].map((price) => price * BigInt(prepared.segments));
  const { currency } = await findAccount(db, accountId);
  const { language, version } = filled;
  return { language, version, ...shownText(prepared), price: rangeOf(prices), currency };
}

type PreparedText = { readonly text: string; readonly encoding: Encoding; readonly segments: number };

const shownText = ({ text, encoding, segments }: PreparedText) => ({
  content: text,
  encoding,
  segmentCount: segments,
  forcesUnicode: forcesUnicode(text),
});

function rangeOf([first, ...others]: readonly Money[]): { from: number; to: number } | undefined {
  if (first === undefined) return undefined;
  const least = others.reduce((one, other) => (other < one ? other : one), first);
  const most = others.reduce((one, other) => (other > one ? other : one), first);
  return { from: amount(least), to: amount(most) };
}

const amount = (money: Money): number => Number(formatMoney(money));
