import type { Queryable } from '../db.ts';

/** A receipt that belongs to no message we know, for people who look for the reason. */
export type UnmatchedRow = {
  readonly id: string;
  readonly carrier_id: string;
  readonly keys: string[];
  readonly outcome: string;
  readonly destination: string;
  readonly error: string | null;
  readonly text: string;
  readonly received_at: Date;
};

export type UnmatchedFilter = {
  readonly before: string;
  readonly limit: number;
  readonly carrierId?: string | undefined;
};

export type UnmatchedPage = {
  readonly rows: UnmatchedRow[];
  readonly lastSeen: string | undefined;
  readonly complete: boolean;
};

/** Rows one page may look at, as in the list of messages. */
const mostLookedAt = 20_000;

/** Newest first. */
export async function listUnmatched(
  db: Queryable,
  { before, limit, carrierId }: UnmatchedFilter,
): Promise<UnmatchedPage> {
  const scan = carrierId === undefined ? limit : mostLookedAt;
  const { rows } = await db.query<UnmatchedRow & { seen: string; oldest: string | null }>(
    `WITH seen AS MATERIALIZED (SELECT * FROM unmatched_receipts WHERE id < $1 ORDER BY id DESC LIMIT $2),
     fitting AS (SELECT * FROM seen WHERE ($3::uuid IS NULL OR carrier_id = $3) ORDER BY id DESC LIMIT $4)
     SELECT f.*, t.* FROM (SELECT count(*) AS seen, min(id::text) AS oldest FROM seen) t LEFT JOIN fitting f ON true
     ORDER BY f.id DESC`,
    [before, scan, carrierId ?? null, limit],
  );
  const found = rows.filter((row) => row.id !== null);
  if (found.length === limit) return { rows: found, lastSeen: found.at(-1)!.id, complete: false };
  return { rows: found, lastSeen: rows[0]!.oldest ?? undefined, complete: Number(rows[0]!.seen) < scan };
}
