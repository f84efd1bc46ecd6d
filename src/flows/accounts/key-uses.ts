import type { Runtime } from '../../runtime.ts';
import { writeKeyUses } from '../../store/account/keys.ts';
import { Loop } from '../../work/loop.ts';

const everyMs = 10_000;

/** When each key, or console session, was last used in this process. */
export class KeyUses {
  #uses = new Map<string, number>();

  note(keyId: string, at: number): void {
    this.#uses.set(keyId, at);
  }

  /** Uses since the last call, by key. */
  take(): Map<string, number> {
    const uses = this.#uses;
    this.#uses = new Map();
    return uses;
  }

  /** Returns uses that could not be stored, unless there are later ones. */
  giveBack(uses: ReadonlyMap<string, number>): void {
    this.#uses = new Map([...uses, ...this.#uses]);
  }
}

/**
 * Stores the last uses of keys or sessions periodically and on stop. Uses that a killed process had not stored are lost: the list of
 * keys then shows a last use that is some seconds too early.
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
      await write().catch((err: unknown) => log.warn({ err }, 'the last uses of keys could not be stored'));
    },
  };
}
