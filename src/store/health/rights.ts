import type { Queryable } from '../../database/db.ts';
import type { RoleRights } from '../../domain/health/rights.ts';

type Surroundings = Pick<RoleRights, 'role' | 'schema' | 'isInstalled' | 'mayCreate'> & {
  readonly hidden: string | null;
};

/** PostgreSQL ignores a schema without USAGE, and its tables, as if it were not in the search_path. */
const surroundings = `
  SELECT current_user AS role, coalesce(own.nspname, hidden.nspname, current_schema())::text AS schema,
    hidden.nspname AS hidden, own.nspname IS NOT NULL OR hidden.nspname IS NOT NULL AS "isInstalled",
    coalesce(has_schema_privilege(coalesce(own.oid, hidden.oid, current_schema()::regnamespace::oid), 'CREATE'), false) AS "mayCreate"
  FROM (SELECT) nothing
  LEFT JOIN pg_class m ON m.oid = to_regclass('schema_migrations')
  LEFT JOIN pg_namespace own ON own.oid = m.relnamespace
  LEFT JOIN LATERAL (
    SELECT n.oid, n.nspname
    FROM regexp_split_to_table(current_setting('search_path'), ',') WITH ORDINALITY AS path (part, place)
    JOIN pg_namespace n ON n.nspname = replace(btrim(part, ' "'), '$user', current_user)
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'schema_migrations'
    WHERE own.oid IS NULL AND NOT has_schema_privilege(n.oid, 'USAGE') ORDER BY place LIMIT 1) hidden ON true`;

/**
 * Relations of the role that migrates, and all partitioned tables: other tables in the same schema are not Hermod's. Partitions are
 * included, because erasure and retention change them directly. An identity column needs no right on its sequence.
 */
const relations = `
  SELECT c.relname AS name, c.relkind AS kind, pg_has_role(c.relowner, 'USAGE') AS owned,
    CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE')
      ELSE has_table_privilege(c.oid, 'SELECT') AND (c.oid = m.oid OR has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')) END AS usable
  FROM pg_class c JOIN pg_class m ON m.oid = 'schema_migrations'::regclass
  WHERE c.relnamespace = m.relnamespace
    AND (c.relkind = 'p' OR c.relispartition AND c.relkind = 'r' OR c.relkind IN ('r', 'S') AND c.relowner = m.relowner)
    AND NOT (c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i'))
  ORDER BY c.relispartition, 1`;

export async function findRights(db: Queryable): Promise<RoleRights> {
  const { hidden, ...around } = (await db.query<Surroundings>(surroundings)).rows[0]!;
  const isReachable = hidden === null;
  if (!around.isInstalled || !isReachable) {
    return { ...around, isReachable, ownsTables: false, missing: [], missingSequences: [] };
  }
  const { rows } = await db.query<{ name: string; kind: string; owned: boolean; usable: boolean }>(relations);
  const locked = (of: (kind: string) => boolean) =>
    rows.filter(({ kind, usable }) => !usable && of(kind)).map(({ name }) => name);
  return {
    ...around,
    isReachable,
    ownsTables: rows.every(({ kind, owned }) => owned || kind !== 'p'),
    missing: locked((kind) => kind !== 'S'),
    missingSequences: locked((kind) => kind === 'S'),
  };
}
