import type { Runtime } from '../runtime.ts';
import { writeKeyUses } from '../store/account/keys.ts';
import { Loop } from '../work/loop.ts';

const everyMs = 10_000;

/** When each key, or session of the console, was last seen here. */
export class KeyUses {
  #uses = new Map<string, number>();

  note(keyId: string, at: number): void {
    this.#uses.set(keyId, at);
  }

  /** The uses since the last call, by key. */
  take(): Map<string, number> {
    const uses = this.#uses;
    this.#uses = new Map();
    return uses;
  }

  /** Those that could not be written, unless there are later ones. */
  giveBack(uses: ReadonlyMap<string, number>): void {
    this.#uses = new Map([...uses, ...this.#uses]);
  }
}

/**
 * Writes now and then which keys or sessions were used, and for the last time on stop. What a killed process had not written is lost:
 * the list of keys then shows a use some seconds too early.
 */
export function startKeyUses(
  { db, clock, log }: Runtime,
  seen: KeyUses,
  store: typeof writeKeyUses = writeKeyUses,
): { stop(): Promise<void> } {
  const write = async () => {
    const uses = seen.take();
    if (uses.size === 0) return false;
    const now = clock();
    const ages = [...uses.values()].map((usedAt) => Math.max(0, now - usedAt));
    await store(db, [...uses.keys()], ages).catch((error: unknown) => {
      seen.giveBack(uses);
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
