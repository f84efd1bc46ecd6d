import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault, sqlState } from '../database/fault.ts';
import { type Backoff, backoffMs } from '../domain/backoff.ts';

/** As long as a caller may reasonably wait. */
const usualPatienceMs = 5_000;
const pauses: Backoff = { leastMs: 50, mostMs: 1_000, chance: 0 };

/** SQLSTATE classes 22 (data) and 23 (constraints): repeating will not help, something in the values is wrong. */
export function isDataFault(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^2[23]/.test(code) && code !== uniqueViolation;
}

const uniqueViolation = '23505';

/**
 * Whether the same work may succeed a moment later. A unique violation only happens when our own earlier attempt has gone
 * through after all.
 */
export function isPassing(error: unknown): boolean {
  return sqlState(error) === uniqueViolation || databaseFault(error) !== undefined;
}

/**
 * Works on a set as a whole. If something in it is a value that the database cannot store, on halves of it, until the one that
 * holds it is alone and fails alone.
 */
export async function isolating<T, R>(
  items: T[],
  work: (items: T[]) => Promise<R[]>,
  failed: (error: unknown) => R,
): Promise<R[]> {
  try {
    return await work(items);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (items.length === 1) return [failed(error)];
    const middle = items.length >> 1;
    const first = await isolating(items.slice(0, middle), work, failed);
    return [...first, ...(await isolating(items.slice(middle), work, failed))];
  }
}

/** Repeats work that is safe to repeat. `repeated` tells it that it is a repetition. */
export async function retrying<T>(work: (repeated: boolean) => Promise<T>, patienceMs = usualPatienceMs): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await sleep(backoffMs(attempt, pauses));
    }
  }
}
