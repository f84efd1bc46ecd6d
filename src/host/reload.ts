import type { Config } from '../config.ts';
import { exitCodes, Problem } from '../problem.ts';
import { runningHermod } from './lock.ts';

/** Asks the running supervisor to replace its processes; it says in its log when it is done. */
export function reload({ dataDir }: Config): void {
  const pid = runningHermod(dataDir);
  if (pid === undefined) {
    throw new Problem(`Hermod is not running on ${dataDir}`, 'Start it with hermod start', exitCodes.unavailable);
  }
  process.kill(pid, 'SIGHUP');
  console.log(`hermod: asked process ${pid} to replace its processes`);
}
