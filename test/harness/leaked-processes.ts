/** Processes that tests have started and not ended: they carry the run's id in their environment. */
import { readdirSync, readFileSync } from 'node:fs';
import { fault } from './faults.ts';

export function failOnLeakedProcesses(runId: string): void {
  const leaked = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => readQuietly(`/proc/${pid}/environ`).includes(`IN_HERMOD_TEST_RUN=${runId}`));
  if (leaked.length === 0) return;
  const names = leaked.map((pid) => `${pid} (${readQuietly(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()})`);
  for (const pid of leaked) process.kill(Number(pid), 'SIGKILL');
  throw fault(`tests left processes running: ${names.join(', ')}`);
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
