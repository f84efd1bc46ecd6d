import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { accept, existingSubmissions, lockFunds, type PlannedRequest } from '../../store/message/accept.ts';
import { findAnswers, lockReservations, type Reservation, storeAnswers } from '../../store/message/idempotency.ts';
import { retrying } from '../../work/retrying.ts';
import { type IdempotentOutcome, KeyTaken, replay } from './idempotent.ts';

/** What is stored in the transaction that accepts requests together. */
export type Together = {
  readonly reservation?: Reservation | undefined;
  answer(accepted: readonly PlannedRequest[]): string;
  record?(tx: Transaction, accepted: readonly PlannedRequest[]): Promise<void>;
};

/**
 * Accepts all of the requests, which are of one account and one version of it, or none. Unlike `acceptAll` it decides none of them
 * alone, and does not check them again: the caller does, if the account has changed.
 */
export function acceptTogether(
  db: Db,
  candidates: readonly PlannedRequest[],
  together: Together,
): Promise<IdempotentOutcome> {
  return retrying((repeated) => db.transaction((tx) => acceptInside(tx, candidates, together, repeated)));
}

async function acceptInside(
  tx: Transaction,
  candidates: readonly PlannedRequest[],
  { reservation, answer, record }: Together,
  repeated: boolean,
): Promise<IdempotentOutcome> {
  const [{ accountId, version }] = candidates as [PlannedRequest];
  if (repeated) {
    await lockFunds(tx, [accountId]);
    const [done] = (await existingSubmissions(tx, candidates)).values();
    if (done !== undefined) return { kind: 'accepted', ...done };
  }
  if (reservation !== undefined) {
    const earlier = await earlierOutcome(tx, reservation, repeated);
    if (earlier !== undefined) return earlier;
  }
  const { accounts, now, held } = await accept(tx, candidates);
  if (!accounts.has(accountId)) {
    const fund = (await lockFunds(tx, [accountId])).get(accountId);
    const total = candidates.reduce((sum, { plan }) => sum + plan.total, 0n);
    const isShort = fund?.version === version && parseMoney(fund.available) < total;
    return { kind: isShort ? 'short' : 'stale' };
  }
  await record?.(tx, candidates);
  const answers = reservation === undefined ? [] : [{ ...reservation, answer: answer(candidates) }];
  if (answers.length > 0 && !(await storeAnswers(tx, answers))) throw new KeyTaken();
  return { kind: 'accepted', now, held };
}

async function earlierOutcome(
  tx: Queryable,
  reservation: Reservation,
  mayBeOurs: boolean,
): Promise<IdempotentOutcome | undefined> {
  const [isFree] = await lockReservations(tx, [reservation]);
  if (!isFree) return { kind: 'running', mayBeOurs };
  const [stored] = await findAnswers(tx, [reservation]);
  return stored && replay(stored, reservation);
}
