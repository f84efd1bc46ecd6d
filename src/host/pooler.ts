import pg from 'pg';
import { exitCodes, Problem } from '../base/problem.ts';
import { hostsOf } from '../database/hosts.ts';

const rounds = 10;

/**
 * Refuses a pooler that lends a connection for one transaction at a time: locks, prepared statements and settings belong to a
 * session, and would be lost or met by somebody else. Nothing is set here: it would stay behind on connections of others.
 */
export async function refusePooledTransactions(url: string): Promise<void> {
  const first = await connect(url);
  try {
    // A pooler cannot say the number of the process behind it, since that changes. PostgreSQL says its own.
    const { processID } = first as unknown as { processID: number | null };
    if (processID === null || processID === (await backendOf(first))) return;
    const second = await connect(url);
    try {
      if (!(await haveTheirOwn(first, second))) throw pooledTransactions();
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/**
 * In a session each has a process of its own, and keeps it. Otherwise they get whichever is free: the one that the other has just
 * left, or by turns; asked in this order, they meet either way.
 */
async function haveTheirOwn(first: pg.Client, second: pg.Client): Promise<boolean> {
  const seen = new Map<pg.Client, number>();
  for (let round = 0; round < rounds; round++) {
    for (const client of [first, second, second, first]) {
      const pid = await backendOf(client);
      if (seen.has(client) && seen.get(client) !== pid) return false;
      seen.set(client, pid);
    }
    if (seen.get(first) === seen.get(second)) return false;
  }
  return true;
}

function pooledTransactions(): Problem {
  return new Problem(
    'DATABASE_URL leads to a pooler that lends connections for one transaction at a time',
    'Set pool_mode = session for this database in PgBouncer, or connect to PostgreSQL itself',
    exitCodes.unavailable,
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? -1;
}

/** To the first server that answers, be it a standby. */
async function connect(url: string): Promise<pg.Client> {
  let failure: unknown;
  for (const connectionString of hostsOf(url)) {
    const client = new pg.Client({
      connectionString,
      application_name: 'hermod',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      failure = error;
      await client.end().catch(() => {});
    }
  }
  throw failure;
}
