import type { Queryable } from '../db.ts';
import type { MessageFilter, MessageRow } from './messages.ts';
import { type Walked, type Window, walkBack } from './walk.ts';

/** Messages of all accounts, as the operator sees them. */
export type AnyMessageRow = MessageRow & { readonly account_id: string };

export type AnyMessageFilter = Omit<MessageFilter, 'accountId'> & {
  readonly accountId?: string | undefined;
  readonly country?: string | undefined;
};

type Found = { readonly rows: AnyMessageRow[]; readonly seen: number };

/** A number with more messages than this is found by walking: they are everywhere. */
const mostToOneNumber = 10_000;

export async function listAllMessages(db: Queryable, filter: AnyMessageFilter): Promise<Walked<AnyMessageRow>> {
  if (filter.destination !== undefined) {
    const found = await query(db, toOneNumber, filter, filter, mostToOneNumber);
    if (found.seen <= mostToOneNumber) {
      return { rows: found.rows, lastSeen: found.rows.at(-1)?.id, complete: found.rows.length < filter.limit };
    }
  }
  const { before, from, limit } = filter;
  return walkBack({
    before,
    from,
    limit,
    now: Date.now(),
    look: (window, most) => query(db, ofEveryAccount, filter, window, most),
  });
}

const ofEveryAccount = `SELECT m.* FROM accounts a, LATERAL (
    SELECT * FROM messages WHERE account_id = a.id AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $14) m
  WHERE ($5::uuid IS NULL OR a.id = $5) LIMIT $4`;

/** By the block index on destinations. */
const toOneNumber = `SELECT * FROM messages
  WHERE destination = $11 AND id >= $1 AND id < $2 AND ($5::uuid IS NULL OR account_id = $5) LIMIT $4`;

async function query(
  db: Queryable,
  seen: string,
  filter: AnyMessageFilter,
  window: Window,
  most: number,
): Promise<Found> {
  const { rows } = await db.query<AnyMessageRow & { seen: string }>({
    name: seen === toOneNumber ? 'messages to one number' : 'messages of every account',
    text: `WITH seen AS MATERIALIZED (${seen}),
      fitting AS (
        SELECT m.account_id, m.id, m.state, m.destination, m.country, m.price, m.state_at, m.reason,
          s.sender, s.segments, s.encoding, s.scheduled_at, s.accepted_at, CASE WHEN $3 THEN s.content END AS content
        FROM seen m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
        WHERE ($6::text[] IS NULL OR m.state = ANY ($6)) AND ($7::boolean IS NULL OR (s.scheduled_at IS NOT NULL) = $7)
          AND ($8::text IS NULL OR s.sender = $8)
          AND ($9::timestamptz IS NULL OR s.accepted_at >= $9) AND ($10::timestamptz IS NULL OR s.accepted_at < $10)
          AND ($11::text IS NULL OR m.destination = $11) AND ($12::text IS NULL OR m.country = $12)
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
      ...(seen === ofEveryAccount ? [isFiltered(filter) ? most + 1 : filter.limit] : []),
    ],
  });
  return { rows: rows.filter(({ id }) => id !== null), seen: Number(rows[0]!.seen) };
}

/** Without a filter every row fits, and no account has to show more than a page. */
function isFiltered({ states, scheduled, sender, since, until, destination, country }: AnyMessageFilter): boolean {
  return [states, scheduled, sender, since, until, destination, country].some((value) => value !== undefined);
}
