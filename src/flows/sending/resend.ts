import { fairLoop } from '../../bounds/fair-loop.ts';
import type { Db, Transaction } from '../../database/db.ts';
import { Refusal, WrongNumbers } from '../../domain/errors.ts';
import { naming, type Original, requestOf, resendGroups, resendRefusal } from '../../domain/message/resend.ts';
import type { SendPlan } from '../../domain/message/send.ts';
import type { Money } from '../../domain/money/money.ts';
import { optedOutReason } from '../../domain/optout/opt-out.ts';
import { findCurrency } from '../../store/account/account.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { RequestOrigin } from '../../store/message/accept.ts';
import type { AccountContext } from '../../store/message/contexts.ts';
import type { Reservation } from '../../store/message/idempotency.ts';
import { findOriginals } from '../../store/message/selection.ts';
import type { SendChecks } from './checks.ts';
import type { SendOutcome } from './order.ts';
import type { Sending } from './send.ts';

/** Accounts that change during this many attempts are a fault, not traffic. */
const mostTries = 20;

type Refused = { readonly original: Original; readonly refusal: Refusal };
/** Messages that can be sent again, with the plan of the request that they share. */
type Planned = { readonly originals: readonly Original[]; readonly plan: SendPlan };
type Checked = { readonly planned: readonly Planned[]; readonly refused: readonly Refused[] };

export type Resent = {
  readonly messages: readonly { readonly messageId: string; readonly resentAs: string }[];
  readonly price: Money;
  readonly currency: string;
};

export type ResendOptions = {
  readonly origin: RequestOrigin;
  readonly reservation?: Reservation | undefined;
  /** The response, stored for the reservation. */
  readonly answer: (resent: Resent) => string;
  readonly record?: (tx: Transaction, resent: Resent) => Promise<void>;
};

export type ResendPreview = Omit<Resent, 'messages'> & {
  readonly messages: number;
  readonly segments: number;
  readonly refused: readonly Refused[];
};

/** What sending copies of the messages would cost, and which of them would be refused. Changes nothing. */
export async function previewResend(
  db: Db,
  sending: Sending,
  principal: Principal,
  ids: readonly string[],
): Promise<ResendPreview | `no message ${string}`> {
  const originals = await originalsOf(db, principal, ids);
  if (typeof originals === 'string') return originals;
  const context = await sending.checks.contexts.fresh(principal.accountId);
  const { planned, refused } = await check(sending.checks, context, principal, originals);
  return {
    messages: planned.reduce((sum, { plan }) => sum + plan.recipients.length, 0),
    segments: planned.reduce((sum, { plan }) => sum + plan.recipients.length * plan.segments, 0),
    price: priceOf(planned),
    currency: await findCurrency(db, principal.accountId),
    refused,
  };
}

/**
 * Sends a copy of each message now, at the prices of now: all of them in one transaction, or none. Throws the refusal of the first
 * message that cannot be sent. With a reservation, sends at most once.
 */
export async function resend(
  db: Db,
  sending: Sending,
  principal: Principal,
  ids: readonly string[],
  { origin, reservation, answer, record }: ResendOptions,
): Promise<SendOutcome | `no message ${string}`> {
  const earlier = reservation && (await sending.earlierAnswer(reservation));
  if (earlier !== undefined) return earlier;
  const originals = await originalsOf(db, principal, ids);
  if (typeof originals === 'string') return originals;
  const currency = await findCurrency(db, principal.accountId);
  for (let tries = 1; tries <= mostTries; tries++) {
    const context = await sending.checks.contexts.fresh(principal.accountId);
    const { planned, refused } = await check(sending.checks, context, principal, originals);
    if (refused.length > 0) throw naming(refused[0]!.original, refused[0]!.refusal);
    const resentAs = (accepted: readonly { readonly messageIds: readonly string[] }[]): Resent => ({
      messages: inOrder(ids, planned, accepted),
      price: priceOf(planned),
      currency,
    });
    const plans = planned.map(({ plan }) => plan);
    const outcome = await sending.sendTogether(context!, plans, origin, {
      reservation,
      answer: (accepted) => answer(resentAs(accepted)),
      ...(record && { record: (tx, accepted) => record(tx, resentAs(accepted)) }),
    });
    if (outcome !== undefined) return outcome;
  }
  throw new Error('the account keeps changing');
}

async function originalsOf(
  db: Db,
  { accountId }: Principal,
  ids: readonly string[],
): Promise<Original[] | `no message ${string}`> {
  const found = await findOriginals(
    db,
    ids.map((id) => ({ accountId, id })),
  );
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  return unknown === undefined ? found : `no message ${unknown}`;
}

async function check(
  checks: SendChecks,
  context: AccountContext | undefined,
  principal: Principal,
  originals: readonly Original[],
): Promise<Checked> {
  checks.admit(context, principal);
  const refusals = new Map<Original, Refusal>();
  const open: Original[] = [];
  for (const original of originals) {
    const refusal = resendRefusal(original);
    if (refusal === undefined) open.push(original);
    else refusals.set(original, refusal);
  }
  const plan = async (group: readonly Original[]): Promise<Planned[]> => {
    await fairLoop.turn(principal.accountId);
    const found = await checks
      .namingDeletedSenders(principal, async () => checks.planFor(context, principal, requestOf(group)))
      .catch(refusalOnly);
    if (!(found instanceof Refusal)) return [{ originals: group, plan: found }];
    // Everything but the recipients is the same for the group.
    if (found instanceof WrongNumbers && group.length > 1)
      return (await Promise.all(group.map((original) => plan([original])))).flat();
    for (const original of group) refusals.set(original, found);
    return [];
  };
  const planned = (await Promise.all(resendGroups(open).map(plan))).flat();
  const marked = await Promise.all(planned.map(({ plan }) => checks.markOptOuts(context, plan)));
  for (const [place, { recipients }] of marked.entries())
    for (const [index, { refused }] of recipients.entries())
      if (refused !== undefined) refusals.set(planned[place]!.originals[index]!, new Refusal(7, optedOutReason));
  return {
    planned: planned.flatMap((each) => without(each, refusals)),
    refused: originals.flatMap((original) => {
      const refusal = refusals.get(original);
      return refusal === undefined ? [] : [{ original, refusal }];
    }),
  };
}

function refusalOnly(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The plan without refused messages, of which only a preview has any. */
function without({ originals, plan }: Planned, refusals: ReadonlyMap<Original, Refusal>): Planned[] {
  const isKept = (_: unknown, index: number) => !refusals.has(originals[index]!);
  const recipients = plan.recipients.filter(isKept);
  if (recipients.length === 0) return [];
  const total = recipients.reduce((sum, { price }) => sum + price, 0n);
  return [{ originals: originals.filter(isKept), plan: { ...plan, recipients, total } }];
}

const priceOf = (planned: readonly Planned[]): Money => planned.reduce((sum, { plan }) => sum + plan.total, 0n);

function inOrder(
  ids: readonly string[],
  planned: readonly Planned[],
  accepted: readonly { readonly messageIds: readonly string[] }[],
): Resent['messages'] {
  const copies = new Map(
    planned.flatMap(({ originals }, place) =>
      originals.map(({ id }, index) => [id, accepted[place]!.messageIds[index]!] as const),
    ),
  );
  return ids.map((messageId) => ({ messageId, resentAs: copies.get(messageId)! }));
}
