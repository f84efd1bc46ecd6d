/** Processor time of groups of processes, from /proc. Unlike a rate, it hardly depends on the other load of the machine. */
import { readFileSync } from 'node:fs';

export type Groups = Record<string, number[]>;
export type Usage = Record<string, number>;

/** Seconds used so far by each group, including children. */
export function usage(groups: Groups): Usage {
  return Object.fromEntries(
    Object.keys(groups).map((name) => [name, members(groups, name).reduce((sum, pid) => sum + seconds(pid), 0)]),
  );
}

/** A process counts in one group only: PostgreSQL is a child of the service and has its own group. */
function members(groups: Groups, name: string): number[] {
  const others = new Set(Object.entries(groups).flatMap(([other, pids]) => (other === name ? [] : pids)));
  return groups[name]!.flatMap((pid) => family(pid, others));
}

export function perUnit(before: Usage, after: Usage, units: number): Usage {
  return Object.fromEntries(
    Object.keys(after).map((name) => [name, Math.round(((after[name]! - before[name]!) / units) * 1e6)]),
  );
}

/** Peak memory of each group in MiB, measured until it is stopped. */
export function watchMemory(groups: Groups): { stop(): Usage } {
  const memory: Usage = {};
  const look = () => {
    for (const name of Object.keys(groups)) {
      const held = together(members(groups, name).map(memoryOf));
      memory[name] = Math.max(memory[name] ?? 0, Math.round(held));
    }
  };
  look();
  const timer = setInterval(look, 1_000);
  return {
    stop() {
      look();
      clearInterval(timer);
      return memory;
    },
  };
}

/**
 * Current memory of each group in MiB. Memory shared with other processes counts in equal shares (PSS). The kernel walks all pages
 * to compute it, which costs a tenth of a core when read every second.
 */
export function memoryNow(groups: Groups): Usage {
  const pss = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(quietly(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024;
  return Object.fromEntries(
    Object.keys(groups).map((name) => [
      name,
      Math.round(members(groups, name).reduce((sum, pid) => sum + pss(pid), 0)),
    ]),
  );
}

/** All processors of the machine, in ticks since boot. */
export type ProcessorTimes = { readonly idle: number; readonly total: number };

export function processorTimes(): ProcessorTimes {
  // user, nice, system, idle, iowait, irq, softirq, steal; the columns after these are for guests and are included in user.
  const ticks = quietly('/proc/stat').split('\n', 1)[0]!.trim().split(/ +/).slice(1, 9).map(Number);
  return { idle: ticks[3]! + ticks[4]!, total: ticks.reduce((sum, time) => sum + time, 0) };
}

/** From 0 to 1; at 1, all processors are busy. */
export function idleShare(before: ProcessorTimes, after: ProcessorTimes): number {
  return (after.idle - before.idle) / Math.max(1, after.total - before.total);
}

/**
 * Starts measuring; the returned function stops. The result is the percentage of all processors used neither by the groups nor by the
 * bench and its instruments, but by other programs or stolen by the host. A disturbed baseline makes a ratio too easy to meet.
 */
export function watchOthers(groups: Groups): () => number {
  const all = { ...groups, bench: [process.pid] };
  const own = () => Object.values(usage(all)).reduce((sum, seconds) => sum + seconds, 0);
  const [before, used] = [processorTimes(), own()];
  return () => {
    const after = processorTimes();
    const total = Math.max(1, after.total - before.total);
    const busy = total - (after.idle - before.idle);
    return Math.round((1_000 * (busy - 100 * (own() - used))) / total) / 10;
  };
}

type Memory = { own: number; shared: number };

/** Memory shared between processes (PostgreSQL's buffers, the program itself) counts once. See memoryNow for exact shares. */
function together(all: readonly Memory[]): number {
  return all.reduce((sum, { own }) => sum + own, 0) + Math.max(0, ...all.map(({ shared }) => shared));
}

function memoryOf(pid: number): Memory {
  const status = quietly(`/proc/${pid}/status`);
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024;
  return { own: mebibytes('RssAnon'), shared: mebibytes('RssFile') + mebibytes('RssShmem') };
}

function family(pid: number, others: ReadonlySet<number>): number[] {
  const children = quietly(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.filter((child) => !others.has(child)).flatMap((child) => family(child, others))];
}

/** Includes the time of ended children, since PostgreSQL starts and ends a process per connection. */
function seconds(pid: number): number {
  const stat = quietly(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function quietly(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
