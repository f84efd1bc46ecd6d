import type { Queryable } from '../db.ts';
import type { Encoding } from '../domain/text.ts';
import { uuidAt } from '../domain/uuid.ts';
import type { MessageRef } from './messages.ts';

/** A message that this process has taken, with all that a carrier needs. */
export type Claimed = MessageRef & {
  readonly destination: string;
  readonly country: string;
  readonly sender: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly attempts: number;
  /** When its sending began: at acceptance, or at its scheduled time. The validity counts from here. */
  readonly since: Date;
  /** A process was about to hand it to this carrier and has vanished: nobody knows whether it did. */
  readonly carrierId?: string | undefined;
};

/** Time within which a process has to settle what it took; longer than a carrier may take to answer. */
export const leaseSeconds = 30;

export const queueChannel = 'hermod_queue';

/** Tells the dispatchers of all processes that there is something to do. */
export async function notifyQueue(db: Queryable): Promise<void> {
  await db.query(`NOTIFY ${queueChannel}`);
}

/** Most accounts looked at in one claim. The next one goes on behind the last of them, so that every account has its turn. */
const accountsPerClaim = 64;

/**
 * Accounts with messages that may be taken now, from behind `after` on. Jumps from account to account through the index,
 * so an account with a million waiting messages costs as much as one with a single one.
 */
export async function accountsWithWork(db: Queryable, bulk: boolean, after: string, most: number): Promise<string[]> {
  const first = `SELECT account_id, due_at FROM messages WHERE state = 'QUEUED' AND bulk = $1 AND account_id > `;
  const { rows } = await db.query<{ account_id: string }>({
    name: 'accounts with work',
    text: `WITH RECURSIVE found AS (
        (${first} $2 ORDER BY account_id, due_at LIMIT 1)
        UNION ALL
        SELECT n.* FROM found f, LATERAL (${first} f.account_id ORDER BY account_id, due_at LIMIT 1) n)
      SELECT account_id FROM found WHERE due_at <= now() LIMIT $3`,
    values: [bulk, after, Math.min(most, accountsPerClaim)],
  });
  return rows.map((row) => row.account_id);
}

type ClaimedRow = {
  account_id: string;
  id: string;
  destination: string;
  country: string;
  attempts: number;
  sender: string;
  content: string;
  encoding: Encoding;
  since: Date;
  carrier_id: string | null;
};

/** Takes up to `perAccount` messages of each account. Rows that another process is taking are passed over. */
export async function claim(
  db: Queryable,
  lease: string,
  bulk: boolean,
  accountIds: readonly string[],
  perAccount: number,
): Promise<Claimed[]> {
  const { rows } = await db.query<ClaimedRow>({
    name: 'claim',
    text: `WITH taken AS (
        SELECT m.account_id, m.id FROM unnest($3::uuid[]) AS a (account_id), LATERAL (
          SELECT q.account_id, q.id FROM messages q
          WHERE q.state = 'QUEUED' AND q.bulk = $2 AND q.account_id = a.account_id AND q.due_at <= now()
          ORDER BY q.due_at LIMIT $4 FOR UPDATE SKIP LOCKED) m),
      leased AS (
        UPDATE messages m SET lease = $1, due_at = now() + interval '${leaseSeconds} seconds'
        FROM taken t WHERE m.account_id = t.account_id AND m.id = t.id
        RETURNING m.account_id, m.id, m.submission_id, m.destination, m.country, m.attempts, m.carrier_id)
      SELECT l.account_id, l.id, l.destination, l.country, l.attempts, l.carrier_id, s.sender, s.content, s.encoding,
        coalesce(s.scheduled_at, s.accepted_at) AS since
      FROM leased l JOIN submissions s ON s.account_id = l.account_id AND s.id = l.submission_id`,
    values: [lease, bulk, accountIds, perAccount],
  });
  return rows.map(toClaimed);
}

function toClaimed(row: ClaimedRow): Claimed {
  const { account_id: accountId, content: text, carrier_id, ...rest } = row;
  return { ...rest, accountId, text, carrierId: carrier_id ?? undefined };
}

/**
 * Notes that these messages are about to go to a carrier that must never get one twice. Only with this on disk is it
 * known later, if the process vanishes now, that they may have gone. Returns the ids of those that are still ours: another
 * process may have taken the others, and sent them.
 */
export async function markSubmitting(
  db: Queryable,
  lease: string,
  marks: readonly (MessageRef & { carrierId: string })[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE messages m SET carrier_id = w.carrier_id
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS w (account_id, id, carrier_id)
     WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1
     RETURNING m.id`,
    [
      lease,
      marks.map(({ accountId }) => accountId),
      marks.map(({ id }) => id),
      marks.map(({ carrierId }) => carrierId),
    ],
  );
  return new Set(rows.map((row) => row.id));
}

/** Puts messages back, to be tried again after their delay. Only those that are still ours. */
export async function putBack(
  db: Queryable,
  lease: string,
  messages: readonly (MessageRef & { delayMs: number; tried: boolean })[],
): Promise<void> {
  await db.query({
    name: 'put back',
    text: `UPDATE messages m SET lease = NULL, carrier_id = NULL, attempts = m.attempts + w.tried::int,
        due_at = now() + w.delay * interval '1 millisecond'
      FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::boolean[]) AS w (account_id, id, delay, tried)
      WHERE m.account_id = w.account_id AND m.id = w.id AND m.state = 'QUEUED' AND m.lease = $1`,
    values: [
      lease,
      messages.map(({ accountId }) => accountId),
      messages.map(({ id }) => id),
      messages.map(({ delayMs }) => Math.round(delayMs)),
      messages.map(({ tried }) => tried),
    ],
  });
}

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

/** Waiting in the queue, in nobody's hands, beyond their validity. */
export async function lockExpired(tx: Queryable, validitySeconds: number, limit: number): Promise<MessageRef[]> {
  const { rows } = await tx.query<{ account_id: string; id: string }>({
    name: 'expired',
    // No message is older than its id says, which spares the partitions of the last days.
    text: `SELECT m.account_id, m.id FROM messages m
      JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
      WHERE m.state = 'QUEUED' AND m.due_at <= now() AND m.id < $1
        AND coalesce(s.scheduled_at, s.accepted_at) < now() - $2 * interval '1 second'
      LIMIT $3 FOR UPDATE OF m SKIP LOCKED`,
    values: [uuidAt(Date.now() - validitySeconds * 1_000), validitySeconds, limit],
  });
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
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
