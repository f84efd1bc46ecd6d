import { Loop } from '../loop.ts';
import type { Runtime } from '../runtime.ts';
import { writeKeyUses } from '../store/key-uses.ts';
import type { Keys } from './keys.ts';

const everyMs = 10_000;

/**
 * Writes now and then which keys were used, and for the last time on stop. What a killed process had not written is lost:
 * the list of keys then shows a use some seconds too early.
 */
export function startKeyUses({ db, clock, log }: Runtime, keys: Keys): { stop(): Promise<void> } {
  const write = async () => {
    const uses = keys.takeUses();
    if (uses.size === 0) return false;
    const now = clock();
    const ages = [...uses.values()].map((usedAt) => Math.max(0, now - usedAt));
    await writeKeyUses(db, [...uses.keys()], ages).catch((error: unknown) => {
      keys.giveBackUses(uses);
      throw error;
    });
    return false;
  };
  const loop = new Loop('key uses', everyMs, log, write);
  return {
    async stop() {
      await loop.stop();
      await write().catch((err: unknown) => log.warn({ err }, 'the last uses of keys could not be written'));
    },
  };
}
