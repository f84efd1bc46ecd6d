import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';
import { sqlOf } from '../scan/newest.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';
import { scheduledQueue } from './queues.ts';

export type WaitingFilter = {
  readonly accountId?: string | undefined;
  readonly messageIds?: readonly string[] | undefined;
  readonly queue?: number | undefined;
  readonly country?: string | undefined;
  /** Only scheduled messages, or only others. */
  readonly scheduled?: boolean | undefined;
  /** Accepted, or scheduled for a time, before this. */
  readonly before?: Date | undefined;
};

/** Held by no process, and certainly not sent: no submit was begun or went unanswered. */
const isFree = `m.queue >= ${scheduledQueue} AND m.state IN ('QUEUED', 'SCHEDULED') AND m.lease IS NULL
  AND m.carrier_id IS NULL AND m.unanswered = 0`;

/** Difference between the clock of a process, which ids carry, and that of the database. */
const skewMs = 300_000;

/** The condition; adds its values to `values`. */
const fits = ({ accountId, messageIds, queue, country, scheduled, before }: WaitingFilter, values: unknown[]): string =>
  isFree +
  sqlOf(
    [
      ['m.account_id = ?', accountId],
      ['m.id = ANY (?::uuid[])', messageIds],
      ['m.queue = ?', queue],
      ['m.country = ?', country],
      ['(s.scheduled_at IS NOT NULL) = ?', scheduled],
      ['coalesce(s.scheduled_at, s.accepted_at) < ?', before],
      // No message is older than its id says, apart from clock skew: that excludes the partitions of later days.
      ['m.id < ?', before && uuidAt(before.getTime() + skewMs)],
    ],
    values,
  );

type WaitingSum = {
  readonly accountId: string;
  readonly name: string;
  readonly currency: string;
  readonly messages: number;
  /** The sum of the prices. */
  readonly amount: string;
};

/** Messages summed up at most: 7 µs each, and the statement has 5 s. */
export const mostSummed = 200_000;

/** Sums per account, the account with the most messages first. */
export function sumWaiting(db: Queryable, filter: WaitingFilter): Promise<WaitingSum[]> {
  const values: unknown[] = [];
  const text = `SELECT a.id AS "accountId", a.name, a.currency, w.messages, trim_scale(w.amount)::text AS amount FROM (
       SELECT account_id, count(*)::integer AS messages, sum(price) AS amount FROM (
         SELECT m.account_id, m.price FROM messages m ${withSubmission} WHERE ${fits(filter, values)} LIMIT ${mostSummed}) f
       GROUP BY 1) w JOIN accounts a ON a.id = w.account_id
     ORDER BY w.messages DESC, a.id`;
  return rowsOf(db, { text, values });
}

export function findWaiting(db: Queryable, filter: WaitingFilter, limit: number): Promise<MessageRef[]> {
  const values: unknown[] = [limit];
  const text = `SELECT m.account_id AS "accountId", m.id FROM messages m ${withSubmission} WHERE ${fits(filter, values)} LIMIT $1`;
  return rowsOf(db, { text, values });
}

/** Locks the messages that still wait and match. Skips those that another transaction has locked. */
export function lockWaiting(tx: Queryable, filter: WaitingFilter, refs: readonly MessageRef[]): Promise<MessageRef[]> {
  const values = messageRefs.values(refs);
  const text = `SELECT m.account_id AS "accountId", m.id FROM ${messageRefs.from('w')} JOIN messages m ON m.account_id = w.account_id AND m.id = w.id ${withSubmission}
     WHERE ${fits(filter, values)} ORDER BY m.account_id, m.id FOR UPDATE OF m SKIP LOCKED`;
  return rowsOf(tx, { text, values });
}
