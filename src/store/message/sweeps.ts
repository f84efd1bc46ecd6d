import type { Queryable } from '../../database/db.ts';
import { firstUuid, uuidAt } from '../../domain/uuid.ts';
import type { MessageRef } from './messages.ts';
import { nowhereQueue, scheduledQueue, watchedQueue } from './queues.ts';

/** Scheduled messages whose time has come, oldest first, locked until the transaction ends. */
export async function lockDue(tx: Queryable, limit: number): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'due',
    text: `SELECT account_id, id FROM messages WHERE queue = ${scheduledQueue} AND due_at <= now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Of these messages, those that would be refused today: their sender, price or account is gone since they were accepted. */
export async function findUnsendable(
  tx: Queryable,
  refs: readonly MessageRef[],
): Promise<(MessageRef & { reason: string })[]> {
  const { rows } = await tx.query<{ account_id: string; id: string; reason: string }>(
    `SELECT * FROM (
       SELECT m.account_id, m.id, CASE
         WHEN a.status <> 'active' THEN 'the account is suspended'
         WHEN s.id IS NULL THEN 'the sender is no longer confirmed'
         WHEN p.country IS NULL THEN 'the account has no price for ' || m.country END AS reason
       FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
       JOIN messages m USING (account_id, id)
       JOIN submissions b ON b.account_id = m.account_id AND b.id = m.submission_id
       JOIN accounts a ON a.id = m.account_id
       LEFT JOIN senders s ON s.id = b.sender_id AND s.deleted_at IS NULL AND s.status = 'Confirmed'
       LEFT JOIN active_prices p ON p.account_id = m.account_id AND p.country = m.country) c
     WHERE reason IS NOT NULL`,
    [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id)],
  );
  return rows.map(({ account_id: accountId, id, reason }) => ({ accountId, id, reason }));
}

export type Expired = MessageRef & {
  /** A process was about to hand it to a carrier that must never get one twice, and has vanished. */
  readonly vanished: boolean;
  /** Tries that nobody answered. */
  readonly unanswered: number;
};

/** Waiting in the queue, in nobody's hands, beyond the validity of the service, or their own. */
export async function lockExpired(tx: Queryable, validitySeconds: number, limit: number): Promise<Expired[]> {
  const expired = await tx.query<ExpiredRow>({
    name: 'expired',
    // No message is older than its id says, which spares the partitions of the last days.
    text: `SELECT m.account_id, m.id, m.carrier_id IS NOT NULL AS vanished, m.unanswered FROM messages m
      JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
      WHERE m.queue >= ${nowhereQueue} AND m.due_at <= now() AND m.id < $1
        AND coalesce(s.scheduled_at, s.accepted_at) < now() - $2 * interval '1 second'
      LIMIT $3 FOR UPDATE OF m SKIP LOCKED`,
    values: [uuidAt(Date.now() - validitySeconds * 1_000), validitySeconds, limit],
  });
  const known = new Set(expired.rows.map(({ id }) => id));
  const { rows } = await tx.query<ExpiredRow>({
    name: 'expired by request',
    text: `SELECT account_id, id, carrier_id IS NOT NULL AS vanished, unanswered FROM messages
      WHERE queue >= ${nowhereQueue} AND due_at <= now() AND expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit - expired.rows.length],
  });
  return [...expired.rows, ...rows.filter(({ id }) => !known.has(id))].map(({ account_id: accountId, ...rest }) => ({
    accountId,
    ...rest,
  }));
}

type ExpiredRow = { account_id: string; id: string; vanished: boolean; unanswered: number };

/**
 * Waiting in nobody's hands, with no route to any carrier that is in use. Those that may have gone already are left out, and
 * so is everything while there is no carrier at all: then nobody has set them up yet.
 */
export async function lockUnroutable(tx: Queryable, limit: number): Promise<(MessageRef & { country: string })[]> {
  const { rows } = await tx.query<{ account_id: string; id: string; country: string }>({
    name: 'unroutable',
    text: `SELECT m.account_id, m.id, m.country FROM messages m
      WHERE m.queue >= ${nowhereQueue} AND m.due_at <= now() AND m.carrier_id IS NULL AND EXISTS (SELECT 1 FROM carriers)
        AND NOT EXISTS (SELECT 1 FROM routes r JOIN carriers c ON c.id = r.carrier_id
          WHERE c.enabled AND (r.country IS NULL OR r.country = m.country)
            AND (r.prefix IS NULL OR starts_with(m.destination, r.prefix)))
      LIMIT $1 FOR UPDATE OF m SKIP LOCKED`,
    values: [limit],
  });
  return rows.map(({ account_id: accountId, id, country }) => ({ accountId, id, country }));
}

/** Where a walk goes on, for us alone until the transaction ends; undefined while another process is on it. */
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

export type Sent = MessageRef & { readonly isSilent: boolean };

/** Messages between two ids that are SENT, and whether that was long ago. Those that are watched are looked at elsewhere. */
export async function lockSent(
  tx: Queryable,
  from: string,
  until: string,
  silentSeconds: number,
  limit: number,
): Promise<Sent[]> {
  const { rows } = await tx.query<{ account_id: string; id: string; silent: boolean }>({
    name: 'sent',
    text: `SELECT account_id, id, state_at < now() - $3 * interval '1 second' AS silent FROM messages
      WHERE id >= $1 AND id < $2 AND state = 'SENT' AND queue IS NULL LIMIT $4 FOR UPDATE SKIP LOCKED`,
    values: [from, until, silentSeconds, limit],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id, isSilent: row.silent }));
}

/** Their silence is to be noticed so long after they were sent. */
export async function watch(tx: Queryable, refs: readonly MessageRef[], silentSeconds: number): Promise<void> {
  if (refs.length === 0) return;
  await tx.query(
    `UPDATE messages m SET queue = ${watchedQueue}, due_at = m.state_at + $3 * interval '1 second'
     FROM unnest($1::uuid[], $2::uuid[]) AS w (account_id, id)
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'SENT'`,
    [refs.map(({ accountId }) => accountId), refs.map(({ id }) => id), silentSeconds],
  );
}

/** Watched, and silent for long enough. */
export async function lockWatched(tx: Queryable, limit: number): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'watched',
    text: `SELECT account_id, id FROM messages WHERE queue = ${watchedQueue} AND due_at <= now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    values: [limit],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}
