/** Twice the input costs at most 2.5 times the processor time, up to the longest input that is accepted. */
import { expect, test } from 'vitest';
import { isNightly } from '../harness/nightly.ts';
import { type Entry, entries, shapes } from './growth.ts';

/** A cost below this at the longest input is not compared: only noise would be measured. */
const floorMs = 40;
const mostGrowth = 2.5;
/** Factor between sizes; between two suspicious sizes every doubling is measured. */
const step = 4;
const steps = 4;
/** Further faults of one parser give no new information, and each takes minutes. */
const mostFaults = 3;

/** Processor time of this thread in ms, independent of the load of the machine. */
async function costOf(read: Entry['read'], input: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(input);
  } catch {
    // A rejected input costs processor time too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

async function least(times: number, read: Entry['read'], input: string): Promise<number> {
  let cost = await costOf(read, input);
  // A cost this high is not noise.
  for (let time = 1; time < times && cost < 20 * floorMs; time++) cost = Math.min(cost, await costOf(read, input));
  return cost;
}

/** The sizes between which the cost grows too fast, found in large steps before a single read takes minutes. */
async function fault(entry: Entry, make: (size: number) => string): Promise<string | undefined> {
  let before = floorMs / step ** 2;
  let last = 0;
  for (let size = entry.limit / step ** steps; size <= entry.limit; size *= step) {
    const cost = await costOf(entry.read, make(size));
    const found = cost > floorMs && cost > mostGrowth ** 2 * before ? await confirmed(entry, make, size) : undefined;
    if (found !== undefined) return found;
    if (staysBelow(cost, cost / last, entry.limit / size)) return undefined;
    before = Math.max(cost, floorMs / step ** 2);
    last = cost;
  }
  return undefined;
}

/**
 * Whether the cost stays below the floor up to the limit, both with quadratic growth and with the growth measured so far.
 * The smallest inputs allow no such conclusion.
 */
function staysBelow(cost: number, growth: number, times: number): boolean {
  const stepsLeft = Math.log(times) / Math.log(step);
  return times <= step ** 2 && cost * Math.max(step ** 2, growth) ** stepsLeft <= floorMs;
}

/** Measures three times: garbage collection, or a process that empties the caches, does not recur. */
async function confirmed(entry: Entry, make: (size: number) => string, most: number): Promise<string | undefined> {
  let found: string | undefined;
  for (let time = 0; time < 3; time++) {
    found = await grownTooFast(entry, make, most);
    if (found === undefined) return undefined;
  }
  return found;
}

/** The same in doublings, each the lowest of four costs. */
async function grownTooFast(
  { read }: Entry,
  make: (size: number) => string,
  most: number,
): Promise<string | undefined> {
  const costs = new Map<number, number>();
  for (let size = most / step; size <= most; size *= 2) costs.set(size, await least(4, read, make(size)));
  const [first = 0] = costs.values();
  for (const [size, cost] of costs) {
    const half = costs.get(size / 2) ?? cost;
    if (cost > floorMs && (cost > mostGrowth * half || cost > mostGrowth ** 2 * first))
      return [...costs].map((entry) => `${entry[1].toFixed(1)} ms for ${entry[0]} bytes`).join(', ');
  }
  return undefined;
}

test.runIf(isNightly).each(entries)('$name', async (entry) => {
  const faults: string[] = [];
  for (const { name, make } of shapes(entry)) {
    const found = await fault(entry, make);
    if (found !== undefined && faults.push(`${name}: ${found}`) === mostFaults) break;
  }
  expect(faults).toEqual([]);
});
