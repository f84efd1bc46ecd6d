/** A network that misbehaves between the service and PostgreSQL, the carrier and the customers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, faults } from '../proxy.ts';
import { seeded } from '../random.ts';
import type { World } from '../world.ts';

const places = { database: 5, carrier: 3, endpoint: 2 } as const;

/** One fault at a time, of up to a few seconds, with as much peace in between as `every` says. */
export async function faultLoop(world: World, seed: number, every: number, ended: AbortSignal): Promise<void> {
  const random = seeded(seed, 'faults');
  const wait = (ms: number) => sleep(ms, undefined, { signal: ended }).catch(() => {});
  while (!ended.aborted) {
    await wait(every * 1_000 * (0.3 + 1.4 * random.next()));
    const place = random.weighted(places);
    const fault: Fault = random.pick(place === 'database' ? faults : faults.filter((each) => each !== 'lost commit'));
    const [latencyMs, lengthMs] = [random.between(20, 400), random.between(500, 4_000)];
    if (ended.aborted) return;
    const proxy = world.proxies![place];
    const at = Date.now();
    proxy.inflict(fault, latencyMs);
    await wait(lengthMs);
    proxy.heal();
    world.note(`${place}: ${fault}`, `${lengthMs} ms`, at, Date.now());
  }
}
