import { hostname } from 'node:os';
import { exitCodes, Problem } from '../base/problem.ts';
import { isAlive } from '../base/processes.ts';
import { type Config, mostProcesses } from '../config/config.ts';
import { fittingBudget, leftOf, neededFor, type Room } from '../database/budget.ts';
import type { Db } from '../database/db.ts';
import { findConnections, type Promised } from '../store/health/connections.ts';

/** The connections that each process of this machine may have, and a sentence about it. */
export type Fit = { readonly budget: number; readonly isLess: boolean; readonly text: string };

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
  if (budget === databaseConnections) return { budget, isLess: false, text: `${found}, ${needed} at most are taken` };
  const less = `each process takes ${budget} instead of ${databaseConnections}`;
  return { budget, isLess: true, text: `${found}: ${less}` };
}

const describe = ({ most, reserved, others, promised }: Room) =>
  `${most}, ${reserved} reserved, ${others} in use by others, ${promised} for running processes`;

/** After a crash of this machine its processes have ended, although their heartbeats are recent. */
function lives({ host, pid }: Promised): boolean {
  return host !== hostname() || pid === null || isAlive(pid);
}
