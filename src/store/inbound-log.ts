import type { Queryable } from '../db.ts';

/** What came in, as the operator sees it. */
export type InboundRow = {
  readonly id: string;
  /** Null: it was sent to nobody we know. */
  readonly account_id: string | null;
  readonly sender_id: string | null;
  readonly carrier_id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly complete: boolean;
  readonly received_at: Date;
};

export type InboundFilter = {
  readonly before: string;
  readonly from: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly sender?: string | undefined;
  readonly recipient?: string | undefined;
};

export type InboundPage = {
  readonly rows: InboundRow[];
  readonly lastSeen: string | undefined;
  readonly complete: boolean;
};

/** Rows one page may look at, as in the list of messages. */
const mostLookedAt = 20_000;

/** Newest first. */
export async function listInbound(db: Queryable, filter: InboundFilter): Promise<InboundPage> {
  const { since, until, sender, recipient, accountId, limit } = filter;
  const isFiltered = [since, until, sender, recipient].some((value) => value !== undefined);
  const scan = isFiltered ? mostLookedAt : limit;
  const owned = accountId === undefined ? '' : 'account_id = $9 AND';
  const { rows } = await db.query<InboundRow & { seen: string; oldest: string | null }>(
    `WITH seen AS MATERIALIZED (
       SELECT * FROM inbound_messages WHERE ${owned} id < $1 AND id >= $2 ORDER BY id DESC LIMIT $3),
     fitting AS (
       SELECT * FROM seen
       WHERE ($4::text IS NULL OR sender = $4) AND ($5::text IS NULL OR recipient = $5)
         AND ($6::timestamptz IS NULL OR received_at >= $6) AND ($7::timestamptz IS NULL OR received_at < $7)
       ORDER BY id DESC LIMIT $8)
     SELECT f.*, t.* FROM (SELECT count(*) AS seen, min(id::text) AS oldest FROM seen) t LEFT JOIN fitting f ON true
     ORDER BY f.id DESC`,
    [
      filter.before,
      filter.from,
      scan,
      sender ?? null,
      recipient ?? null,
      since ?? null,
      until ?? null,
      limit,
      ...(accountId === undefined ? [] : [accountId]),
    ],
  );
  const found = rows.filter((row) => row.id !== null);
  if (found.length === limit) return { rows: found, lastSeen: found.at(-1)!.id, complete: false };
  return { rows: found, lastSeen: rows[0]!.oldest ?? undefined, complete: Number(rows[0]!.seen) < scan };
}
