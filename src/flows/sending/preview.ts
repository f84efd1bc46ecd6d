import type { Queryable } from '../../database/db.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import { forcesUnicode } from '../../domain/text/text.ts';
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
    content: plan.text,
    encoding: plan.encoding,
    segmentCount: plan.segments,
    forcesUnicode: forcesUnicode(plan.text),
    recipients: plan.recipients.map(({ destination, country, price, refused }) => ({
      destination,
      country,
      price: Number(formatMoney(price)),
      ...(refused === undefined ? {} : { rejected: refused }),
    })),
    total: Number(formatMoney(plan.total)),
    currency: account.currency,
    balanceAfter: Number(formatMoney(after)),
    affordable: after + parseMoney(account.credit_limit) >= 0n,
  };
}
