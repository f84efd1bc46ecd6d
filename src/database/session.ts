import pg from 'pg';
import { hostsOf } from './hosts.ts';
import { types } from './pool.ts';

/**
 * Settings that the statements rely on, whatever the defaults of the server, the database or the role. Set after connecting and
 * not in the startup packet, where a pooler such as PgBouncer rejects unknown parameters.
 */
const expected = [
  // The driver reads only these formats.
  "DateStyle = 'ISO, MDY'",
  'IntervalStyle = postgres',
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  // Hours and days are those of UTC.
  "TimeZone = 'UTC'",
  'standard_conforming_strings = on',
  'array_nulls = on',
  // Concurrent statements wait for each other and then see what was committed: only at this level.
  "default_transaction_isolation = 'read committed'",
  'default_transaction_deferrable = off',
  // The statement timeout bounds the wait for a lock; the pool closes idle connections.
  'lock_timeout = 0',
  'idle_session_timeout = 0',
  /**
   * Plans are made once per connection, often while tables are still empty, and would then scan them for the life of the
   * connection: 790 µs per receipt instead of 40. Every hot statement has an index. No statement, not even a search, uses more
   * than one processor.
   */
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
  'max_parallel_workers_per_gather = 0',
  // With enable_seqscan = off a scan has a high cost, and JIT would compile it for longer than it runs.
  'jit = off',
];

export type SessionLimits = {
  /** A statement that runs longer than its caller waits only holds locks. 0: no limit. */
  readonly statementMs: number;
  /** A transaction whose process hangs, or whose connection is silent, keeps its locks. 0: no limit. */
  readonly idleMs: number;
};

/** The oldest supported server does not know this parameter and would reject it. */
const transactionTimeout =
  "SELECT CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN set_config('transaction_timeout', '0', false) END";

const settingsOf = ({ statementMs, idleMs }: SessionLimits): string =>
  [...expected, `statement_timeout = ${statementMs}`, `idle_in_transaction_session_timeout = ${idleMs}`]
    .map((setting) => `SET ${setting}`)
    .join('; ');

/** The server is a standby: after a failover, or because DATABASE_URL is wrong. It accepts no writes. */
export class StandbyError extends Error {
  readonly code = '25006';
  constructor() {
    super('the server is a read-only standby');
    this.name = 'StandbyError';
  }
}

/**
 * A primary that has crashed may show commits that its synchronous standby does not have yet, and that a failover loses. Reading one of
 * them, for example the result of a statement whose response was lost, does not prove that it is safe. This transaction does: it writes
 * to the WAL, and its commit waits until the standby has everything up to it. Without a synchronous standby it does nothing.
 */
const awaitStandby = `SELECT pg_logical_emit_message(true, 'hermod', '')
  WHERE NOT pg_is_in_recovery() AND current_setting('synchronous_standby_names') <> ''`;

/** Applies the settings to a new connection in one round trip; throws for a standby. */
export async function prepareSession(
  client: pg.ClientBase,
  limits: SessionLimits,
  { awaitsStandby = false } = {},
): Promise<void> {
  const barrier = awaitsStandby ? `${awaitStandby}; ` : '';
  const answer: unknown = await client.query(
    `${settingsOf(limits)}; ${transactionTimeout}; ${barrier}SELECT pg_is_in_recovery() AS standby`,
  );
  const last = [answer].flat().at(-1) as pg.QueryResult<{ standby?: boolean }>;
  if (last.rows.at(-1)?.standby === true) throw new StandbyError();
}

/** One connection outside a pool, to the first server that accepts writes. */
export function connectOne(
  url: string,
  config: pg.ClientConfig,
  limits: SessionLimits = { statementMs: 0, idleMs: 0 },
): Promise<pg.Client> {
  return connectFirst(url, { types, ...config }, (client) => prepareSession(client, limits));
}

/** One connection to the first server that answers and is accepted by `prepare`. */
export async function connectFirst(
  url: string,
  config: pg.ClientConfig,
  prepare: (client: pg.Client) => Promise<void> = async () => {},
): Promise<pg.Client> {
  let failure: unknown;
  for (const connectionString of hostsOf(url)) {
    const client = new pg.Client({ ...config, connectionString });
    // Without a listener, a broken connection would end the process; its statement fails anyway.
    client.on('error', () => {});
    try {
      await client.connect();
      await prepare(client);
      return client;
    } catch (error) {
      failure = error;
      await client.end().catch(() => {});
    }
  }
  throw failure;
}
