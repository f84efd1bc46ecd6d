import { type Db, type Queryable, readWithout } from '../../db.ts';
import type { AnyMessageFilter, AnyMessageRow } from '../message/all-messages.ts';
import { triesShown } from '../message/messages.ts';
import type { Walked } from '../walk.ts';

/** A number with more messages than this, of whatever accounts, is found by walking: they are everywhere. */
const mostToOneNumber = 10_000;
/** Blocks that were written a moment ago are in no index yet and have to be read; there may be many of them. */
const longestSearch = '1s';

/**
 * Messages to one number by the block index on destinations: any number of messages, few of them to this one. Undefined if that
 * is not so, or takes too long.
 */
export async function searchNumber(
  db: Db,
  filter: AnyMessageFilter,
  destination: string,
): Promise<Walked<AnyMessageRow> | undefined> {
  const { rows, seen } = await readWithout(db, 'indexscan', async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = '${longestSearch}'`);
    return query(tx, filter, destination);
  }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    return { rows: [], seen: Number.POSITIVE_INFINITY };
  });
  if (seen > mostToOneNumber) return undefined;
  return { rows, lastSeen: rows.at(-1)?.id, complete: rows.length < filter.limit };
}

async function query(db: Queryable, filter: AnyMessageFilter, destination: string) {
  const { rows } = await db.query<AnyMessageRow & { seen: string }>({
    name: 'messages to one number',
    // The account is looked at behind the limit: those of others count too, since they have to be read.
    text: `WITH seen AS MATERIALIZED (
        SELECT * FROM messages WHERE destination = $1 AND id >= $2 AND id < $3 LIMIT ${mostToOneNumber + 1}),
      fitting AS (
        SELECT m.account_id, m.id, m.state, m.destination, m.country, m.price, m.state_at, m.reason, ${triesShown},
          s.sender, s.segments, s.encoding, s.scheduled_at, s.accepted_at, CASE WHEN $4 THEN s.content END AS content
        FROM seen m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
        WHERE ($5::uuid IS NULL OR m.account_id = $5) AND ($6::text[] IS NULL OR m.state = ANY ($6))
          AND ($7::text IS NULL OR m.country = $7)
          AND ($8::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $8) AND ($9::text IS NULL OR s.sender = $9)
          AND ($10::timestamptz IS NULL OR s.accepted_at >= $10) AND ($11::timestamptz IS NULL OR s.accepted_at < $11)
        ORDER BY m.id DESC LIMIT $12)
      SELECT f.*, t.seen FROM (SELECT count(*) AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`,
    values: [
      destination,
      filter.from,
      filter.before,
      filter.content,
      filter.accountId ?? null,
      filter.states ?? null,
      filter.country ?? null,
      filter.scheduled ?? null,
      filter.sender ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.limit,
    ],
  });
  return { rows: rows.filter(({ id }) => id !== null), seen: Number(rows[0]!.seen) };
}
