import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import { erased } from '../../domain/message/erasure.ts';
import type { State } from '../../domain/message/message.ts';
import { uuidAt, uuidsSince, uuidTime } from '../../domain/uuid.ts';
import { type Looked, type ScanWindow, type Walked, walkBack } from '../scan/walk.ts';
import { partitionStarts } from '../schema/partitions.ts';
import { contentShown, type MessageRow, messageShown, withSubmission } from './messages.ts';
import { firstOfCarrier } from './parts.ts';
import { togetherMs } from './recorded.ts';

export type AnyMessageRow = MessageRow & { readonly account_id: string };

export type MessageFilter = {
  /** Undefined for all accounts. */
  readonly accountId?: string | undefined;
  readonly before: string;
  readonly from: string;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
  readonly states?: readonly State[] | undefined;
  readonly scheduled?: boolean | undefined;
  readonly sender?: string | undefined;
  readonly destination?: string | undefined;
  readonly country?: string | undefined;
  /** Only messages that this carrier has accepted or is about to get. */
  readonly carrierId?: string | undefined;
  /** Only messages of this request. */
  readonly submissionId?: string | undefined;
  readonly reason?: string | undefined;
  /** A part of the text, ignoring case. */
  readonly text?: string | undefined;
  readonly reference?: string | undefined;
  readonly content: boolean;
  /** Texts with verification codes, for the phones of the simulator. */
  readonly asSent?: boolean | undefined;
};

/** Search time of one page, in milliseconds; the running step adds some tens of milliseconds. */
const pageMs = 80;

/**
 * Newest first, of one account or of all. A page of a selective search may be short or empty although more pages follow; the result
 * says how far the search has come.
 */
export async function listMessages(db: Db, filter: MessageFilter): Promise<Walked<AnyMessageRow>> {
  const until = performance.now() + pageMs;
  const isOver = () => performance.now() > until;
  if (filter.submissionId !== undefined) return walkMessages(db, await aroundRequest(db, filter), isOver);
  return (await searchIndex(db, filter, isOver)) ?? walkMessages(db, filter, isOver);
}

/** The filter with the ids that messages of the request can have: that of its only message, which may be older, or those that follow. */
async function aroundRequest(db: Queryable, filter: MessageFilter): Promise<MessageFilter> {
  const submissionId = filter.submissionId!;
  const { rows } = await db.query<{ message_id: string | null }>({
    name: 'message of a charge',
    text: `SELECT l.message_id FROM accounts a, LATERAL (
        SELECT message_id FROM ledger WHERE account_id = a.id AND id = $1 AND kind = 'charge' OFFSET 0) l
      WHERE $2::uuid IS NULL OR a.id = $2`,
    values: [submissionId, filter.accountId ?? null],
  });
  const from = rows[0]?.message_id ?? submissionId;
  const before = uuidAt(uuidTime(from) + togetherMs);
  return {
    ...filter,
    from: from > filter.from ? from : filter.from,
    before: before < filter.before ? before : filter.before,
  };
}

/** $1 to $12 of both statements. */
const filterValues = (filter: MessageFilter): unknown[] => [
  filter.content,
  filter.asSent ?? false,
  filter.accountId ?? null,
  filter.states ?? null,
  filter.country ?? null,
  filter.scheduled ?? null,
  filter.sender ?? null,
  filter.since ?? null,
  filter.until ?? null,
  filter.destination ?? null,
  filter.reason ?? null,
  filter.text ?? null,
];
const ofMessage = `($3::uuid IS NULL OR m.account_id = $3) AND ($4::text[] IS NULL OR m.state = ANY ($4))
      AND ($5::text IS NULL OR m.country = $5) AND ($11::text IS NULL OR m.reason = $11)
      AND ($12::text IS NULL OR m.destination <> '${erased}')`;
const ofSubmission = `($6::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $6) AND ($7::text IS NULL OR s.sender = $7)
      AND ($8::timestamptz IS NULL OR s.accepted_at >= $8) AND ($9::timestamptz IS NULL OR s.accepted_at < $9)
      AND ($12::text IS NULL OR strpos(lower(${contentShown}), lower($12)) > 0)`;
const columns = `m.account_id, ${messageShown}, CASE WHEN $2 THEN s.content WHEN $1 THEN ${contentShown} END AS content`;

/** Walks through the messages from the newest, until the page is full or its time is over. */
function walkMessages(db: Db, filter: MessageFilter, isOver: () => boolean): Promise<Walked<AnyMessageRow>> {
  const { before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) => {
    const walk = { before, from, limit, now: Date.now(), mostInWindow };
    if (!isOfOneAccount(filter)) {
      const look = (window: ScanWindow, most: number) => query(tx, filter, window, { most, rows: limit });
      return walkBack({ ...walk, look, isOver });
    }
    const look = inPieces(tx, filter);
    const isLate = (seen: number) => seen >= mostInWindow && isOver();
    return walkBack({ ...walk, look, isOver: isLate, firstWindowMs: Number.POSITIVE_INFINITY });
  });
}

