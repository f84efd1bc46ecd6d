import type { Queryable } from '../../database/db.ts';
import { bucketsPerDecade, shortestSeconds } from '../../domain/message/delivery-time.ts';
import type { Slice } from '../../domain/statistics/traffic-slice.ts';
import { firstUuid, uuidAt, uuidTime } from '../../domain/uuid.ts';
import { refundedSql } from '../message/messages.ts';
import { rowOf } from '../row.ts';
import { rowSet } from '../row-set.ts';

const lockKey = 4_856_323;

/** True if this transaction may count: one does at a time, over all processes. */
export async function lockTraffic(tx: Queryable): Promise<boolean> {
  return (await tx.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${lockKey}) AS taken`)).rows[0]!.taken;
}

/** Whether a slice is due or missing. */
export async function isTrafficDue(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>({
    name: 'is traffic due',
    text: `SELECT EXISTS (SELECT FROM traffic_slices WHERE due_at IS NOT NULL AND due_at <= now())
      OR coalesce((SELECT ends_at FROM traffic_slices ORDER BY starts_at DESC LIMIT 1) <= now(), true) AS due`,
  });
  return rows[0]!.due;
}

/** Where the last slice ends; if there is none, the hour of the oldest message, or the current hour. */
export async function endOfSlices(tx: Queryable): Promise<{ end: Date; now: Date }> {
  const { rows } = await tx.query<{ end: Date | null; now: Date }>(
    'SELECT (SELECT ends_at FROM traffic_slices ORDER BY starts_at DESC LIMIT 1) AS end, now()',
  );
  const { end, now } = rows[0]!;
  return { end: end ?? (await oldestHour(tx, now)), now };
}

async function oldestHour(tx: Queryable, now: Date): Promise<Date> {
  const { rows } = await tx.query<{ id: string | null }>(
    `SELECT min(m.id::text) AS id FROM accounts a, LATERAL (
       SELECT id FROM messages WHERE account_id = a.id ORDER BY id LIMIT 1) m`,
  );
  const oldest = rows[0]!.id === null ? now.getTime() : uuidTime(rows[0]!.id);
  return new Date(Math.floor(oldest / 3_600_000) * 3_600_000);
}

const sliceRows = rowSet<Slice>({ starts_at: 'timestamptz', ends_at: 'timestamptz' });

export async function insertSlices(tx: Queryable, slices: readonly Slice[]): Promise<void> {
  if (slices.length === 0) return;
  await tx.query(
    `INSERT INTO traffic_slices (${sliceRows.names}, due_at) SELECT *, now() FROM ${sliceRows.from('w')}`,
    sliceRows.values(slices),
  );
}

/** Newest first, because it is shown most often. */
export const nextDueSlice = (tx: Queryable): Promise<(Slice & { now: Date }) | undefined> =>
  rowOf(tx, {
    text: `SELECT starts_at, ends_at, now() FROM traffic_slices WHERE due_at IS NOT NULL AND due_at <= now()
      ORDER BY starts_at DESC LIMIT 1`,
  });

/** When the current slice was last counted; undefined before the first time. */
export async function countedAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ counted_at: Date }>(
    'SELECT counted_at FROM traffic_slices WHERE counted_at IS NOT NULL ORDER BY starts_at DESC LIMIT 1',
  );
  return rows[0]?.counted_at;
}

const tables = ['traffic', 'traffic_of_all', 'traffic_by_origin', 'failures', 'delivery_times'];

/** Deletes the counts of a slice before it is counted again. */
export async function clearSlice(tx: Queryable, { starts_at, ends_at }: Slice): Promise<void> {
  // Not only the start: the previous release merges the minutes of an hour without those of tables that it does not know.
  const deletes = tables.map(
    (table) => `${table}_cleared AS (DELETE FROM ${table} WHERE starts_at >= $1 AND starts_at < $2)`,
  );
  await tx.query({ name: 'clear slice', text: `WITH ${deletes.join(', ')} SELECT`, values: [starts_at, ends_at] });
}

const states = ['SENT', 'DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'];
const counts = ['accepted', 'waiting', ...states.map((state) => state.toLowerCase()), 'paid', 'spend', 'segments'];
const sum = (column: string, condition: string) => `coalesce(sum(${column}) FILTER (WHERE ${condition}), 0)`;

/** What the counted messages add to each of `counts`. */
const added = `sum(messages), ${sum('messages', `state IN ('SCHEDULED', 'QUEUED')`)},
  ${states.map((state) => sum('messages', `state = '${state}'`)).join(', ')},
  ${sum('messages', `state NOT IN ${refundedSql}`)}, ${sum('price', `state NOT IN ${refundedSql}`)}, sum(segments)`;
const adding = `SET ${counts.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ')}`;

const keysOf = {
  traffic: ['account_id', 'country', 'carrier_id'],
  traffic_of_all: ['currency', 'country', 'carrier_id'],
  traffic_by_origin: ['account_id', 'sender', 'key_id'],
} as const;

/** Reasons kept for an account in a slice; all others are counted together. */
const mostReasons = 20;
const otherReasons = 'other reasons';
const longestReason = 120;
/** Ids and numbers are replaced: they differ between messages, and each would be a reason of its own. */
export const reasonSql = `left(regexp_replace(coalesce(reason, CASE state WHEN 'UNKNOWN' THEN 'the carrier did not report the outcome'
    WHEN 'FAILED' THEN 'not delivered, the carrier gave no code' ELSE 'rejected, the carrier gave no code' END),
  '[[:xdigit:]]{8}(-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}|[[:xdigit:]]*[0-9]{7,}[[:xdigit:]]*', '…', 'g'), ${longestReason})`;

/** The most frequent reasons of each account among rows of account_id, reason and messages. */
const mostFrequent = (rows: string) => `
  SELECT account_id, CASE WHEN place <= ${mostReasons} THEN reason ELSE '${otherReasons}' END AS reason, sum(messages) AS messages
  FROM (SELECT account_id, reason, sum(messages) AS messages,
          row_number() OVER (PARTITION BY account_id ORDER BY sum(messages) DESC, reason) AS place
        FROM (${rows}) each GROUP BY 1, 2) ranked
  GROUP BY 1, 2`;

/**
 * Adds the messages between two times to the counts of a slice. Reads the messages of each account by the primary key, so it reads
 * only what it counts, and their submissions for sender, key and the start of their delivery time. The carrier of a message is in its
 * parts, which are stored in the order of time and read in one scan: 5 µs a message, 7 µs with its carrier.
 */
export async function countInto(
  tx: Queryable,
  slice: Slice,
  from: Date,
  to: Date,
): Promise<{ messages: number; open: number }> {
  // A plan made while the tables are small would search the parts for every message.
  await tx.query('SET LOCAL enable_nestloop = off');
  const { rows } = await tx.query<{ messages: string; open: string }>({
    name: 'count traffic',
    text: `WITH taken AS MATERIALIZED (
        -- one row per message, although it may have been sent twice
        SELECT DISTINCT ON (message_id) message_id, carrier_id, total FROM parts
        WHERE part = 1 AND message_id >= $2 AND message_id < $3 ORDER BY message_id, carrier_id),
      counted AS MATERIALIZED (
        SELECT m.account_id, m.country, coalesce(t.carrier_id, '${firstUuid}') AS carrier_id, m.state,
          CASE WHEN m.state IN ('FAILED', 'REJECTED', 'UNKNOWN') THEN m.reason END AS reason, d.bucket,
          coalesce(d.sender, '') AS sender, coalesce(d.key_id, '${firstUuid}') AS key_id,
          count(*) AS messages, sum(m.price) AS price, coalesce(sum(t.total), 0) AS segments
        FROM accounts a
        CROSS JOIN LATERAL (
          SELECT account_id, id, submission_id, country, state, state_at, price, reason FROM messages
          WHERE account_id = a.id AND id >= $2 AND id < $3 OFFSET 0) m
        LEFT JOIN taken t ON t.message_id = m.id
        LEFT JOIN LATERAL (
          -- float8, because the logarithm of a numeric takes 20 times as long as all the rest
          SELECT s.sender, s.key_id, CASE WHEN m.state = 'DELIVERED' THEN
            floor(${bucketsPerDecade} * log(greatest(${shortestSeconds}::float8,
              date_part('epoch', m.state_at - coalesce(s.scheduled_at, s.accepted_at)))))::smallint END AS bucket
          FROM submissions s WHERE s.account_id = m.account_id AND s.id = m.submission_id LIMIT 1) d ON true
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8),
      numbers AS (
        INSERT INTO traffic AS t (starts_at, ${keysOf.traffic.join(', ')}, ${counts.join(', ')})
        SELECT $1, ${keysOf.traffic.join(', ')}, ${added} FROM counted GROUP BY account_id, country, carrier_id
        ON CONFLICT (starts_at, ${keysOf.traffic.join(', ')}) DO UPDATE ${adding}),
      of_all AS (
        INSERT INTO traffic_of_all AS t (starts_at, ${keysOf.traffic_of_all.join(', ')}, ${counts.join(', ')})
        SELECT $1, ${keysOf.traffic_of_all.join(', ')}, ${added} FROM counted c JOIN accounts a ON a.id = c.account_id
        GROUP BY currency, country, carrier_id
        ON CONFLICT (starts_at, ${keysOf.traffic_of_all.join(', ')}) DO UPDATE ${adding}),
      by_origin AS (
        INSERT INTO traffic_by_origin AS t (starts_at, ${keysOf.traffic_by_origin.join(', ')}, ${counts.join(', ')})
        SELECT $1, ${keysOf.traffic_by_origin.join(', ')}, ${added} FROM counted GROUP BY account_id, sender, key_id
        ON CONFLICT (starts_at, ${keysOf.traffic_by_origin.join(', ')}) DO UPDATE ${adding}),
      reasons AS MATERIALIZED (
        SELECT account_id, ${reasonSql} AS reason, messages FROM counted WHERE state IN ('FAILED', 'REJECTED', 'UNKNOWN')),
      why AS (
        INSERT INTO failures AS t (starts_at, account_id, reason, messages)
        SELECT $1, * FROM (
          ${mostFrequent('SELECT * FROM reasons UNION ALL SELECT NULL, reason, messages FROM reasons')}) f
        ON CONFLICT (starts_at, account_id, reason) DO UPDATE SET messages = t.messages + excluded.messages),
      times AS (
        INSERT INTO delivery_times (starts_at, account_id, buckets, messages)
        SELECT $1, account_id, array_agg(bucket), array_agg(messages) FROM (
          SELECT account_id, bucket, sum(messages) AS messages FROM counted WHERE bucket IS NOT NULL
          GROUP BY GROUPING SETS ((account_id, bucket), (bucket))) b
        GROUP BY account_id)
      SELECT coalesce(sum(messages), 0) AS messages,
        ${sum('messages', `state IN ('SCHEDULED', 'QUEUED', 'SENT', 'UNKNOWN')`)} AS open FROM counted`,
    values: [slice.starts_at, uuidAt(from.getTime()), uuidAt(to.getTime())],
  });
  return { messages: Number(rows[0]!.messages), open: Number(rows[0]!.open) };
}

/** The slice is counted again after `seconds`; undefined: never. */
export async function settleSlice(tx: Queryable, { starts_at }: Slice, seconds: number | undefined): Promise<void> {
  await tx.query(
    `UPDATE traffic_slices SET counted_at = now(), due_at = now() + $2::float8 * interval '1 second' WHERE starts_at = $1`,
    [starts_at, seconds ?? null],
  );
}

/** Merges the slices of the oldest hour that began before this time, if it has several. */
export async function mergeOldestHour(tx: Queryable, before: Date): Promise<boolean> {
  const { rows } = await tx.query<{ hour: Date }>(
    `SELECT date_trunc('hour', starts_at, 'UTC') AS hour FROM traffic_slices
     WHERE ends_at - starts_at < interval '1 hour' AND starts_at < $1 ORDER BY starts_at LIMIT 1`,
    [before],
  );
  if (rows[0] === undefined) return false;
  const hour = [rows[0].hour];
  const minutes = `starts_at >= $1 AND starts_at < $1 + interval '1 hour'`;
  const sums = (keys: readonly string[]) =>
    `(starts_at, ${keys.join(', ')}, ${counts.join(', ')})
     SELECT $1, ${keys.join(', ')}, ${counts.map((column) => `sum(${column})`).join(', ')} FROM gone GROUP BY 2, 3, 4`;
  const merges = {
    traffic: sums(keysOf.traffic),
    traffic_of_all: sums(keysOf.traffic_of_all),
    traffic_by_origin: sums(keysOf.traffic_by_origin),
    failures: `(starts_at, account_id, reason, messages)
      SELECT $1, * FROM (${mostFrequent('SELECT account_id, reason, messages FROM gone')}) f`,
    delivery_times: `SELECT $1, account_id, array_agg(bucket), array_agg(messages) FROM (
        SELECT account_id, u.bucket, sum(u.messages) AS messages FROM gone, unnest(buckets, gone.messages) AS u (bucket, messages)
        GROUP BY 1, 2) b
      GROUP BY account_id`,
    traffic_slices: 'SELECT $1, max(ends_at), min(due_at), min(counted_at) FROM gone',
  };
  for (const [table, merge] of Object.entries(merges))
    await tx.query(
      `WITH gone AS (DELETE FROM ${table} WHERE ${minutes} RETURNING *) INSERT INTO ${table} ${merge}`,
      hour,
    );
  return true;
}
