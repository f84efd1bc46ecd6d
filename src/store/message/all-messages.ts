import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import type { State } from '../../domain/message/message.ts';
import { type Looked, type Walked, type Window, walkBack } from '../scan/walk.ts';
import { contentShown, type MessageRow, shown, withSubmission } from './messages.ts';

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
  /** Accepted by this carrier, or about to be sent to it. */
  readonly carrierId?: string | undefined;
  readonly content: boolean;
  /** Texts with verification codes, for the phones of the simulator. */
  readonly asSent?: boolean | undefined;
};

/** Walks through the messages from the newest, until the page is full or its time is over. */
export async function walkMessages(
  db: Db,
  filter: MessageFilter,
  isOver: () => boolean,
): Promise<Walked<AnyMessageRow>> {
  const { before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) => {
    const walk = { before, from, limit, now: Date.now(), mostInWindow };
    if (!isOfOneAccount(filter)) {
      const look = (window: Window, most: number) => query(tx, filter, window, { most, rows: limit });
      return walkBack({ ...walk, look, isOver });
    }
    const look = inPieces(tx, filter);
    const isLate = (seen: number) => seen >= mostInWindow && isOver();
    return walkBack({ ...walk, look, isOver: isLate, firstWindowMs: Number.POSITIVE_INFINITY });
  });
}

/**
 * Rows returned by one query: parsing a thousand blocks the event loop for 20 ms. The same number is read, and more as soon as few of
 * them match.
 */
const mostInPiece = 100;

function inPieces(
  tx: Queryable,
  filter: MessageFilter,
): (window: Window, most: number) => Promise<Looked<AnyMessageRow>> {
  const rows = Math.min(filter.limit, mostInPiece);
  let looked = mostInPiece;
  return async (window, most) => {
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

type Row = AnyMessageRow & { seen: string; oldest: string | null };

async function query(
  db: Queryable,
  filter: MessageFilter,
  window: Window,
  at: { readonly most: number; readonly rows: number },
): Promise<Looked<AnyMessageRow>> {
  const ofOne = isOfOneAccount(filter);
  const enough = isFiltered(filter) ? at.most + Number(!ofOne) : at.rows;
  const { rows } = await db.query<Row>({
    name: 'messages',
    text,
    values: [
      window.from,
      window.before,
      filter.content,
      at.most + 1,
      ofOne ? filter.accountId : null,
      filter.states ?? null,
      filter.scheduled ?? null,
      filter.sender ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.destination ?? null,
      filter.country ?? null,
      at.rows,
      enough,
      filter.carrierId ?? null,
      filter.accountId ?? null,
      filter.asSent ?? false,
    ],
  });
  const [{ seen, oldest }] = rows as [Row];
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
      SELECT * FROM messages WHERE account_id = a.id AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $14) m
    WHERE ($5::uuid IS NULL OR a.id = $5) LIMIT $4),
  -- IS NOT DISTINCT FROM matches no other index, so the block index on ids is used; not read at all if the window is read again
  taken AS MATERIALIZED (
    SELECT message_id FROM parts
    WHERE $15::uuid IS NOT NULL AND (SELECT count(*) FROM seen) < $4 AND carrier_id IS NOT DISTINCT FROM $15
      AND message_id >= (SELECT id FROM seen ORDER BY id LIMIT 1) AND message_id <= (SELECT id FROM seen ORDER BY id DESC LIMIT 1)),
  -- limited to the page if no condition on the submission remains
  likely AS (
    SELECT * FROM seen m
    WHERE ($6::text[] IS NULL OR m.state = ANY ($6)) AND ($11::text IS NULL OR m.destination = $11)
      AND ($12::text IS NULL OR m.country = $12) AND ($16::uuid IS NULL OR m.account_id = $16)
      AND ($15::uuid IS NULL OR m.carrier_id = $15 OR m.id IN (SELECT message_id FROM taken))
    ORDER BY m.id DESC
    LIMIT CASE WHEN $7::boolean IS NULL AND $8::text IS NULL AND $9::timestamptz IS NULL AND $10::timestamptz IS NULL
      THEN $13::bigint END),
  fitting AS (
    SELECT m.account_id, ${shown}, CASE WHEN $17 THEN s.content WHEN $3 THEN ${contentShown} END AS content FROM likely m ${withSubmission}
    WHERE ($7::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $7) AND ($8::text IS NULL OR s.sender = $8)
      AND ($9::timestamptz IS NULL OR s.accepted_at >= $9) AND ($10::timestamptz IS NULL OR s.accepted_at < $10)
    ORDER BY m.id DESC LIMIT $13)
  SELECT f.*, t.seen, CASE WHEN $5::uuid IS NOT NULL THEN (SELECT id FROM seen ORDER BY id LIMIT 1) END AS oldest
  FROM (SELECT count(*) AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`;

/** Without a filter every row matches, and no more than a page is read of an account. */
function isFiltered(filter: MessageFilter): boolean {
  const { states, scheduled, sender, since, until, destination, country, carrierId } = filter;
  return [states, scheduled, sender, since, until, destination, country, carrierId].some(
    (value) => value !== undefined,
  );
}
