import pg from 'pg';
import { hostsOf } from './hosts.ts';
import { types } from './times.ts';

/**
 * What the statements rely on, whatever the server, the database or the role has for a default. Said after connecting and
 * not in the startup packet, where a pooler such as PgBouncer refuses what it does not know.
 */
const expected = [
  // The driver reads these formats and no others.
  "DateStyle = 'ISO, MDY'",
  'IntervalStyle = postgres',
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  // Hours and days are those of UTC.
  "TimeZone = 'UTC'",
  'standard_conforming_strings = on',
  'array_nulls = on',
  // Statements that meet wait for each other and see what was committed meanwhile: so at this level, and at no other.
  "default_transaction_isolation = 'read committed'",
  'default_transaction_deferrable = off',
  // Whoever waits for a lock does so within the time of the statement; and an idle connection is ours to close.
  'lock_timeout = 0',
  'idle_session_timeout = 0',
  /**
   * Plans are made once per connection, often while tables are still empty, and would then scan them for as long as the
   * connection lives: 790 µs a receipt instead of 40. Every hot statement has its index and is to use it. And none, be it a
   * search, takes more than one processor from the others.
   */
  'enable_seqscan = off',
  'plan_cache_mode = force_generic_plan',
  'max_parallel_workers_per_gather = 0',
  // A plan that has to scan counts as dear with the line above, and would be compiled for longer than it runs.
  'jit = off',
];

export type SessionLimits = {
  /** A statement that outlives its caller's patience only holds locks. 0: none. */
  readonly statementMs: number;
  /** A transaction whose process sleeps, or whose link is silent, holds the locks of others. 0: none. */
  readonly idleMs: number;
};

/** Newer than the oldest server that is good enough, which would refuse to set it. */
const transactionTimeout =
  "SELECT CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN set_config('transaction_timeout', '0', false) END";

const settingsOf = ({ statementMs, idleMs }: SessionLimits): string =>
  [...expected, `statement_timeout = ${statementMs}`, `idle_in_transaction_session_timeout = ${idleMs}`]
    .map((setting) => `SET ${setting}`)
    .join('; ');

/** A server that only follows another: after a failover, or because it is the wrong one. Nothing can be written to it. */
export class StandbyError extends Error {
  readonly code = '25006';
  constructor() {
    super('the server is a read-only standby');
    this.name = 'StandbyError';
  }
}

/** Makes a new connection what every statement expects of it, in one round trip; a standby is refused. */
export async function prepareSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  const answer: unknown = await client.query(
    `${settingsOf(limits)}; ${transactionTimeout}; SELECT pg_is_in_recovery() AS standby`,
  );
  const last = [answer].flat().at(-1) as pg.QueryResult<{ standby?: boolean }>;
  if (last.rows.at(-1)?.standby === true) throw new StandbyError();
}

/** One connection outside a pool, to the first server that can be written to. */
export async function connectOne(
  url: string,
  config: pg.ClientConfig,
  limits: SessionLimits = { statementMs: 0, idleMs: 0 },
): Promise<pg.Client> {
  let failure: unknown;
  for (const connectionString of hostsOf(url)) {
    const client = new pg.Client({ types, ...config, connectionString });
    // Without a listener a connection that breaks now would end the process; it fails the statement anyway.
    client.on('error', () => {});
    try {
      await client.connect();
      await prepareSession(client, limits);
      return client;
    } catch (error) {
      failure = error;
      await client.end().catch(() => {});
    }
  }
  throw failure;
}
