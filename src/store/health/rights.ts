import type { Queryable } from '../../db.ts';

export type Rights = {
  /** Whether the role may make and drop partitions: it owns the tables, or is a member of the role that does. */
  readonly ownsTables: boolean;
  /** Tables that it may not read from and write to. */
  readonly missing: readonly string[];
};

/**
 * Of the tables that belong to whoever migrates, and of all that are partitioned: others in the same schema are none of ours.
 * Partitions are reached through their tables, and need no rights of their own.
 */
export async function findRights(db: Queryable): Promise<Rights> {
  const { rows } = await db.query<{ name: string; partitioned: boolean; owned: boolean; usable: boolean }>(
    `SELECT c.relname AS name, c.relkind = 'p' AS partitioned, pg_has_role(c.relowner, 'USAGE') AS owned,
       has_table_privilege(c.oid, 'SELECT')
         AND (c.oid = m.oid OR has_table_privilege(c.oid, 'INSERT')
           AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')) AS usable
     FROM pg_class c JOIN pg_class m ON m.oid = 'schema_migrations'::regclass
     WHERE c.relnamespace = m.relnamespace AND NOT c.relispartition
       AND (c.relkind = 'p' OR c.relkind = 'r' AND c.relowner = m.relowner) ORDER BY 1`,
  );
  return {
    ownsTables: rows.every(({ partitioned, owned }) => owned || !partitioned),
    missing: rows.filter(({ usable }) => !usable).map(({ name }) => name),
  };
}
