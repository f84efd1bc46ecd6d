import { type Db, type Queryable, readWithout } from '../../db.ts';
import { type Walked, type Window, walkBack } from '../walk.ts';
import { type MessageFilter, type MessageRow, triesShown } from './messages.ts';

/** Messages of all accounts, as the operator sees them. */
export type AnyMessageRow = MessageRow & { readonly account_id: string };

export type AnyMessageFilter = Omit<MessageFilter, 'accountId'> & {
  readonly accountId?: string | undefined;
  readonly country?: string | undefined;
};

type Found = { readonly rows: AnyMessageRow[]; readonly seen: number };

export async function walkMessages(db: Db, filter: AnyMessageFilter): Promise<Walked<AnyMessageRow>> {
  const { before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) => {
    const look = (window: Window, most: number) => query(tx, filter, window, most);
    return walkBack({ before, from, limit, now: Date.now(), look });
  });
}

async function query(db: Queryable, filter: AnyMessageFilter, window: Window, most: number): Promise<Found> {
  const { rows } = await db.query<AnyMessageRow & { seen: string }>({
    name: 'messages of every account',
    text: `WITH seen AS MATERIALIZED (
        SELECT m.* FROM accounts a, LATERAL (
          SELECT * FROM messages WHERE account_id = a.id AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $14) m
        WHERE ($5::uuid IS NULL OR a.id = $5) LIMIT $4),
      -- as many as the page needs, if no condition is left that only the submission can answer
      likely AS (
        SELECT * FROM seen m
        WHERE ($6::text[] IS NULL OR m.state = ANY ($6)) AND ($11::text IS NULL OR m.destination = $11)
          AND ($12::text IS NULL OR m.country = $12)
        ORDER BY m.id DESC
        LIMIT CASE WHEN $7::boolean IS NULL AND $8::text IS NULL AND $9::timestamptz IS NULL AND $10::timestamptz IS NULL
          THEN $13::bigint END),
      fitting AS (
        SELECT m.account_id, m.id, m.state, m.destination, m.country, m.price, m.state_at, m.reason, ${triesShown},
          s.sender, s.segments, s.encoding, s.scheduled_at, s.accepted_at, CASE WHEN $3 THEN s.content END AS content
        FROM likely m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
        WHERE ($7::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $7) AND ($8::text IS NULL OR s.sender = $8)
          AND ($9::timestamptz IS NULL OR s.accepted_at >= $9) AND ($10::timestamptz IS NULL OR s.accepted_at < $10)
        ORDER BY m.id DESC LIMIT $13)
      SELECT f.*, t.seen FROM (SELECT count(*) AS seen FROM seen) t LEFT JOIN fitting f ON true ORDER BY f.id DESC`,
    values: [
      window.from,
      window.before,
      filter.content,
      most + 1,
      filter.accountId ?? null,
      filter.states ?? null,
      filter.scheduled ?? null,
      filter.sender ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.destination ?? null,
      filter.country ?? null,
      filter.limit,
      isFiltered(filter) ? most + 1 : filter.limit,
    ],
  });
  return { rows: rows.filter(({ id }) => id !== null), seen: Number(rows[0]!.seen) };
}

/** Without a filter every row fits, and no account has to show more than a page. */
function isFiltered({ states, scheduled, sender, since, until, destination, country }: AnyMessageFilter): boolean {
  return [states, scheduled, sender, since, until, destination, country].some((value) => value !== undefined);
}
