import { newId } from '../../base/ids.ts';
import type { Queryable } from '../../database/db.ts';
import type { VerifyLimits } from '../../domain/verify/limits.ts';
import { Sql, upsertRow } from '../row.ts';

/** What an operator may set for one account. */
export type OwnLimits = Partial<Omit<VerifyLimits, 'windowHours'>>;

type VerifySettings = {
  readonly name: string;
  readonly templates: ReadonlyMap<string, string>;
  readonly limits: OwnLimits;
};

type Row = { readonly name: string; readonly templates: Record<string, string>; readonly limits: OwnLimits };

/** Undefined if the account does not exist. */
export async function findVerifySettings(db: Queryable, accountId: string): Promise<VerifySettings | undefined> {
  const { rows } = await db.query<Row>({
    name: 'verify settings',
    text: `SELECT a.name,
        coalesce((SELECT json_object_agg(t.language, t.template) FROM verify_templates t WHERE t.account_id = a.id), '{}') AS templates,
        coalesce((SELECT json_strip_nulls(json_build_object('perNumber', l.per_number, 'perPrefix', l.per_prefix,
            'freshPrefix', l.fresh_prefix, 'perAccount', l.per_account, 'conversion', l.conversion))
          FROM verify_limits l WHERE l.account_id = a.id), '{}') AS limits
      FROM accounts a WHERE a.id = $1`,
    values: [accountId],
  });
  const [row] = rows;
  return row && { ...row, templates: new Map(Object.entries(row.templates)) };
}

const noLimits = { perNumber: null, perPrefix: null, freshPrefix: null, perAccount: null, conversion: null };

export async function storeLimits(tx: Queryable, accountId: string, limits: OwnLimits): Promise<void> {
  await upsertRow(tx, 'verify_limits', { accountId }, { ...noLimits, ...limits });
}

export async function storeTemplate(db: Queryable, accountId: string, language: string, template: string) {
  const values = { template, updatedAt: new Sql('now()') };
  await upsertRow(db, 'verify_templates', { accountId, language }, values);
}

/** False if the account had none. */
export async function deleteTemplate(db: Queryable, accountId: string, language: string): Promise<boolean> {
  const sql = 'DELETE FROM verify_templates WHERE account_id = $1 AND language = $2';
  return (await db.query(sql, [accountId, language])).rowCount === 1;
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

type NewBlock = Pick<BlockRow, 'scope' | 'started' | 'confirmed'> & {
  readonly accountId: string;
  readonly hours: number;
};

/** Replaces a block that has ended. Returns when the new block ends. */
export async function insertBlock(tx: Queryable, { accountId, scope, hours, ...counts }: NewBlock): Promise<Date> {
  const span = { since: new Sql('now()'), until: new Sql(`now() + interval '${hours} hours'`) };
  const values = { id: newId(), ...span, ...counts };
  const { rows } = await upsertRow<{ until: Date }>(
    tx,
    'verify_blocks',
    { accountId, scope },
    values,
    'RETURNING until',
  );
  return rows[0]!.until;
}

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

/** Also discards the counts that caused the block, since the next code would otherwise cause it again. Call `lockVerify` first. */
export async function deleteBlock(tx: Queryable, { id, account_id, scope }: BlockRow): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM verify_blocks WHERE id = $1', [id]);
  await tx.query(
    'UPDATE verify_counts SET excused = greatest(started - confirmed, 0) WHERE account_id = $1 AND scope = $2',
    [account_id, scope],
  );
  return rowCount === 1;
}
