import type { Queryable } from '../../database/db.ts';
import { firstUuid, uuidAt } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';
import { noRouteQueue, scheduledQueue, watchedQueue } from './queues.ts';

const dueQueries = {
  /** Scheduled messages that are due. */
  scheduled: scheduledQueue,
  /** Watched messages that have had no receipt for long enough. */
  watched: watchedQueue,
};

/** Oldest first, locked until the transaction ends. */
export async function lockDue(tx: Queryable, which: keyof typeof dueQueries, limit: number): Promise<MessageRef[]> {
  const text = `SELECT account_id AS "accountId", id FROM messages WHERE queue = ${dueQueries[which]} AND due_at <= now()
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`;
  return (await tx.query<MessageRef>({ name: `due, ${which}`, text, values: [limit] })).rows;
}

type Unsendable = MessageRef & { readonly reason: string };

/** Which of these messages would be refused now, because their sender, price or account has changed since they were accepted. */
export const findUnsendable = (tx: Queryable, refs: readonly MessageRef[]): Promise<Unsendable[]> =>
  rowsOf(tx, {
    text: `SELECT * FROM (
       SELECT m.account_id AS "accountId", m.id, CASE
         WHEN a.status <> 'active' THEN 'the account is suspended'
         WHEN s.id IS NULL THEN 'the sender is no longer confirmed'
         WHEN p.country IS NULL THEN 'the account has no price for ' || m.country END AS reason
       FROM ${messageRefs.from('w')} JOIN messages m USING (account_id, id)
       JOIN submissions b ON b.account_id = m.account_id AND b.id = m.submission_id
       JOIN accounts a ON a.id = m.account_id
       LEFT JOIN senders s ON s.id = b.sender_id AND s.deleted_at IS NULL AND s.status = 'Confirmed'
       LEFT JOIN active_prices p ON p.account_id = m.account_id AND p.country = m.country) c
     WHERE reason IS NOT NULL`,
    values: messageRefs.values(refs),
  });

export type Expired = MessageRef & {
  /** A process crashed while it submitted the message to a carrier that must never get one twice. */
  readonly vanished: boolean;
  /** Attempts without a response. */
  readonly unanswered: number;
};

/** Queued messages, held by no process, beyond the validity of the service or their own. */
export async function lockExpired(tx: Queryable, validitySeconds: number, limit: number): Promise<Expired[]> {
  const expired = await rowsOf<Expired>(tx, {
    name: 'expired',
    // No message is older than its id says, which excludes the partitions of the last days.
    text: `SELECT m.account_id AS "accountId", m.id, m.carrier_id IS NOT NULL AS vanished, m.unanswered FROM messages m
      ${withSubmission}
      WHERE m.queue >= ${noRouteQueue} AND m.due_at <= now() AND m.id < $1
        AND coalesce(s.scheduled_at, s.accepted_at) < now() - $2 * interval '1 second'
      LIMIT $3 FOR UPDATE OF m SKIP LOCKED`,
    values: [uuidAt(Date.now() - validitySeconds * 1_000), validitySeconds, limit],
  });
  const known = new Set(expired.map(({ id }) => id));
  const byRequest = await rowsOf<Expired>(tx, {
    name: 'expired by request',
    text: `SELECT account_id AS "accountId", id, carrier_id IS NOT NULL AS vanished, unanswered FROM messages
      WHERE queue >= ${noRouteQueue} AND due_at <= now() AND expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit - expired.length],
  });
  return [...expired, ...byRequest.filter(({ id }) => !known.has(id))];
}

type Unroutable = MessageRef & { readonly country: string };

/**
 * Queued messages, held by no process, without a route to an enabled carrier. Leaves out messages that may have been sent, and all
 * messages while there is no carrier: then carriers have not been set up yet.
 */
export const lockUnroutable = (tx: Queryable, limit: number): Promise<Unroutable[]> =>
  rowsOf(tx, {
    name: 'unroutable',
    text: `SELECT m.account_id AS "accountId", m.id, m.country FROM messages m
      WHERE m.queue >= ${noRouteQueue} AND m.due_at <= now() AND m.carrier_id IS NULL AND EXISTS (SELECT 1 FROM carriers)
        AND NOT EXISTS (SELECT 1 FROM routes r JOIN carriers c ON c.id = r.carrier_id
          WHERE c.enabled AND (r.country IS NULL OR r.country = m.country)
            AND (r.prefix IS NULL OR starts_with(m.destination, r.prefix)))
      LIMIT $1 FOR UPDATE OF m SKIP LOCKED`,
    values: [limit],
  });

/** Where a walk continues, locked until the transaction ends; undefined while another process has locked it. */
export async function lockWalk(tx: Queryable, name: string): Promise<string | undefined> {
  await tx.query(
    `INSERT INTO walks (name, at) SELECT $1, coalesce(min(first), '${firstUuid}')::uuid FROM (
       SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \\('([0-9a-f-]+)'$$) AS first
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'messages'::regclass) p
     ON CONFLICT (name) DO NOTHING`,
    [name],
  );
  const { rows } = await tx.query<{ at: string }>('SELECT at FROM walks WHERE name = $1 FOR UPDATE SKIP LOCKED', [
    name,
  ]);
  return rows[0]?.at;
}

export async function moveWalk(tx: Queryable, name: string, at: string): Promise<void> {
  await tx.query('UPDATE walks SET at = $2 WHERE name = $1', [name, at]);
}

type SentMessage = MessageRef & { readonly isSilent: boolean };

/** SENT messages between two ids, and whether they have been for `silentSeconds`. Watched messages are left to `lockDue`. */
export const lockSent = (
  tx: Queryable,
  from: string,
  until: string,
  silentSeconds: number,
  limit: number,
): Promise<SentMessage[]> =>
  rowsOf(tx, {
    name: 'sent',
    text: `SELECT account_id AS "accountId", id, state_at < now() - $3 * interval '1 second' AS "isSilent" FROM messages
      WHERE id >= $1 AND id < $2 AND state = 'SENT' AND queue IS NULL LIMIT $4 FOR UPDATE SKIP LOCKED`,
    values: [from, until, silentSeconds, limit],
  });

/** Watches these messages for a missing receipt, `silentSeconds` after they were sent. */
export async function watch(tx: Queryable, refs: readonly MessageRef[], silentSeconds: number): Promise<void> {
  if (refs.length === 0) return;
  await tx.query(
    `UPDATE messages m SET queue = ${watchedQueue}, due_at = m.state_at + $3 * interval '1 second'
     FROM ${messageRefs.from('w')} WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'SENT'`,
    [...messageRefs.values(refs), silentSeconds],
  );
}
