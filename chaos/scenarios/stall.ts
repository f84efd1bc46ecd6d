/** SIGSTOP of a process until others have taken over what it holds, then SIGCONT: it wakes up and believes it still has it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { leaseSeconds } from '../../src/store/message/workers.ts';
import { signal } from '../../test/harness/processes.ts';
import { seeded } from '../random.ts';
import type { World } from '../world.ts';

export async function stallLoop(world: World, seed: number, every: number, ended: AbortSignal): Promise<void> {
  const random = seeded(seed, 'stall');
  while (!ended.aborted) {
    await sleep(every * 1_000 * (0.3 + 1.4 * random.next()), undefined, { signal: ended }).catch(() => {});
    const node = random.pick(world.nodes);
    const workers = node.workers();
    const pid = workers[Math.floor(random.next() * workers.length)];
    const lengthMs = leaseSeconds * 1_000 + random.between(1_000, 10_000);
    if (ended.aborted || pid === undefined) continue;
    const at = Date.now();
    signal(pid, 'SIGSTOP');
    // To its end, whatever else ends: a process that is never woken would only be a dead one.
    await sleep(lengthMs);
    signal(pid, 'SIGCONT');
    world.note('stalled worker', `${node.name} (${pid})`, at, Date.now());
  }
}
