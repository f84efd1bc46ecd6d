import { Batch } from '../../bounds/batch.ts';
import { Cache } from '../../domain/cache.ts';
import { isWithin } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';
import { remember } from '../../store/console/attempts.ts';
import { type Credential, findCredentials } from '../../store/smpp/credentials.ts';
import { isDemoElsewhere } from '../demo.ts';
import { isLimited, PasswordAttempts } from '../password-attempts.ts';
import { passwordMark, smppPasswords } from './passwords.ts';

/** What a bind request says of its sender. */
export type BindCredentials = {
  readonly systemId: string;
  readonly password: string;
  readonly address: string;
  /** Attempts are counted for it: the address, of IPv6 its /64 network. */
  readonly network: string;
};

/** `secret`: the stored password that was given, by which a rotation ends what was bound with the old one. */
export type Entry =
  | { readonly kind: 'in'; readonly credential: Credential; readonly secret: string }
  | { readonly kind: 'refused'; readonly reason: Refusal }
  | { readonly kind: 'wait' };
type Refusal = 'unknown' | 'address' | 'password' | 'over';

const mostMarks = 10_000;

/** Decides who may bind. */
export class SmppAccess {
  readonly #runtime: Runtime;
  readonly #attempts: PasswordAttempts;
  /** The password that was right last, by credential: it is recognised without the slow comparison. */
  readonly #marks = new Cache<string, string>(mostMarks);
  readonly #running = new Map<string, Promise<Entry>>();
  readonly #lookups: Batch<string, Credential | undefined>;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#attempts = new PasswordAttempts(runtime.db, 'smpp');
    this.#lookups = new Batch({ most: 500, mostPending: 5_000, run: (names) => findCredentials(runtime.db, names) });
  }

  /** Customers open many binds together: those with the same password from the same address are one attempt, with one outcome. */
  enter(given: BindCredentials): Promise<Entry> {
    const key = passwordMark(`${given.address} ${given.systemId}`, given.password);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const entry = this.#attempt(given).finally(() => this.#running.delete(key));
    this.#running.set(key, entry);
    return entry;
  }

  async #attempt(given: BindCredentials): Promise<Entry> {
    const { systemId, network } = given;
    let refusal: Refusal = 'unknown';
    const found = await this.#attempts.attempt(systemId, network, async (known) => {
      // What cannot be stored was never issued.
      const isName = /^[A-Za-z0-9_.-]{1,15}$/.test(systemId);
      const credential = isName ? await this.#lookups.add(systemId) : undefined;
      const mayBind = credential !== undefined && this.#mayComeFrom(credential, given.address);
      const secret = await this.#match(given, mayBind ? credential : undefined, known);
      if (credential !== undefined) refusal = mayBind ? 'password' : 'address';
      if (credential === undefined || secret === undefined) return 'wrong';
      await this.#attempts.inTurn(network, () => this.#remember(systemId, network));
      return { credential, secret };
    });
    if (found === 'wrong') return { kind: 'refused', reason: refusal };
    if (isLimited(found)) return { kind: 'wait' };
    return found.credential.live ? { kind: 'in', ...found } : { kind: 'refused', reason: 'over' };
  }

  #mayComeFrom({ account_id: accountId, allowed_ranges: ranges }: Credential, address: string): boolean {
    if (isDemoElsewhere(this.#runtime.config, accountId, address)) return false;
    return ranges.length === 0 || isWithin(address, ranges);
  }

  #remember(systemId: string, network: string): Promise<void> {
    return remember(this.#runtime.db, this.#attempts.subject(systemId, network));
  }

  async #match(
    { password, network }: BindCredentials,
    credential: Credential | undefined,
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
