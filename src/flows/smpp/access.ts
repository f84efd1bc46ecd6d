import { createHmac, randomBytes } from 'node:crypto';
import { Batch } from '../../bounds/batch.ts';
import { LimitReached } from '../../bounds/limiter.ts';
import { Cache } from '../../domain/cache.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';
import { remember } from '../../store/console/attempts.ts';
import { findSmppCredentials, type SmppCredential } from '../../store/smpp/credentials.ts';
import { isDemoElsewhere } from '../accounts/keys.ts';
import { isLimited, PasswordAttempts } from '../password-attempts.ts';
import { smppPasswords } from './credentials.ts';

/** Credentials and origin of a bind request. */
export type BindCredentials = {
  readonly systemId: string;
  readonly password: string;
  readonly address: string;
  /** Attempts are counted per network: the address, or the /64 network of an IPv6 address. */
  readonly network: string;
};

/** `secret`: the stored password that matched, so that a rotation can end the binds of the old one. */
export type AllowedBind = { readonly credential: SmppCredential; readonly secret: string };
export type RefusedReason = 'unknown' | 'address' | 'password' | 'over' | 'too many tries';

const mostMarks = 10_000;

/** Checks the credentials of bind requests. */
export class SmppAccess {
  readonly #runtime: Runtime;
  readonly #attempts: PasswordAttempts;
  /** The last correct password by credential, which is recognised without the slow comparison. */
  readonly #marks = new Cache<string, string>(mostMarks);
  readonly #running = new Map<string, Promise<AllowedBind | RefusedReason>>();
  readonly #lookups: Batch<string, SmppCredential | undefined>;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#attempts = new PasswordAttempts(runtime.db, 'smpp');
    this.#lookups = new Batch({
      most: 500,
      mostPending: 5_000,
      run: (names) => findSmppCredentials(runtime.db, names),
    });
  }

  /** Customers open many binds together: those with the same password from the same address share one attempt. */
  check(given: BindCredentials): Promise<AllowedBind | RefusedReason> {
    const key = passwordMark(`${given.address} ${given.systemId}`, given.password);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const decision = this.#attempt(given).finally(() => this.#running.delete(key));
    this.#running.set(key, decision);
    return decision;
  }

  async #attempt(given: BindCredentials): Promise<AllowedBind | RefusedReason> {
    const { systemId, network } = given;
    let refusal: RefusedReason = 'unknown';
    const attempt = async (known: boolean) => {
      // Other names were never issued; recording them all would be unbounded.
      const isName = /^[A-Za-z0-9_.-]{1,15}$/.test(systemId);
      const credential = isName ? await this.#lookups.add(systemId) : undefined;
      const mayBind = credential !== undefined && this.#isAllowedFrom(credential, given.address);
      const secret = await this.#match(given, mayBind ? credential : undefined, known);
      if (credential !== undefined) refusal = mayBind ? 'password' : 'address';
      if (credential === undefined || secret === undefined) return 'wrong';
      const subject = this.#attempts.subject(systemId, network);
      await this.#attempts.inTurn(network, () => remember(this.#runtime.db, subject));
      return { credential, secret };
    };
    try {
      const found = await this.#attempts.attempt(systemId, network, attempt);
      if (found === 'wrong') return refusal;
      if (isLimited(found)) return 'too many tries';
      return found.credential.live ? found : 'over';
    } catch (error) {
      if (error instanceof LimitReached) return 'too many tries';
      throw error;
    }
  }

  #isAllowedFrom({ accountId, allowedRanges: ranges }: SmppCredential, address: string): boolean {
    if (isDemoElsewhere(this.#runtime.config, accountId, address)) return false;
    return ranges.length === 0 || isWithin(address, ranges);
  }

  async #match(
    { password, network }: BindCredentials,
    credential: SmppCredential | undefined,
    known: boolean,
  ): Promise<string | undefined> {
    const { id = '', passwords = [] } = credential ?? {};
    const mark = this.#marks.get(id);
    const marked = mark && passwords.find((stored) => passwordMark(stored, password) === mark);
    if (marked) return marked;
    const secret = await smppPasswords.matching(password, passwords, network, known);
    if (secret !== undefined) this.#marks.set(id, passwordMark(secret, password));
    return secret;
  }
}

const own = randomBytes(32);

/** Identifies a password in this process without storing it. The key is random, so the mark is useless elsewhere. */
function passwordMark(label: string, password: string): string {
  return createHmac('sha256', own).update(label).update('\0').update(password).digest('base64url');
}
