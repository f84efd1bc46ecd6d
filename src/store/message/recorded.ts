import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import type { ActorKind } from '../../domain/access/actor.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import type { LedgerRow } from '../account/ledger-entries.ts';
import type { Origin } from './accept.ts';
import { type MessageRef, type MessageRow, withSubmission } from './messages.ts';

/** A message and its request. */
export type RecordedRow = Omit<
  MessageRow,
  'id' | 'sender' | 'segments' | 'encoding' | 'content' | 'next_attempt_at'
> & {
  /** Null while a process holds the message. */
  readonly due_at: Date | null;
  readonly queue: number | null;
  readonly carrier_id: string | null;
  readonly submission_id: string;
  readonly via: Origin['via'] | null;
  readonly key_id: string | null;
  readonly key_prefix: string | null;
  readonly key_label: string | null;
  readonly request_id: string | null;
  readonly actor: string | null;
  readonly actor_kind: ActorKind | null;
  readonly now: Date;
};

export async function findRecorded(db: Queryable, { accountId, id }: MessageRef): Promise<RecordedRow | undefined> {
  const { rows } = await db.query<RecordedRow>({
    name: 'recorded message',
    text: `SELECT m.state, m.destination, m.country, m.price, m.state_at, m.reason, m.attempts,
        CASE WHEN m.lease IS NULL THEN m.due_at END AS due_at, m.queue, m.carrier_id, m.submission_id,
        s.scheduled_at, s.accepted_at, s.via, s.key_id, s.request_id, s.actor, s.actor_kind,
        k.prefix AS key_prefix, k.label AS key_label, now() AS now
      FROM messages m ${withSubmission}
      LEFT JOIN api_keys k ON k.id = s.key_id AND k.account_id = m.account_id
      WHERE m.account_id = $1 AND m.id = $2`,
    values: [accountId, id],
  });
  return rows[0];
}

/** The ids of one request are created within milliseconds; ids of others may be between them. */
const togetherMs = 5_000;
const mostLookedAt = 20_000;

export async function countRecipients(db: Db, accountId: string, submissionId: string): Promise<number> {
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<{ count: number }>({
      name: 'recipients of a request',
      text: `SELECT count(*)::integer FROM (
          SELECT submission_id FROM messages WHERE account_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${mostLookedAt}) m
        WHERE submission_id = $2`,
      values: [accountId, submissionId, uuidAt(uuidTime(submissionId) + togetherMs)],
    }),
  );
  return rows[0]!.count;
}

export type LedgerLine = Pick<LedgerRow, 'kind' | 'amount' | 'note' | 'created_at'>;

/** Difference between the clock of a process, which ids carry, and that of the database. */
const skewMs = 60_000;
const mostEntries = 5_000;

/** The charge, which has the id of the request; and the refund, which has no index, but was written with the last change of the message. */
export async function ledgerOfMessage(db: Db, { accountId, id }: MessageRef, row: RecordedRow): Promise<LedgerLine[]> {
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<LedgerLine>({
      name: 'ledger of a message',
      text: `SELECT kind, amount, note, created_at FROM ledger WHERE account_id = $1 AND id = $2 AND kind = 'charge'
        UNION ALL
        SELECT kind, amount, note, created_at FROM (
          SELECT * FROM ledger WHERE account_id = $1 AND id >= $4 AND id < $5 AND kind <> 'charge'
          ORDER BY id LIMIT ${mostEntries}) e WHERE message_id = $3`,
      values: [
        accountId,
        row.submission_id,
        id,
        uuidAt(row.state_at.getTime() - skewMs),
        uuidAt(row.state_at.getTime() + skewMs),
      ],
    }),
  );
  return rows;
}

export type MailOfRequest = { readonly id: string; readonly from_address: string | null };

/** A mail gets its id before it is authenticated, which may query other servers; its request follows within this time. */
const longestProofMs = 600_000;

/** The e-mail that made a request. */
export async function mailOfRequest(
  db: Db,
  accountId: string,
  submissionId: string,
): Promise<MailOfRequest | undefined> {
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<MailOfRequest>({
      name: 'mail of a request',
      text: `SELECT id, from_address FROM (
          SELECT id, from_address, submission_id FROM emails WHERE account_id = $1 AND id <= $2 AND id > $3
          ORDER BY id DESC LIMIT ${mostEntries}) e WHERE submission_id = $2 LIMIT 1`,
      values: [accountId, submissionId, uuidAt(uuidTime(submissionId) - longestProofMs)],
    }),
  );
  return rows[0];
}
