import { setTimeout as sleep } from 'node:timers/promises';

/** Until nothing is held any more, at most so long. */
export async function drained(held: () => number, budgetMs: number): Promise<void> {
  const until = performance.now() + budgetMs;
  while (held() > 0 && performance.now() < until) await sleep(10);
}
