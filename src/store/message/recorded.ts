import type { QueryConfig } from 'pg';
import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import type { RequestedBy } from '../../domain/message/timeline.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import type { LedgerRow } from '../account/ledger-entries.ts';
import { rowOf, rowsOf } from '../row.ts';
import { type MessageRef, type MessageRow, withSubmission } from './messages.ts';

/** A message and its request. `dueAt` is null while a process holds the message. */
export type RecordedRow = Pick<MessageRow, 'state' | 'destination' | 'country' | 'price' | 'reason' | 'attempts'> & {
  readonly acceptedAt: Date;
  readonly scheduledAt: Date | null;
  readonly stateAt: Date;
  readonly dueAt: Date | null;
  readonly queue: number | null;
  readonly carrierId: string | null;
  /** Attempts without a response. */
  readonly unanswered: number;
  readonly submissionId: string;
  readonly request: RequestedBy;
  readonly now: Date;
};

export const findRecorded = (db: Queryable, { accountId, id }: MessageRef): Promise<RecordedRow | undefined> =>
  rowOf(db, {
    name: 'recorded message',
    text: `SELECT m.state, m.destination, m.country, m.price, m.reason, m.attempts, m.unanswered, m.queue, m.state_at AS "stateAt",
        CASE WHEN m.lease IS NULL THEN m.due_at END AS "dueAt", m.carrier_id AS "carrierId", m.submission_id AS "submissionId",
        s.scheduled_at AS "scheduledAt", s.accepted_at AS "acceptedAt", now() AS now,
        json_strip_nulls(json_build_object('via', s.via, 'requestId', s.request_id, 'keyId', s.key_id, 'keyPrefix', k.prefix,
          'keyLabel', nullif(k.label, ''), 'by', s.actor, 'byKind', s.actor_kind)) AS request
      FROM messages m ${withSubmission}
      LEFT JOIN api_keys k ON k.id = s.key_id AND k.account_id = m.account_id
      WHERE m.account_id = $1 AND m.id = $2`,
    values: [accountId, id],
  });

/** Reads in the order of the index, without a bitmap scan: only a limited part is needed. */
const inOrder = <Row extends object>(db: Db, query: QueryConfig): Promise<Row[]> =>
  readWithout(db, 'bitmapscan', (tx) => rowsOf<Row>(tx, query));

/** The ids of one request are created within milliseconds; ids of others may be between them. */
export const togetherMs = 5_000;
const mostLookedAt = 20_000;

export async function countRecipients(db: Db, accountId: string, submissionId: string): Promise<number> {
  const [row] = await inOrder<{ count: number }>(db, {
    name: 'recipients of a request',
    text: `SELECT count(*)::integer FROM (
        SELECT submission_id FROM messages WHERE account_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${mostLookedAt}) m
      WHERE submission_id = $2`,
    values: [accountId, submissionId, uuidAt(uuidTime(submissionId) + togetherMs)],
  });
  return row!.count;
}

type LedgerLine = Pick<LedgerRow, 'kind' | 'amount' | 'note'> & { readonly at: Date };

/** Difference between the clock of a process, which ids carry, and that of the database. */
const skewMs = 60_000;
const mostEntries = 5_000;

/** The charge, which has the id of the request; and the refund, which has no index, but was written with the last change of the message. */
export function ledgerOfMessage(db: Db, { accountId, id }: MessageRef, row: RecordedRow): Promise<LedgerLine[]> {
  const changedAt = row.stateAt.getTime();
  return inOrder(db, {
    name: 'ledger of a message',
    text: `SELECT kind, amount, note, created_at AS at FROM ledger WHERE account_id = $1 AND id = $2 AND kind = 'charge'
      UNION ALL
      SELECT kind, amount, note, created_at AS at FROM (
        SELECT * FROM ledger WHERE account_id = $1 AND id >= $4 AND id < $5 AND kind <> 'charge'
        ORDER BY id LIMIT ${mostEntries}) e WHERE message_id = $3`,
    values: [accountId, row.submissionId, id, uuidAt(changedAt - skewMs), uuidAt(changedAt + skewMs)],
  });
}

/** A mail gets its id before it is authenticated, which may query other servers; its request follows within this time. */
const longestProofMs = 600_000;

/** The e-mail that made a request. */
export async function mailOfRequest(db: Db, accountId: string, submissionId: string) {
  const [mail] = await inOrder<{ id: string; from_address: string | null }>(db, {
    name: 'mail of a request',
    text: `SELECT id, from_address FROM (
        SELECT id, from_address, submission_id FROM emails WHERE account_id = $1 AND id <= $2 AND id > $3
        ORDER BY id DESC LIMIT ${mostEntries}) e WHERE submission_id = $2 LIMIT 1`,
    values: [accountId, submissionId, uuidAt(uuidTime(submissionId) - longestProofMs)],
  });
  return mail;
}
