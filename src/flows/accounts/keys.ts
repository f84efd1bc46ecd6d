import { Batch, Overloaded } from '../../bounds/batch.ts';
import type { Config } from '../../config/config.ts';
import { keyHash } from '../../domain/access/key.ts';
import { Cache } from '../../domain/cache.ts';
import type { Runtime } from '../../runtime.ts';
import { findKeys, type Principal, writeKeyUses } from '../../store/account/keys.ts';
import { Loop } from '../../work/loop.ts';
import { isOfThisMachine } from '../this-machine.ts';
import { demoAccountId } from './demo.ts';

const writeEveryMs = 10_000;

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

/** Stores the last uses of keys or sessions periodically and on stop. A killed process loses the uses of its last seconds. */
export function startKeyUses({ db, clock, log }: Runtime, seen: KeyUses, store = writeKeyUses) {
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
  const loop = new Loop('key uses', writeEveryMs, log, write);
  return {
    async stop(): Promise<void> {
      await loop.stop();
      await write().catch((err: unknown) => log.warn({ err }, 'the last uses of keys could not be stored'));
    },
  };
}

const keptMs = 2_000;
const mostKept = 10_000;

/**
 * Callers by their secret: an API key, or the cookie of a console session. Valid secrets are cached for two seconds, so a revoked or
 * expired one stops working within that time. Unknown secrets are not cached: each is looked up, many in one query.
 */
export class CallerCache<Caller> {
  readonly #kept = new Cache<string, { caller: Caller; id: string; until: number }>(mostKept);
  readonly #lookups: Batch<string, Caller | undefined>;
  readonly #clock: () => number;
  readonly #idOf: (caller: Caller) => string;
  readonly uses = new KeyUses();

  constructor(
    clock: () => number,
    run: (secrets: readonly string[]) => Promise<(Caller | undefined)[]>,
    idOf: (caller: Caller) => string,
  ) {
    this.#clock = clock;
    this.#idOf = idOf;
    // Requests with unknown secrets share one turn, so that guessed ones do not delay recently valid ones.
    const ownerOf = (secret: string) => (this.#kept.has(secret) ? 'known' : 'unknown');
    this.#lookups = new Batch<string, Caller | undefined>({ most: 1_000, mostPending: 10_000, ownerOf, run });
  }

  kept(secret: string): Caller | undefined {
    const kept = this.#kept.get(secret);
    if (kept === undefined) return undefined;
    const now = this.#clock();
    // An expiry beyond `keptMs` means that the clock was set back, so the age of the entry is unknown.
    if (kept.until <= now || kept.until > now + keptMs) return undefined;
    this.uses.note(kept.id, now);
    return kept.caller;
  }

  /** The caller when it was last looked up. For the send path, whose statement compares the keys of the account. */
  known(secret: string): Caller | undefined {
    const kept = this.#kept.get(secret);
    if (kept !== undefined) this.uses.note(kept.id, this.#clock());
    return kept?.caller;
  }

  /** As `known`, without counting it as a use. */
  protected last(secret: string): Caller | undefined {
    return this.#kept.get(secret)?.caller;
  }

  async find(secret: string): Promise<Caller | undefined> {
    const caller = await this.#lookups.add(secret).catch((error: unknown) => {
      // The owner of the secret is unknown, so the error must not name one.
      throw error instanceof Overloaded ? new Overloaded() : error;
    });
    if (caller === undefined) {
      this.#kept.delete(secret);
      return undefined;
    }
    const [id, now] = [this.#idOf(caller), this.#clock()];
    this.uses.note(id, now);
    this.#kept.set(secret, { caller, id, until: now + keptMs });
    return caller;
  }

  forget(secret: string): void {
    this.#kept.delete(secret);
  }
}

/** Authenticates callers by API key. The send path also compares the key in its statement. */
export class Keys extends CallerCache<Principal> {
  constructor({ db, clock }: Runtime) {
    super(
      clock,
      (keys) => findKeys(db, keys.map(keyHash)),
      ({ keyId }) => keyId,
    );
  }

  /** The account whose turn a request with this key takes, even if the key is no longer valid. */
  accountOf(key: unknown): string | undefined {
    return typeof key === 'string' ? this.last(key)?.accountId : undefined;
  }
}

/**
 * The first start creates the demo account even if it was not requested, so its key and password work from this machine only, unless
 * HERMOD_DEMO=true is set. `address` is undefined if it is unknown.
 */
export function isDemoElsewhere(
  { demoAnywhere }: Pick<Config, 'demoAnywhere'>,
  accountId: string,
  address: string | undefined,
): boolean {
  if (demoAnywhere || accountId !== demoAccountId || address === '127.0.0.1') return false;
  return address === undefined || !isOfThisMachine(address);
}
