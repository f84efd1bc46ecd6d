import type { Queryable } from '../../database/db.ts';
import type { VerifyLimits } from '../../domain/verify/limits.ts';

/** What an operator may set for one account. */
export type OwnLimits = Partial<Omit<VerifyLimits, 'windowHours'>>;

export type VerifySettings = {
  readonly name: string;
  readonly templates: ReadonlyMap<string, string>;
  readonly limits: OwnLimits;
};

type Row = {
  readonly name: string;
  readonly templates: Record<string, string>;
  readonly limits: Record<string, number | null> | null;
};

const limitsJson = (
  alias: string,
) => `json_build_object('perNumber', ${alias}.per_number, 'perPrefix', ${alias}.per_prefix,
  'freshPrefix', ${alias}.fresh_prefix, 'perAccount', ${alias}.per_account, 'conversion', ${alias}.conversion)`;

/** Undefined if there is no such account. */
export async function findVerifySettings(db: Queryable, accountId: string): Promise<VerifySettings | undefined> {
  const { rows } = await db.query<Row>({
    name: 'verify settings',
    text: `SELECT a.name,
        coalesce((SELECT json_object_agg(t.language, t.template) FROM verify_templates t WHERE t.account_id = a.id), '{}') AS templates,
        (SELECT ${limitsJson('l')} FROM verify_limits l WHERE l.account_id = a.id) AS limits
      FROM accounts a WHERE a.id = $1`,
    values: [accountId],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const limits = Object.fromEntries(Object.entries(row.limits ?? {}).filter(([, value]) => value !== null));
  return { name: row.name, templates: new Map(Object.entries(row.templates)), limits: limits as OwnLimits };
}

export async function storeLimits(tx: Queryable, accountId: string, limits: OwnLimits): Promise<void> {
  await tx.query(
    `INSERT INTO verify_limits (account_id, per_number, per_prefix, fresh_prefix, per_account, conversion)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id) DO UPDATE SET per_number = excluded.per_number,
       per_prefix = excluded.per_prefix, fresh_prefix = excluded.fresh_prefix, per_account = excluded.per_account,
       conversion = excluded.conversion`,
    [
      accountId,
      limits.perNumber ?? null,
      limits.perPrefix ?? null,
      limits.freshPrefix ?? null,
      limits.perAccount ?? null,
      limits.conversion ?? null,
    ],
  );
}

export async function storeTemplate(
  db: Queryable,
  accountId: string,
  language: string,
  template: string,
): Promise<void> {
  await db.query(
    `INSERT INTO verify_templates (account_id, language, template) VALUES ($1, $2, $3)
     ON CONFLICT (account_id, language) DO UPDATE SET template = excluded.template, updated_at = now()`,
    [accountId, language, template],
  );
}

/** False if the account had none. */
export async function deleteTemplate(db: Queryable, accountId: string, language: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM verify_templates WHERE account_id = $1 AND language = $2', [
    accountId,
    language,
  ]);
  return rowCount === 1;
}
