import type { Queryable } from '../db.ts';
import { uuidAt } from '../domain/uuid.ts';
import type { MessageRef } from './messages.ts';

/** Scheduled messages whose time has come, oldest first, locked until the transaction ends. */
export async function lockDue(tx: Queryable, limit: number): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'due',
    text: `SELECT account_id, id FROM messages WHERE state = 'SCHEDULED' AND due_at <= now()
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

/** Waiting in the queue, in nobody's hands, beyond their validity. */
export async function lockExpired(tx: Queryable, validitySeconds: number, limit: number): Promise<Expired[]> {
  const { rows } = await tx.query<{ account_id: string; id: string; vanished: boolean; unanswered: number }>({
    name: 'expired',
    // No message is older than its id says, which spares the partitions of the last days.
    text: `SELECT m.account_id, m.id, m.carrier_id IS NOT NULL AS vanished, m.unanswered FROM messages m
      JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
      WHERE m.state = 'QUEUED' AND m.due_at <= now() AND m.id < $1
        AND coalesce(s.scheduled_at, s.accepted_at) < now() - $2 * interval '1 second'
      LIMIT $3 FOR UPDATE OF m SKIP LOCKED`,
    values: [uuidAt(Date.now() - validitySeconds * 1_000), validitySeconds, limit],
  });
  return rows.map(({ account_id: accountId, ...rest }) => ({ accountId, ...rest }));
}

/**
 * Waiting in nobody's hands, with no route to any carrier that is in use. Those that may have gone already are left out, and
 * so is everything while there is no carrier at all: then nobody has set them up yet.
 */
export async function lockUnroutable(tx: Queryable, limit: number): Promise<(MessageRef & { country: string })[]> {
  const { rows } = await tx.query<{ account_id: string; id: string; country: string }>({
    name: 'unroutable',
    text: `SELECT m.account_id, m.id, m.country FROM messages m
      WHERE m.state = 'QUEUED' AND m.due_at <= now() AND m.carrier_id IS NULL AND EXISTS (SELECT 1 FROM carriers)
        AND NOT EXISTS (SELECT 1 FROM routes r JOIN carriers c ON c.id = r.carrier_id
          WHERE c.enabled AND (r.country IS NULL OR r.country = m.country)
            AND (r.prefix IS NULL OR starts_with(m.destination, r.prefix)))
      LIMIT $1 FOR UPDATE OF m SKIP LOCKED`,
    values: [limit],
  });
  return rows.map(({ account_id: accountId, id, country }) => ({ accountId, id, country }));
}

/** Sent long ago and never heard of again. */
export async function lockSilent(tx: Queryable, silentSeconds: number, limit: number): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'silent',
    text: `SELECT account_id, id FROM messages WHERE state = 'SENT' AND state_at < now() - $1 * interval '1 second'
      ORDER BY state_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [silentSeconds, limit],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}
