import type { Queryable } from '../../database/db.ts';
import type { FallbackFacts } from '../../domain/message/fallback.ts';
import { rowsOf } from '../row.ts';
import { type RowSet, rowSet } from '../row-set.ts';
import { type MessageRef, messageRefs, withSubmission } from './messages.ts';
import type { ClaimedMessage } from './queue.ts';

type NewFallback = MessageRef & {
  readonly seconds: number;
  /** Unix time, for a scheduled message. */
  readonly scheduledTime: number | undefined;
};

const newRows = rowSet<NewFallback>(
  { accountId: 'uuid', id: 'uuid', seconds: 'integer' },
  { scheduled: ['bigint', ({ scheduledTime }) => scheduledTime ?? 0] },
);

/** Call in the transaction that accepts the messages. */
export async function insertFallbacks(tx: Queryable, fallbacks: readonly NewFallback[]): Promise<void> {
  await tx.query(
    `INSERT INTO second_tries (account_id, message_id, seconds, due_at)
     SELECT account_id, id, seconds, greatest(now(), to_timestamp(scheduled)) + seconds * interval '1 second'
     FROM ${newRows.from('w')}`,
    newRows.values(fallbacks),
  );
}

/** A message that may be due to be sent over another carrier, with all that a carrier needs. */
export type DueFallback = MessageRef &
  FallbackFacts &
  Pick<ClaimedMessage, 'destination' | 'country' | 'sender' | 'text' | 'encoding'> & {
    /** Carriers that have accepted it. */
    readonly carriers: readonly string[];
  };

/** Due fallbacks, oldest first, locked until the transaction ends. */
export const lockDueFallbacks = (tx: Queryable, validitySeconds: number, limit: number): Promise<DueFallback[]> =>
  rowsOf(tx, {
    name: 'due fallbacks',
    text: `SELECT m.account_id AS "accountId", m.id, m.state, m.destination, m.country, t.seconds, s.sender, s.content AS text, s.encoding,
        extract(epoch FROM now() - m.state_at)::float8 AS "sinceState",
        extract(epoch FROM coalesce(m.expires_at, coalesce(s.scheduled_at, s.accepted_at) + $1 * interval '1 second')
          - now())::float8 AS "validFor",
        ARRAY(SELECT DISTINCT p.carrier_id::text FROM parts p WHERE p.message_id = m.id AND p.account_id = m.account_id) AS carriers
      FROM (SELECT * FROM second_tries WHERE taken_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) t
      CROSS JOIN LATERAL (SELECT * FROM messages WHERE account_id = t.account_id AND id = t.message_id OFFSET 0) m
      ${withSubmission}`,
    values: [validitySeconds, limit],
  });

const isOne = 't.account_id = w.account_id AND t.message_id = w.id';

export const dropFallbacks = (tx: Queryable, messages: readonly MessageRef[]): Promise<void> =>
  change(tx, `DELETE FROM second_tries t USING`, messageRefs, messages);

export type Postponed = MessageRef & { readonly inSeconds: number };
const postponedRows = rowSet<Postponed>({ accountId: 'uuid', id: 'uuid', inSeconds: 'float8' });

export const postponeFallbacks = (tx: Queryable, messages: readonly Postponed[]): Promise<void> =>
  change(
    tx,
    `UPDATE second_tries t SET due_at = now() + w.in_seconds * interval '1 second' FROM`,
    postponedRows,
    messages,
  );

/** Marks fallbacks before they are sent: they are never sent again, even if this process crashes. */
export const takeFallbacks = (tx: Queryable, messages: readonly MessageRef[]): Promise<void> =>
  change(tx, `UPDATE second_tries t SET taken_at = now() FROM`, messageRefs, messages);

async function change<Item>(tx: Queryable, sql: string, rows: RowSet<Item>, items: readonly Item[]): Promise<void> {
  if (items.length > 0) await tx.query(`${sql} ${rows.from('w')} WHERE ${isOne}`, rows.values(items));
}

/** Stores the references of the other carrier, by which its receipts are matched. */
export async function addFallbackParts(
  db: Queryable,
  { accountId, id }: MessageRef,
  carrierId: string,
  references: readonly string[],
): Promise<void> {
  await db.query(
    `INSERT INTO parts (carrier_id, reference, account_id, message_id, part, total, taken_at)
     SELECT $1::uuid, reference, $2::uuid, $3::uuid, place, $5::smallint, now() FROM unnest($4::text[]) WITH ORDINALITY AS r (reference, place)`,
    [carrierId, accountId, id, references, references.length],
  );
}

type FailedBy = MessageRef & { readonly carrierId: string };
const failedRows = rowSet<FailedBy>({ accountId: 'uuid', id: 'uuid', carrierId: 'uuid' });

const mayArriveText = `WITH told AS (
    UPDATE second_tries t SET failed_by = coalesce(t.failed_by, w.carrier_id) FROM ${failedRows.from('w')}
    WHERE ${isOne} AND t.taken_at IS NOT NULL
    RETURNING t.account_id, t.message_id AS id, t.failed_by = w.carrier_id AS alone)
  SELECT id FROM told WHERE alone AND EXISTS (
    SELECT 1 FROM parts p, ${failedRows.from('w')}
    WHERE w.id = told.id AND p.message_id = told.id AND p.account_id = told.account_id AND p.carrier_id <> w.carrier_id)`;

/**
 * Of these messages, which a carrier has reported as failed, the ids of those that another carrier has accepted and not reported as
 * failed: they may still be delivered. The table is nearly always empty.
 */
export async function mayStillArrive(tx: Queryable, failed: readonly FailedBy[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'failed fallbacks',
    text: mayArriveText,
    values: failedRows.values(failed),
  });
  return new Set(rows.map(({ id }) => id));
}
