/** PostgreSQL stopped in the middle of everything and started again, and at half time lost for good: its standby takes over. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pair } from '../pair.ts';
import { seeded } from '../random.ts';
import type { World } from '../world.ts';

export async function failoverLoop(
  world: World,
  pair: Pair,
  options: { seed: number; every: number; seconds: number },
  ended: AbortSignal,
): Promise<void> {
  const random = seeded(options.seed, 'failover');
  const half = Date.now() + options.seconds * 500;
  while (!ended.aborted) {
    await sleep(options.every * 1_000 * (0.3 + 1.4 * random.next()), undefined, { signal: ended }).catch(() => {});
    if (ended.aborted) return;
    const at = Date.now();
    if (Date.now() > half && !pair.failedOver) {
      const target = await pair.failOver();
      world.proxies!.database.target = target;
      world.proxies!.database.breakAll();
      world.note('failover', 'the standby was promoted', at, Date.now());
    } else {
      await pair.stopImmediately();
      world.note('immediate stop', pair.failedOver ? 'the former standby' : 'the primary', at, Date.now());
    }
  }
}
