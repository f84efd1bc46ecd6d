import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault, sqlState } from '../database/fault.ts';
import { type Backoff, backoffMs } from '../domain/backoff.ts';

/** How long a caller waits at most by default. */
const defaultTimeoutMs = 5_000;
const pauses: Backoff = { leastMs: 50, mostMs: 1_000, chance: 0 };

/** SQLSTATE classes 22 (data) and 23 (constraints): the values are wrong, and a repetition fails too. */
export function isDataFault(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^2[23]/.test(code) && code !== uniqueViolation;
}

export const uniqueViolation = '23505';

/** Whether a repetition may succeed. A unique violation means that our own earlier attempt was committed after all. */
export function isPassing(error: unknown): boolean {
  return sqlState(error) === uniqueViolation || databaseFault(error) !== undefined;
}

/** Works on all items together. If the database cannot store a value of one item, splits the set in halves until that item fails alone. */
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

/** Repeats work that is idempotent. `repeated`: this is not the first attempt. */
export async function retrying<T>(work: (repeated: boolean) => Promise<T>, timeoutMs = defaultTimeoutMs): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await sleep(backoffMs(attempt, pauses));
    }
  }
}
