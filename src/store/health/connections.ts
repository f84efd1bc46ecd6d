import { type Room, usualBudget } from '../../database/budget.ts';
import type { Queryable } from '../../database/db.ts';

/** A process and the connections that are reserved for it. */
export type Promised = { readonly host: string | null; readonly pid: number | null; readonly connections: number };

export type DatabaseConnections = {
  /** The limits of the server, and of the role and the database if they have one. */
  readonly limits: readonly (Omit<Room, 'promised'> & { readonly name: string })[];
  readonly inUse: number;
  readonly processes: readonly Promised[];
};

/** Processes write a heartbeat every 2 s; one that has missed three is ignored. */
const heardOfSeconds = 6;

/**
 * `others`: connections that are not of Hermod on this database, including those of Hermod on another database. Some roles cannot see the
 * type of a backend of another role; the few background workers that are counted in that case do not matter.
 */
export async function findConnections(db: Queryable): Promise<DatabaseConnections> {
  const { rows: limits } = await db.query<DatabaseConnections['limits'][number] & { all: number }>(
    `WITH backends AS (
       SELECT a.datid, a.usesysid, a.datname <> current_database() OR a.application_name NOT LIKE 'hermod%' AS other
       FROM pg_stat_activity a
       WHERE a.datid IS NOT NULL AND a.pid <> pg_backend_pid() AND coalesce(a.backend_type, 'client backend') = 'client backend')
     SELECT 'max_connections' AS name, current_setting('max_connections')::integer AS most,
       current_setting('superuser_reserved_connections')::integer
         + coalesce(current_setting('reserved_connections', true)::integer, 0) AS reserved,
       (SELECT count(*)::integer FROM backends WHERE other) AS others,
       (SELECT count(*)::integer + 1 FROM backends) AS all
     UNION ALL
     SELECT 'the connection limit of role ' || rolname, rolconnlimit, 0,
       (SELECT count(*)::integer FROM backends WHERE other AND usesysid = r.oid), 0
     FROM pg_roles r WHERE rolname = session_user AND rolconnlimit >= 0 AND NOT rolsuper
     UNION ALL
     SELECT 'the connection limit of database ' || datname, datconnlimit, 0,
       (SELECT count(*)::integer FROM backends WHERE other AND datid = d.oid), 0
     FROM pg_database d WHERE datname = current_database() AND datconnlimit >= 0`,
  );
  const { rows: processes } = await db.query<Promised>(
    `SELECT host, pid, coalesce(connections, ${usualBudget}) AS connections FROM workers
     WHERE seen_at > now() - interval '${heardOfSeconds} seconds'`,
  );
  return { limits, inUse: limits[0]!.all, processes };
}
