import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';
import { scheduledQueue } from './queues.ts';

/** Selects among the waiting messages. */
export type WaitingFilter = {
  readonly accountId?: string | undefined;
  /** The queue of a carrier. */
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

/** The condition, and its values, the first of which is `$from`. */
function fits(filter: WaitingFilter, from: number): { sql: string; values: unknown[] } {
  const { accountId, queue, country, scheduled, before } = filter;
  const values: unknown[] = [];
  const parts = [isFree];
  const add = (part: (place: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(part(`$${from + values.length - 1}`));
  };
  add((place) => `m.account_id = ${place}`, accountId);
  add((place) => `m.queue = ${place}`, queue);
  add((place) => `m.country = ${place}`, country);
  add((place) => `(s.scheduled_at IS NOT NULL) = ${place}`, scheduled);
  add((place) => `coalesce(s.scheduled_at, s.accepted_at) < ${place}`, before);
  // No message is older than its id says, apart from clock skew: that excludes the partitions of later days.
  add((place) => `m.id < ${place}`, before && uuidAt(before.getTime() + skewMs));
  return { sql: parts.join(' AND '), values };
}

export type WaitingSum = {
  readonly accountId: string;
  readonly name: string;
  readonly currency: string;
  readonly messages: number;
  /** The price of the messages. */
  readonly amount: string;
};

/** Messages summed up at most: 7 µs each, and the statement has 5 s. */
export const mostSummed = 200_000;

/** For each account, the one with the most messages first. */
export async function sumWaiting(db: Queryable, filter: WaitingFilter): Promise<WaitingSum[]> {
  const { sql, values } = fits(filter, 1);
  const { rows } = await db.query<WaitingSum>(
    `SELECT a.id AS "accountId", a.name, a.currency, w.messages, trim_scale(w.amount)::text AS amount FROM (
       SELECT account_id, count(*)::integer AS messages, sum(price) AS amount FROM (
         SELECT m.account_id, m.price FROM messages m ${withSubmission} WHERE ${sql} LIMIT ${mostSummed}) f
       GROUP BY 1) w JOIN accounts a ON a.id = w.account_id
     ORDER BY w.messages DESC, a.id`,
    values,
  );
  return rows;
}

export async function findWaiting(db: Queryable, filter: WaitingFilter, limit: number): Promise<MessageRef[]> {
  const { sql, values } = fits(filter, 2);
  const { rows } = await db.query<MessageRef>(
    `SELECT m.account_id AS "accountId", m.id FROM messages m ${withSubmission} WHERE ${sql} LIMIT $1`,
    [limit, ...values],
  );
  return rows;
}

/** Locks those of these messages that still wait and match. Skips those that another transaction has locked. */
export async function lockWaiting(
  tx: Queryable,
  filter: WaitingFilter,
  refs: readonly MessageRef[],
): Promise<MessageRef[]> {
  const { sql, values } = fits(filter, 3);
  const { rows } = await tx.query<MessageRef>(
    `SELECT m.account_id AS "accountId", m.id FROM ${messageRefs.from('w')} JOIN messages m ON m.account_id = w.account_id AND m.id = w.id ${withSubmission}
     WHERE ${sql} ORDER BY m.account_id, m.id FOR UPDATE OF m SKIP LOCKED`,
    [...messageRefs.values(refs), ...values],
  );
  return rows;
}
