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

/** Undefined if there is no such account. */
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
