import type { Queryable } from '../../database/db.ts';

export type NewBlock = {
  readonly id: string;
  readonly accountId: string;
  readonly scope: string;
  readonly hours: number;
  readonly started: number;
  readonly confirmed: number;
};

/** Replaces one that has ended. Returns when the block ends. */
export async function insertBlock(tx: Queryable, block: NewBlock): Promise<Date> {
  const { id, accountId, scope, hours, started, confirmed } = block;
  const { rows } = await tx.query<{ until: Date }>(
    `INSERT INTO verify_blocks (id, account_id, scope, until, started, confirmed)
     VALUES ($1, $2, $3, now() + $4 * interval '1 hour', $5, $6)
     ON CONFLICT (account_id, scope) DO UPDATE SET id = excluded.id, since = now(), until = excluded.until,
       started = excluded.started, confirmed = excluded.confirmed
     RETURNING until`,
    [id, accountId, scope, hours, started, confirmed],
  );
  return rows[0]!.until;
}

export type BlockRow = {
  readonly id: string;
  readonly account_id: string;
  readonly account: string;
  readonly scope: string;
  readonly since: Date;
  readonly until: Date;
  readonly started: number;
  readonly confirmed: number;
};

const most = 1_000;

const joined = `SELECT b.*, coalesce(a.name, '') AS account FROM verify_blocks b LEFT JOIN accounts a ON a.id = b.account_id`;

/** Active blocks, latest first. */
export async function listBlocks(db: Queryable, accountId?: string): Promise<BlockRow[]> {
  const { rows } = await db.query<BlockRow>(
    `${joined} WHERE b.until > now() AND ($1::uuid IS NULL OR b.account_id = $1) ORDER BY b.since DESC, b.id LIMIT ${most}`,
    [accountId ?? null],
  );
  return rows;
}

export async function countBlocks(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::integer FROM verify_blocks WHERE until > now()');
  return rows[0]!.count;
}

export async function findBlock(tx: Queryable, id: string): Promise<BlockRow | undefined> {
  return (await tx.query<BlockRow>(`${joined} WHERE b.id = $1 AND b.until > now()`, [id])).rows[0];
}

/** Also excuses the counts that caused it: otherwise the next code would bring it back. Call `lockVerify` first. */
export async function deleteBlock(tx: Queryable, { id, account_id, scope }: BlockRow): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM verify_blocks WHERE id = $1', [id]);
  await tx.query(
    'UPDATE verify_counts SET excused = greatest(started - confirmed, 0) WHERE account_id = $1 AND scope = $2',
    [account_id, scope],
  );
  return rowCount === 1;
}
