/**
 * One process of an attack: `node chaos/attacker.ts <name>`, told by messages what to do. It runs with a low priority, so
 * that what is measured is the service under the attack and not the machine under the attacker.
 */
import { setPriority } from 'node:os';
import { attacks } from './attacks/all.ts';
import type { Target } from './attacks/attack.ts';

export type Order = { step: 'setup' | 'run'; target: Target } | { step: 'stop' };
export type Notice =
  | { at: 'set up' | 'strength' }
  | { at: 'end'; counts: Record<string, number>; failures: Record<string, number> };

const lowPriority = 10;
/** What is still under way by then is given up. */
const endMs = 5_000;

const attack = attacks.find(({ name }) => name === process.argv[2])!;
const stopping = new AbortController();
const counts: Record<string, number> = {};
const failures: Record<string, number> = {};
const add = (sums: Record<string, number>) => (what: string) => {
  sums[what] = (sums[what] ?? 0) + 1;
};
let running: Promise<void> = Promise.resolve();

setPriority(lowPriority);
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => void obey(order).catch(giveUp));

async function obey(order: Order): Promise<void> {
  if (order.step === 'setup') {
    await attack.setup?.(order.target);
    tell({ at: 'set up' });
  } else if (order.step === 'run') {
    const report = { signal: stopping.signal, count: add(counts), failure: add(failures) };
    running = attack.run(order.target, { ...report, atStrength: () => tell({ at: 'strength' }) });
    await running;
  } else {
    stopping.abort();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, endMs))]);
    process.send!({ at: 'end', counts, failures } satisfies Notice, () => process.exit(0));
  }
}

function tell(notice: Notice): void {
  process.send!(notice);
}

function giveUp(error: Error): void {
  if (stopping.signal.aborted) return;
  console.error(`the attack ${attack.name} has failed:`, error);
  process.exit(1);
}
