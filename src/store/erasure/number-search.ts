import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import type { AnyMessageRow, MessageFilter } from '../message/all-messages.ts';
import { contentShown, shown, withSubmission } from '../message/messages.ts';
import { takenBy } from '../message/parts.ts';
import { uuidsSince } from '../scan/span.ts';
import type { Walked, Window } from '../scan/walk.ts';
import { partitionStarts } from '../schema/partitions.ts';

/** With more messages to the number than this in a week, over all accounts, walking is faster: matches are everywhere. */
const mostToOneNumber = 10_000;
/** New blocks are not indexed yet and have to be read; there may be many. */
const longestSearch = '1s';

/**
 * Messages to one number, found by the block index on destinations, which is fast if few of many messages match. Week by week from the
 * newest, until the page is full or its time is over. Undefined if the index does not help with the first week.
 */
export async function searchNumber(
  db: Db,
  filter: MessageFilter,
  destination: string,
  isOver: () => boolean,
): Promise<Walked<AnyMessageRow> | undefined> {
  const rows: AnyMessageRow[] = [];
  const weeks = weeksOf(filter, await partitionStarts(db, 'messages'));
  for (const [place, week] of weeks.entries()) {
    if (place > 0 && isOver()) return { rows, lastSeen: week.before, complete: false };
    const found = await searchWeek(db, { ...filter, limit: filter.limit - rows.length }, destination, week);
    if (found === undefined) return place === 0 ? undefined : { rows, lastSeen: week.before, complete: false };
    rows.push(...found);
    if (rows.length === filter.limit) return { rows, lastSeen: rows.at(-1)!.id, complete: false };
  }
  return { rows, lastSeen: undefined, complete: true };
}

/** Without future weeks, which are empty. */
function weeksOf({ from, before }: MessageFilter, starts: readonly string[]): Window[] {
  const weeks: Window[] = [];
  const [, ahead] = uuidsSince(Date.now());
  let end = before < ahead ? before : ahead;
  for (const start of starts) {
    if (start >= end) continue;
    weeks.push({ from: start < from ? from : start, before: end });
    if (start <= from) break;
    end = start;
  }
  return weeks;
}

/** Undefined if there are too many matches, or it takes too long. */
async function searchWeek(
  db: Db,
  filter: MessageFilter,
  destination: string,
  week: Window,
): Promise<AnyMessageRow[] | undefined> {
  return readWithout(db, 'indexscan', async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = '${longestSearch}'`);
    const { rows, seen } = await query(tx, filter, destination, week);
    if (seen > mostToOneNumber) return undefined;
    return filter.carrierId === undefined ? rows : await ofCarrier(tx, rows, filter.carrierId, filter.limit);
  }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    return undefined;
  });
}

const checkedTogether = 200;

type Found = AnyMessageRow & { readonly carrier_id: string | null };

/** The first of them that this carrier has accepted, or is about to get. */
async function ofCarrier(
  db: Queryable,
  rows: readonly Found[],
  carrierId: string,
  limit: number,
): Promise<AnyMessageRow[]> {
  const found: AnyMessageRow[] = [];
  for (let place = 0; place < rows.length && found.length < limit; place += checkedTogether) {
    const some = rows.slice(place, place + checkedTogether);
    const ids = some.map(({ id }) => id);
    const taken = await takenBy(db, carrierId, ids);
    found.push(...some.filter(({ id, carrier_id }) => carrier_id === carrierId || taken.has(id)));
  }
  return found.slice(0, limit);
}

async function query(db: Queryable, filter: MessageFilter, destination: string, week: Window) {
  const { rows } = await db.query<Found & { seen: string }>({
    name: 'messages to one number',
    // The account is compared after the limit, because messages of others have to be read as well.
    text: `WITH seen AS MATERIALIZED (
        SELECT * FROM messages WHERE destination = $1 AND id >= $2 AND id < $3 LIMIT ${mostToOneNumber + 1}),
      fitting AS (
        SELECT m.account_id, m.carrier_id, ${shown}, CASE WHEN $13 THEN s.content WHEN $4 THEN ${contentShown} END AS content
        FROM seen m ${withSubmission}
        WHERE ($5::uuid IS NULL OR m.account_id = $5) AND ($6::text[] IS NULL OR m.state = ANY ($6))
          AND ($7::text IS NULL OR m.country = $7)
          AND ($8::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $8) AND ($9::text IS NULL OR s.sender = $9)
          AND ($10::timestamptz IS NULL OR s.accepted_at >= $10) AND ($11::timestamptz IS NULL OR s.accepted_at < $11)
        ORDER BY m.id DESC LIMIT $12)
      SELECT f.*, t.seen FROM (SELECT count(*) AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`,
    values: [
      destination,
      week.from,
      week.before,
      filter.content,
      filter.accountId ?? null,
      filter.states ?? null,
      filter.country ?? null,
      filter.scheduled ?? null,
      filter.sender ?? null,
      filter.since ?? null,
      filter.until ?? null,
      // The carrier is compared afterwards.
      filter.carrierId === undefined ? filter.limit : mostToOneNumber,
      filter.asSent ?? false,
    ],
  });
  return { rows: rows.filter(({ id }) => id !== null), seen: Number(rows[0]!.seen) };
}
