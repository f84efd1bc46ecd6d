/**
 * The primary of a Patroni cluster lost again and again, in every way in which a server goes: its PostgreSQL killed, the whole
 * machine, a machine that hangs and wakes up as the primary it was, and the new primary before the old one is back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { seeded } from '../random.ts';
import type { World } from '../world.ts';

const blows = ['postgres', 'node', 'alone', 'frozen'] as const;
type Blow = (typeof blows)[number];

export async function haLoop(
  world: World,
  cluster: Cluster,
  options: { seed: number; every: number },
  ended: AbortSignal,
): Promise<void> {
  const random = seeded(options.seed, 'ha');
  for (let round = 0; ; round++) {
    // Of every kind in turn: a run of some minutes has room for a dozen of them.
    const blow = blows[round % blows.length]!;
    await sleep(options.every * 1_000 * (0.3 + 1.4 * random.next()), undefined, { signal: ended }).catch(() => {});
    if (ended.aborted) return;
    const at = Date.now();
    const detail = await strike(cluster, blow);
    world.note(blow, detail, at, Date.now(), true);
    // A standby that is still behind could not take over, so that the blow would test only waiting.
    await cluster.untilWhole();
  }
}

async function strike(cluster: Cluster, blow: Blow): Promise<string> {
  const leader = await cluster.leader();
  switch (blow) {
    case 'postgres':
      await leader.killPostgres();
      await cluster.untilWritable();
      break;
    case 'node':
      await leader.kill();
      await cluster.untilWritable(leader);
      leader.start();
      break;
    case 'alone': {
      await leader.kill();
      await cluster.untilWritable(leader);
      await sleep(2_000);
      // No server can take over from this one: it has to come back itself.
      await (await cluster.leader()).killPostgres();
      await cluster.untilWritable(leader);
      leader.start();
      break;
    }
    case 'frozen':
      leader.freeze();
      await cluster.untilWritable(leader);
      leader.thaw();
      break;
  }
  return `${leader.name}, the primary`;
}
