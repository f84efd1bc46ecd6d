/** SIGKILL, repeatedly, of any process that runs: each is meant to be started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, commandOf, signal } from '../../test/harness/processes.ts';
import type { HermodNode } from '../node.ts';
import { type Random, seeded } from '../random.ts';
import type { World } from '../world.ts';

/** A worker; a supervisor; a whole node, as when its power goes; the postmaster; one of PostgreSQL's own processes. */
const victims = { worker: 60, supervisor: 15, node: 10, postmaster: 10, backend: 5 } as const;
type Victim = keyof typeof victims;

export async function killLoop(world: World, seed: number, every: number, ended: AbortSignal): Promise<void> {
  const random = seeded(seed, 'kill');
  while (!ended.aborted) {
    await sleep(every * 1_000 * (0.3 + 1.4 * random.next()), undefined, { signal: ended }).catch(() => {});
    if (!ended.aborted) strike(world, random);
  }
}

function strike(world: World, random: Random): void {
  const victim: Victim = random.weighted(victims);
  const node = random.pick(world.nodes);
  const place = random.next();
  const detail = kill(world, victim, node, place);
  // The process was killed a moment ago and has not been started again yet.
  if (detail !== undefined) world.note(victim, detail);
}

function kill({ database }: World, victim: Victim, node: HermodNode, place: number): string | undefined {
  switch (victim) {
    case 'worker': {
      const workers = node.workers();
      const pid = workers[Math.floor(place * workers.length)];
      return pid === undefined ? undefined : shoot(pid, node.name);
    }
    case 'supervisor':
      return node.supervisor === undefined ? undefined : shoot(node.supervisor, node.name);
    case 'node':
      if (node.supervisor === undefined) return undefined;
      node.kill();
      return node.name;
    case 'postmaster':
      return shoot(database.pid(), 'PostgreSQL');
    case 'backend': {
      const children = childrenOf(database.pid());
      const pid = children[Math.floor(place * children.length)];
      return pid === undefined ? undefined : shoot(pid, nameOf(pid));
    }
  }
}

function shoot(pid: number, detail: string): string {
  signal(pid, 'SIGKILL');
  return `${detail} (${pid})`;
}

/** PostgreSQL's processes write what they are into their command line. Empty if this one has just ended by itself. */
const nameOf = (pid: number): string => commandOf(pid).replaceAll('\0', ' ').trim();