/** Rows returned by one query: parsing a thousand blocks the event loop for 20 ms. Reads as many at first, more if few match. */
const mostInPiece = 100;

function inPieces(tx: Queryable, filter: MessageFilter) {
  const rows = Math.min(filter.limit, mostInPiece);
  let looked = mostInPiece;
  return async (window: ScanWindow, most: number): Promise<Looked<AnyMessageRow>> => {
    const found = await query(tx, filter, window, { most: Math.min(looked, most), rows });
    looked = found.rows.length < rows / 2 ? looked * 4 : mostInPiece;
    return found;
  };
}

/** A window is read to its end even if the time is over: 2 µs a row, and 8 µs with its request. */
const mostInWindow = 2_500;

/**
 * The messages of one account are in the order of one index, so every row that is read counts. With a carrier, all accounts are walked
 * through: its parts are found by their time only, and the messages of a small account may be days apart.
 */
const isOfOneAccount = ({ accountId, carrierId }: MessageFilter): boolean =>
  accountId !== undefined && carrierId === undefined;

async function query(
  db: Queryable,
  filter: MessageFilter,
  window: ScanWindow,
  at: { readonly most: number; readonly rows: number },
): Promise<Looked<AnyMessageRow>> {
  const ofOne = isOfOneAccount(filter);
  const enough = isFiltered(filter) ? at.most + Number(!ofOne) : at.rows;
  const { rows } = await db.query<AnyMessageRow & { seen: string; oldest: string | null }>({
    name: 'messages',
    text,
    values: [
      ...filterValues(filter),
      ...[window.from, window.before, at.most + 1, at.rows, enough],
      ...[
        ofOne ? filter.accountId : null,
        filter.carrierId ?? null,
        filter.submissionId ?? null,
        filter.reference ?? null,
      ],
    ],
  });
  const { seen, oldest } = rows[0]!;
  const found = rows.filter(({ id }) => id !== null);
  const looked = { rows: found, seen: Number(seen) };
  if (!ofOne) return looked;
  // Rows below the last one of a full piece may match as well: they are read, and counted, again.
  if (found.length === at.rows) return { rows: found, seen: found.length, reached: found.at(-1)!.id };
  return { ...looked, reached: looked.seen === enough ? oldest! : undefined };
}

/** Submissions are joined last, for as few rows as possible. */
const text = `WITH seen AS MATERIALIZED (
    SELECT m.* FROM accounts a, LATERAL (
      SELECT * FROM messages WHERE account_id = a.id AND id >= $13 AND id < $14 ORDER BY id DESC LIMIT $17) m
    WHERE ($18::uuid IS NULL OR a.id = $18) LIMIT $15),
  -- IS NOT DISTINCT FROM matches no other index, so the block index on ids is used; not read at all if the window is read again
  taken AS MATERIALIZED (
    SELECT message_id FROM parts
    WHERE $19::uuid IS NOT NULL AND (SELECT count(*) FROM seen) < $15 AND carrier_id IS NOT DISTINCT FROM $19
      AND message_id >= (SELECT id FROM seen ORDER BY id LIMIT 1) AND message_id <= (SELECT id FROM seen ORDER BY id DESC LIMIT 1)),
  -- limited to the page if no condition on the submission remains
  likely AS (
    SELECT * FROM seen m
    WHERE ${ofMessage} AND ($10::text IS NULL OR m.destination = $10) AND ($20::uuid IS NULL OR m.submission_id = $20)
      AND ($19::uuid IS NULL OR m.carrier_id = $19 OR m.id IN (SELECT message_id FROM taken))
    ORDER BY m.id DESC
    LIMIT CASE WHEN $6::boolean IS NULL AND $7::text IS NULL AND $8::timestamptz IS NULL AND $9::timestamptz IS NULL
        AND $12::text IS NULL AND $21::text IS NULL THEN $16::bigint END),
  fitting AS (
    SELECT ${columns} FROM likely m ${withSubmission} WHERE ${ofSubmission} AND ($21::text IS NULL OR s.reference = $21)
    ORDER BY m.id DESC LIMIT $16)
  SELECT f.*, t.seen, CASE WHEN $18::uuid IS NOT NULL THEN (SELECT id FROM seen ORDER BY id LIMIT 1) END AS oldest
  FROM (SELECT count(*) AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`;

/** Without a filter every row matches, and no more than a page is read of an account. */
function isFiltered(filter: MessageFilter): boolean {
  const { states, scheduled, sender, since, until, destination, country, carrierId, submissionId } = filter;
  const { reason, text: part, reference } = filter;
  const ofMessages = [states, scheduled, sender, since, until, destination, country, carrierId, submissionId];
  return [...ofMessages, reason, part, reference].some((value) => value !== undefined);
}

