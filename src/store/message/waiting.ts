import type { Queryable } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { type MessageRef, withSubmission } from './messages.ts';
import { scheduledQueue } from './queues.ts';

/** Which of the messages that wait. */
export type WaitingFilter = {
  readonly accountId?: string | undefined;
  /** Of the carrier that they wait for. */
  readonly queue?: number | undefined;
  readonly country?: string | undefined;
  /** Those that were scheduled, or those that were not. */
  readonly scheduled?: boolean | undefined;
  /** They should have left before: accepted then, or scheduled for then. */
  readonly before?: Date | undefined;
};

/** In nobody's hands, and no carrier has it or may have it: nobody was about to submit it, and no submit went unanswered. */
const isFree = `m.queue >= ${scheduledQueue} AND m.state IN ('QUEUED', 'SCHEDULED') AND m.lease IS NULL
  AND m.carrier_id IS NULL AND m.unanswered = 0`;

/** Ids carry the clock of the process that made them, times that of the database. */
const skewMs = 300_000;

/** The condition, and its values from this place on. */
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
  // No message is older than its id says, but for what clocks differ: that spares the partitions of later days.
  add((place) => `m.id < ${place}`, before && uuidAt(before.getTime() + skewMs));
  return { sql: parts.join(' AND '), values };
}

export type WaitingSum = {
  readonly accountId: string;
  readonly name: string;
  readonly currency: string;
  readonly messages: number;
  /** What they have cost. */
  readonly amount: string;
};

/** Summed up no further: some 7 µs for each, and whoever asks has five seconds. */
export const mostSummed = 200_000;

/** Of each account, the one with the most messages first. */
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

/** Of these, those that still wait and fit, until the transaction ends. What somebody else has locked is left to them. */
export async function lockWaiting(
  tx: Queryable,
  filter: WaitingFilter,
  refs: readonly MessageRef[],
): Promise<MessageRef[]> {
  const { sql, values } = fits(filter, 3);
  const { rows } = await tx.query<MessageRef>(
    `SELECT m.account_id AS "accountId", m.id FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
     JOIN messages m ON m.account_id = w.account_id AND m.id = w.id ${withSubmission}
     WHERE ${sql} ORDER BY m.account_id, m.id FOR UPDATE OF m SKIP LOCKED`,
    [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id), ...values],
  );
  return rows;
}
