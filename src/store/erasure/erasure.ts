import pg from 'pg';
import type { Queryable } from '../../database/db.ts';
import { erased, loosePattern, numberPattern } from '../../domain/message/erasure.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type MessageRef, messageRefs } from '../message/messages.ts';
import { rowsOf } from '../row.ts';
import { blockRanges } from '../scan/sets.ts';
import { ownSchema } from '../schema/partitions.ts';
import type { Trace } from './erasure-traces.ts';

const { escapeIdentifier: name } = pg;
const rowsPerSet = 5_000;
const messagesPerSet = 500;
const open = `state IN ('SCHEDULED', 'QUEUED', 'SENT')`;

export async function liveSenders(db: Queryable, values: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM senders WHERE value = ANY ($1::text[]) AND deleted_at IS NULL AND status = 'Confirmed' ORDER BY id`,
    [values],
  );
  return rows.map(({ id }) => id);
}

/** A number can be registered without owning it; an unconfirmed registration does not prevent erasure. */
export async function deleteUnconfirmed(db: Queryable, values: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE senders SET deleted_at = now() WHERE value = ANY ($1::text[]) AND deleted_at IS NULL AND status <> 'Confirmed'`,
    [values],
  );
}

/** Messages to this number that are queued or sent. Uses the block index, in every partition. */
export async function countInFlight(db: Queryable, number: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::integer FROM messages WHERE destination = $1 AND state IN ('QUEUED', 'SENT')`,
    [number],
  );
  return rows[0]!.count;
}

export const lockScheduled = (tx: Queryable, number: string): Promise<MessageRef[]> =>
  rowsOf(tx, {
    text: `SELECT account_id AS "accountId", id FROM messages WHERE destination = $1 AND state = 'SCHEDULED'
      ORDER BY account_id, id LIMIT ${messagesPerSet} FOR UPDATE`,
    values: [number],
  });

/** The tables that hold the rows: the partitions of a partitioned table, or the table itself. */
export async function leavesOf(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await db.query<{ leaf: string }>(
    'SELECT c.relname AS leaf FROM pg_partition_tree($1::regclass) t JOIN pg_class c ON c.oid = t.relid WHERE t.isleaf ORDER BY 1',
    [table],
  );
  return rows.length > 0 ? rows.map(({ leaf }) => leaf) : [table];
}

export type ErasedMessages = { readonly messages: number; readonly texts: number };

/**
 * Erases a set of messages of one partition. Text and reference of a request are erased with its last recipient: first, in the same
 * transaction, because afterwards they cannot be found by the number.
 */
export async function eraseMessages(
  tx: Queryable,
  leaf: string,
  number: string,
  pattern: string,
): Promise<ErasedMessages> {
  const { rows } = await tx.query<MessageRef & { submissionId: string }>(
    `SELECT account_id AS "accountId", id, submission_id AS "submissionId" FROM ${name(leaf)} WHERE destination = $1 AND NOT ${open}
     LIMIT ${messagesPerSet} FOR NO KEY UPDATE`,
    [number],
  );
  if (rows.length === 0) return { messages: 0, texts: 0 };
  const texts = await tx.query(
    `UPDATE submissions s SET content = '${erased}', reference = NULL
     FROM (SELECT DISTINCT account_id, id FROM ${messageRefs.from('u')}) w
     WHERE s.account_id = w.account_id AND s.id = w.id AND s.content <> '${erased}' AND NOT EXISTS (
       SELECT 1 FROM messages m WHERE m.account_id = s.account_id AND m.id > s.id AND m.id < uuid_after(s.id, 60000)
         AND m.submission_id = s.id AND m.destination NOT IN ($3, '${erased}'))`,
    [...messageRefs.values(rows.map(({ accountId, submissionId }) => ({ accountId, id: submissionId }))), number],
  );
  // Receipts quote the beginning of the text.
  await tx.query(
    `UPDATE receipt_log r SET text = '${erased}' FROM ${messageRefs.from('w')}
     WHERE r.message_id = w.id AND r.account_id = w.account_id`,
    messageRefs.values(rows),
  );
  const messages = await tx.query(
    `UPDATE ${name(leaf)} m SET destination = '${erased}', reason = regexp_replace(m.reason, $3, '${erased}', 'g')
     FROM ${messageRefs.from('w')} WHERE m.account_id = w.account_id AND m.id = w.id`,
    [...messageRefs.values(rows), pattern],
  );
  return { messages: messages.rowCount ?? 0, texts: texts.rowCount ?? 0 };
}

/** Changes every row of a table that contains the number, in short statements that are committed one by one. */
export function eraseTrace(db: Queryable, leaf: string, trace: Trace, number: string): Promise<number> {
  // $1 and $2 of every statement.
  const patterns = [numberPattern(number), loosePattern(number)];
  return trace.key === undefined
    ? eraseByBlock(db, leaf, trace, patterns)
    : eraseByKey(db, leaf, trace, trace.key, patterns);
}

async function eraseByBlock(db: Queryable, leaf: string, trace: Trace, patterns: readonly string[]): Promise<number> {
  const change = `${changeOf(leaf, trace)} WHERE t.ctid >= $3::tid AND t.ctid < $4::tid AND ${holds(trace)}`;
  let changed = 0;
  for (const range of await blockRanges(db, leaf))
    changed += (await db.query(change, [...patterns, ...range])).rowCount ?? 0;
  return changed;
}

async function eraseByKey(
  db: Queryable,
  leaf: string,
  trace: Trace,
  key: readonly string[],
  patterns: readonly string[],
): Promise<number> {
  const columns = key.join(', ');
  const place = (index: number) => `$${index + 3}`;
  const look = `SELECT ARRAY[${columns}] AS key, ${holds(trace)} AS found FROM ${name(leaf)} t
    WHERE (${columns}) > (${key.map((_, index) => `${place(index)}::uuid`).join(', ')}) ORDER BY ${columns} LIMIT ${rowsPerSet}`;
  const change = `${changeOf(leaf, trace)} FROM unnest(${key.map((_, index) => `${place(index)}::uuid[]`).join(', ')}) AS w (${columns})
    WHERE ${key.map((column) => `t.${column} = w.${column}`).join(' AND ')} AND ${holds(trace)}`;
  let changed = 0;
  let after = key.map(() => firstUuid);
  for (;;) {
    const { rows } = await db.query<{ key: string[]; found: boolean }>(look, [...patterns, ...after]);
    const found = rows.filter((row) => row.found);
    if (found.length > 0) {
      const { rowCount } = await db.query(change, [
        ...patterns,
        ...key.map((_, index) => found.map((row) => row.key[index])),
      ]);
      changed += rowCount ?? 0;
    }
    if (rows.length < rowsPerSet) return changed;
    after = rows.at(-1)!.key;
  }
}

function changeOf(leaf: string, { redacted, json = [], also }: Trace): string {
  if (redacted.length === 0) return `DELETE FROM ${name(leaf)} t`;
  const texts = redacted.map((column) => `${column} = regexp_replace(t.${column}, $1, '${erased}', 'g')`);
  // A digit fits into JSON wherever the number stood, in a text or alone.
  const values = json.map((column) => `${column} = regexp_replace(t.${column}::text, $1, '0', 'g')::jsonb`);
  return `UPDATE ${name(leaf)} t SET ${[...texts, ...values, ...(also === undefined ? [] : [also])].join(', ')}`;
}

/** The loose pattern takes 1 µs a row; the exact one takes several times as long, and is applied only to its matches. */
function holds({ redacted, searched = redacted, json = [], unless, orIf }: Trace): string {
  const columns = [...searched, ...json].map((column) => `t.${column}::text`);
  const found = columns.map((column) => `${column} ~ $1`).join(' OR ');
  const suspect = `concat_ws('|', ${columns.join(', ')}) ~ $2`;
  const named = `CASE WHEN ${suspect} THEN ${found} ELSE false END${unless === undefined ? '' : ` AND NOT (${unless})`}`;
  return orIf === undefined ? named : `(${named} OR (${orIf}))`;
}

/** Refreshes the planner's statistics, which hold common values of columns, for the changed tables and for all that contain the number. */
export async function refreshStatistics(
  connection: Queryable,
  changed: readonly string[],
  pattern: string,
): Promise<void> {
  const { rows } = await connection.query<{ stale: string }>(
    `SELECT DISTINCT tablename AS stale FROM pg_stats WHERE schemaname = (SELECT nspname FROM pg_namespace WHERE oid = ${ownSchema})
       AND (tablename = ANY ($1::text[]) OR most_common_vals::text ~ $2 OR histogram_bounds::text ~ $2)`,
    [changed, pattern],
  );
  await connection.query(`SET statement_timeout = '10min'`);
  for (const { stale } of rows) await connection.query(`ANALYZE ${name(stale)}`);
}
