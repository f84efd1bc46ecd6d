import { hostname } from 'node:os';
import type pg from 'pg';
import { exitCodes, Problem } from '../base/problem.ts';
import { isAlive } from '../base/processes.ts';
import { type Config, mostProcesses } from '../config/config.ts';
import { fittingBudget, leftOf, neededFor, type Room } from '../database/budget.ts';
import type { Db } from '../database/db.ts';
import { connectFirst } from '../database/session.ts';
import { findConnections, type Promised } from '../store/health/connections.ts';

/** The connections that each process of this machine may have, and a sentence about it. */
type Fit = { readonly budget: number; readonly isLess: boolean; readonly text: string };

/**
 * Compares the wanted connections with those that the server has left, and takes fewer if necessary: a second node on a small server
 * works, more slowly, and does not affect the first one. Throws if there are too few to work.
 */
export async function fitConnections(db: Db, config: Config): Promise<Fit> {
  const { databaseConnections } = config;
  const processes = mostProcesses(config);
  const { limits, processes: running } = await findConnections(db);
  const promised = running.filter(lives).reduce((sum, { connections }) => sum + connections, 0);
  const rooms = limits.map((limit) => ({ ...limit, promised }));
  const tightest = rooms.reduce((least, room) => (leftOf(room) < leftOf(least) ? room : least));
  const found = `PostgreSQL has room for ${leftOf(tightest)} more connections (${tightest.name} ${describe(tightest)})`;
  const needed = neededFor(processes, databaseConnections);
  const budget = fittingBudget(tightest, processes, databaseConnections);
  if (budget === undefined) {
    throw new Problem(
      `${found}, too few for ${processes === 1 ? 'one process' : `${processes} processes`}`,
      `Raise it to leave ${needed}, or set HERMOD_PROCESSES to fewer`,
      exitCodes.unavailable,
    );
  }
  if (budget === databaseConnections) return { budget, isLess: false, text: `${found}; at most ${needed} are used` };
  const less = `each process takes ${budget} instead of ${databaseConnections}`;
  return { budget, isLess: true, text: `${found}: ${less}` };
}

const describe = ({ most, reserved, others, promised }: Room) =>
  `${most}, ${reserved} reserved, ${others} in use by others, ${promised} for running processes`;

/** After a crash of this machine its processes have ended, although their heartbeats are recent. */
function lives({ host, pid }: Promised): boolean {
  return host !== hostname() || pid === null || isAlive(pid);
}

const rounds = 10;

/**
 * Refuses a pooler in transaction mode: locks, prepared statements and settings belong to a session, and would be lost or reach
 * another client. Nothing is set here: it would stay on connections of other clients.
 */
export async function refusePooledTransactions(url: string): Promise<void> {
  const first = await connect(url);
  try {
    // A pooler does not know the process behind it, since that changes. PostgreSQL reports its own.
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
 * In session mode each client keeps its own server process. In transaction mode each statement gets any free one: the process that the
 * other client has just released, or the next in turn. Statements in this order detect both.
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

/** To the first server that answers, also a standby. */
const connect = (url: string): Promise<pg.Client> =>
  connectFirst(url, { application_name: 'hermod', connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
