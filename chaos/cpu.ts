/** Processor time by role: on a small machine, attackers and databases take it from the service. */
import { readdirSync, readFileSync } from 'node:fs';

export type Usage = ReadonlyMap<string, number>;

/** By what a process is started with; the database has a process for each connection, called after the database. */
const roles: [role: string, mark: RegExp][] = [
  ['attacker', /chaos\/attacker\.ts/],
  ['service', /(?:src|lib)\/main\.[jt]s/],
  ['database', /^postgres: \S+ attack_/],
  ['customer', /chaos\/victim\.ts/],
  ['carrier', /chaos\/quick-smsc\.ts/],
];
/** The kernel's unit of time, on every Linux. */
const ticksPerSecond = 100;

/** Processor seconds by role, since each process was started. */
export function cpuUsage(): Usage {
  const usage = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = read(pid, 'cmdline').replaceAll('\0', ' ');
    const role = roles.find(([, mark]) => mark.test(command))?.[0];
    if (role !== undefined) usage.set(role, (usage.get(role) ?? 0) + secondsOf(pid));
  }
  return usage;
}

/** In per cent of one processor. */
export function shares(before: Usage, after: Usage, seconds: number): string {
  const share = (role: string) => ((after.get(role) ?? 0) - (before.get(role) ?? 0)) / seconds;
  return roles.map(([role]) => `${role} ${Math.round(share(role) * 100)} %`).join(', ');
}

/** The name of the program is in parentheses and may contain any character. */
function secondsOf(pid: string): number {
  const fields = read(pid, 'stat').split(') ').at(-1)!.split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
