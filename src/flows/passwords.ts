import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Limiter } from '../bounds/limiter.ts';
import { accessLimits as limits } from '../bounds/limits/access.ts';
import { normalPassword } from '../domain/access/password.ts';

export type ScryptCost = { readonly log2N: number; readonly r: number; readonly p: number };

const hashBytes = 32;
const saltBytes = 16;
/** Each hash occupies one of the four threads of the process. Owners take turns. */
const turns = { total: limits.passwordHashes.most, waiting: limits.waitingPasswordHashes.most, waitMs: 10_000 };

/** Password hashes (scrypt), at a cost chosen for one kind of password. */
export class Passwords {
  readonly #cost: ScryptCost;
  readonly #normal: (password: string) => string;
  /** Known addresses do not wait behind unknown ones. */
  readonly #limiter = { known: new Limiter(turns), unknown: new Limiter(turns) };
  /** Compared for a name without a password, so that an unknown name takes as long as a wrong password. */
  readonly #noHash: string;

  constructor(cost: ScryptCost, normal: (password: string) => string = (password) => password) {
    this.#cost = cost;
    this.#normal = normal;
    this.#noHash = written(cost, randomBytes(saltBytes), Buffer.alloc(0));
  }

  /** `owner`: the owner whose turn the hash takes. */
  hash(password: string, owner: string): Promise<string> {
    return this.#inTurn(owner, true, async () => {
      const salt = randomBytes(saltBytes);
      return written(this.#cost, salt, await this.#derive(password, salt, this.#cost));
    });
  }

  /** The stored hash that matches the password, if any. */
  matching(password: string, stored: readonly string[], owner: string, isKnown: boolean): Promise<string | undefined> {
    return this.#inTurn(owner, isKnown, async () => {
      let found: string | undefined;
      for (const one of stored.length === 0 ? [this.#noHash] : stored)
        if (await this.#isOf(password, one)) found ??= one;
      return found;
    });
  }

  async #isOf(password: string, stored: string): Promise<boolean> {
    const [, log2N, r, p, salt = '', hash = ''] = stored.split('$');
    const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
    const given = await this.#derive(password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(hash, 'base64url');
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  #derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> {
    const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r };
    return new Promise((resolve, reject) => {
      scrypt(this.#normal(password), salt, hashBytes, options, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
  }

  async #inTurn<T>(owner: string, isKnown: boolean, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiter[isKnown ? 'known' : 'unknown'];
    await limiter.enter(owner);
    try {
      return await work();
    } finally {
      limiter.leave(owner);
    }
  }
}

const written = ({ log2N, r, p }: ScryptCost, salt: Buffer, hash: Buffer): string =>
  ['scrypt', log2N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');

/** 32 MiB and 250 ms per hash, since people choose these passwords. */
export const consolePasswords = new Passwords({ log2N: 15, r: 8, p: 3 }, normalPassword);
