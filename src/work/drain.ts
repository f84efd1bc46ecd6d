import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until nothing is held, at most `budgetMs`. */
export async function drained(held: () => number, budgetMs: number): Promise<void> {
  const until = performance.now() + budgetMs;
  while (held() > 0 && performance.now() < until) await sleep(10);
}