/** With more messages to the number or with the reference than this in a week, or more requests with it, over all accounts, walking is faster: matches are everywhere. */
const mostInWeek = 10_000;
/** New blocks are not indexed yet and have to be read; there may be many. */
const longestSearch = '1s';

/**
 * Messages to one number, found by the block index on destinations, or with one reference, found by its index, which is fast if few of
 * many messages match. Week by week from the newest, until the page is full or its time is over. Undefined if the index does not help with the first week.
 */
async function searchIndex(db: Db, filter: MessageFilter, isOver: () => boolean) {
  if (filter.destination === undefined && filter.reference === undefined) return undefined;
  const rows: AnyMessageRow[] = [];
  const weeks = weeksOf(filter, await partitionStarts(db, 'messages'));
  for (const [place, week] of weeks.entries()) {
    if (place > 0 && isOver()) return { rows, lastSeen: week.before, complete: false };
    const found = await searchWeek(db, { ...filter, limit: filter.limit - rows.length }, week);
    if (found === undefined) return place === 0 ? undefined : { rows, lastSeen: week.before, complete: false };
    rows.push(...found);
    if (rows.length === filter.limit) return { rows, lastSeen: rows.at(-1)!.id, complete: false };
  }
  return { rows, lastSeen: undefined, complete: true };
}

/** Without future weeks, which are empty. */
function weeksOf({ from, before }: MessageFilter, starts: readonly string[]): ScanWindow[] {
  const weeks: ScanWindow[] = [];
  const [, ahead] = uuidsSince(0, Date.now());
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
function searchWeek(db: Db, filter: MessageFilter, week: ScanWindow): Promise<AnyMessageRow[] | undefined> {
  const { carrierId, limit, reference } = filter;
  return readWithout(db, 'indexscan', async (tx) => {
    // A generic plan takes the ids for a small part of the week, and reads all of it by their block index.
    await tx.query(`SET LOCAL statement_timeout = '${longestSearch}'; SET LOCAL plan_cache_mode = force_custom_plan`);
    const { rows } = await tx.query<Found & { seen: string }>({
      ...(reference === undefined ? toOneNumber : withReference),
      values: [
        ...filterValues(filter),
        // The carrier is compared afterwards.
        ...[week.from, week.before, carrierId === undefined ? limit : mostInWeek],
        ...(reference === undefined ? [] : [reference, uuidAt(uuidTime(week.from) - togetherMs)]),
      ],
    });
    if (Number(rows[0]!.seen) > mostInWeek) return undefined;
    const found = rows.filter(({ id }) => id !== null);
    return carrierId === undefined ? found : await firstOfCarrier(tx, found, carrierId, limit);
  }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '57014') throw error;
    return undefined;
  });
}

/** The account is compared after the limit, because messages of others have to be read as well. */
const searchText = (found: string, before = '', count = 'count(*)'): string => `WITH ${before} seen AS MATERIALIZED (
    ${found} LIMIT ${mostInWeek + 1}),
  fitting AS (
    SELECT m.carrier_id, ${columns} FROM seen m ${withSubmission} WHERE ${ofMessage} AND ${ofSubmission}
    ORDER BY m.id DESC LIMIT $15)
  SELECT f.*, t.seen FROM (SELECT ${count} AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`;

const toOneNumber = {
  name: 'messages to one number',
  text: searchText('SELECT * FROM messages WHERE destination = $10 AND id >= $13 AND id < $14'),
};

const mostRequests = 1_000;

/** A request created after its message, by replace_sm or from parts, names the message in its charge. */
const withReference = {
  name: 'messages with one reference',
  text: searchText(
    `SELECT m.* FROM requests s
    LEFT JOIN LATERAL (SELECT message_id FROM ledger WHERE account_id = s.account_id AND id = s.id AND kind = 'charge' OFFSET 0) l ON true,
    LATERAL (SELECT * FROM messages WHERE account_id = s.account_id AND id >= coalesce(l.message_id, s.id)
      AND id <= coalesce(l.message_id, uuid_after(s.id, ${togetherMs})) AND submission_id = s.id OFFSET 0) m
    WHERE (SELECT count(*) FROM requests) <= ${mostRequests} AND m.id >= $13 AND m.id < $14
      AND ($10::text IS NULL OR m.destination = $10)`,
    `requests AS MATERIALIZED (
    SELECT account_id, id FROM submissions WHERE reference = $16 AND id >= $17 AND ($3::uuid IS NULL OR account_id = $3)
    LIMIT ${mostRequests + 1}),`,
    `CASE WHEN (SELECT count(*) FROM requests) > ${mostRequests} THEN ${mostInWeek + 1} ELSE count(*) END`,
  ),
};

type Found = AnyMessageRow & { readonly carrier_id: string | null };
