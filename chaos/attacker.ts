/**
 * One process of an attack: `node chaos/attacker.ts <name>`, controlled by messages. It runs with a low priority, so
 * that what is measured is the service under the attack and not the machine under the attacker.
 */
import { setPriority } from 'node:os';
import { attacks } from './attacks/all.ts';
import type { Target } from './attacks/attack.ts';

export type Order = { step: 'setup' | 'run'; target: Target } | { step: 'stop' };
export type Notice =
  | { at: 'set up' | 'strength' }
  | { at: 'end'; counts: Record<string, number>; failures: Record<string, number>; acceptedPerSecond: number };

const lowPriority = 10;
/** Later requests are abandoned. */
const endMs = 5_000;

const attack = attacks.find(({ name }) => name === process.argv[2])!;
const stopping = new AbortController();
const counts: Record<string, number> = {};
const failures: Record<string, number> = {};
const add = (sums: Record<string, number>) => (what: string) => {
  sums[what] = (sums[what] ?? 0) + 1;
};
let running: Promise<void> = Promise.resolve();
let accepted = 0;
/** From its full strength on; from the start if it never gets there. */
let counted = { from: 0, since: performance.now() };

setPriority(lowPriority);
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => void obey(order).catch(giveUp));

async function obey(order: Order): Promise<void> {
  if (order.step === 'setup') {
    await attack.setup?.(order.target);
    tell({ at: 'set up' });
  } else if (order.step === 'run') {
    counted = { from: 0, since: performance.now() };
    running = attack.run(order.target, {
      signal: stopping.signal,
      count: add(counts),
      failure: add(failures),
      accepted: (count = 1) => {
        accepted += count;
      },
      atStrength: () => {
        counted = { from: accepted, since: performance.now() };
        tell({ at: 'strength' });
      },
    });
    await running;
  } else {
    const acceptedPerSecond = (1_000 * (accepted - counted.from)) / (performance.now() - counted.since);
    stopping.abort();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, endMs))]);
    process.send!({ at: 'end', counts, failures, acceptedPerSecond } satisfies Notice, () => process.exit(0));
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
