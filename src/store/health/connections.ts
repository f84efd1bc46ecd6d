import { type Room, usualBudget } from '../../database/budget.ts';
import type { Queryable } from '../../database/db.ts';

/** A process whose connections are promised to it, in use or not. */
export type Promised = { readonly host: string | null; readonly pid: number | null; readonly connections: number };

export type Connections = {
  /** All that bounds them: the server, and the role and the database where they have a limit. */
  readonly limits: readonly (Omit<Room, 'promised'> & { readonly name: string })[];
  readonly inUse: number;
  readonly processes: readonly Promised[];
};

/** Processes say every two seconds that they live; one that was killed is forgotten after three times that. */
const heardOfSeconds = 6;

/**
 * Others are all that are not Hermod on this database: another Hermod on another database too. What kind a backend of another
 * role is may only be seen by some; the few helpers of the server that this counts as well do no harm.
 */
export async function findConnections(db: Queryable): Promise<Connections> {
  const { rows: limits } = await db.query<Connections['limits'][number] & { all: number }>(
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
