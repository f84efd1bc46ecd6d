import { BlockList, isIP } from 'node:net';
import { bindCharges, knownSubject } from '../../domain/access/attempts.ts';
import { Cache } from '../../domain/cache.ts';
import type { Runtime } from '../../runtime.ts';
import { charge, isKnown, refund, remember } from '../../store/console/attempts.ts';
import { type Credential, findCredentials } from '../../store/smpp/credentials.ts';
import { Batch } from '../../work/batch.ts';
import { Permits } from '../../work/permits.ts';
import { matching, passwordMark } from './passwords.ts';

export type Knock = {
  readonly systemId: string;
  readonly password: string;
  readonly address: string;
  /** What tries are counted for: the address, of IPv6 its network. */
  readonly network: string;
};

/** `secret`: the stored password that was given, by which a rotation ends what was bound with the old one. */
export type Entry =
  | { readonly kind: 'in'; readonly credential: Credential; readonly secret: string }
  | { readonly kind: 'refused'; readonly reason: 'unknown' | 'address' | 'password' | 'over' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** A bind that is not known yet makes a handful of small statements, and may have two of the connections that sending has too. */
const share = { most: 2, mostOfOne: 2, mostWaiting: 200, patienceMs: 10_000 };
const mostMarks = 10_000;

/** Who may bind. What was right before is known again without a slow comparison, as long as the stored password is the same. */
export class SmppAccess {
  readonly #runtime: Runtime;
  readonly #permits = new Permits(share);
  readonly #marks = new Cache<string, string>(mostMarks);
  readonly #proving = new Map<string, Promise<void>>();
  readonly #lookups: Batch<string, Credential | undefined>;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#lookups = new Batch({ most: 500, mostPending: 5_000, run: (names) => findCredentials(runtime.db, names) });
  }

  async enter(knock: Knock): Promise<Entry> {
    // What cannot be stored was never issued.
    const named = /^[A-Za-z0-9_.-]{1,15}$/.test(knock.systemId);
    const credential = named ? await this.#lookups.add(knock.systemId) : undefined;
    const mayBind = credential !== undefined && isAllowed(credential.allowed_ranges, knock.address);
    if (!mayBind) return this.#prove(knock, credential, false);
    // Customers bind many times at once: while one is proved, the others wait for it instead of paying for a try each.
    const name = passwordMark(credential.id, knock.password);
    const running = this.#proving.get(name);
    if (running !== undefined) await running;
    const known = this.#markedAs(credential, knock.password);
    return known === undefined ? this.#proveOnce(name, knock, credential) : this.#admit(credential, known);
  }

  async #proveOnce(name: string, knock: Knock, credential: Credential): Promise<Entry> {
    const proof = this.#prove(knock, credential, true);
    const over = proof.then(
      () => {},
      () => {},
    );
    this.#proving.set(name, over);
    try {
      return await proof;
    } finally {
      if (this.#proving.get(name) === over) this.#proving.delete(name);
    }
  }

  #markedAs({ id, passwords }: Credential, password: string): string | undefined {
    const mark = this.#marks.get(id);
    return mark === undefined ? undefined : passwords.find((stored) => passwordMark(stored, password) === mark);
  }

  /** Paid before it is compared: a hundred that come together are counted like a hundred in a row. */
  async #prove(knock: Knock, credential: Credential | undefined, mayBind: boolean): Promise<Entry> {
    const { db } = this.#runtime;
    const { systemId, network } = knock;
    const subject = knownSubject(`smpp ${systemId}`, network);
    const { charges, seconds } = await this.#inTurn(network, async () => {
      const charges = bindCharges(systemId, network, await isKnown(db, subject), mayBind);
      return { charges, seconds: await charge(db, charges) };
    });
    if (seconds > 0) return { kind: 'wait', seconds };
    const secret = await matching(knock.password, mayBind ? credential!.passwords : [], network);
    if (credential === undefined) return { kind: 'refused', reason: 'unknown' };
    if (!mayBind) return { kind: 'refused', reason: 'address' };
    if (secret === undefined) return { kind: 'refused', reason: 'password' };
    await this.#inTurn(network, async () => {
      await refund(db, charges);
      await remember(db, subject);
    });
    this.#marks.set(credential.id, passwordMark(secret, knock.password));
    return this.#admit(credential, secret);
  }

  #admit(credential: Credential, secret: string): Entry {
    return credential.live ? { kind: 'in', credential, secret } : { kind: 'refused', reason: 'over' };
  }

  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    await this.#permits.enter(network);
    try {
      return await work();
    } finally {
      this.#permits.leave(network);
    }
  }
}

/** No range: any address. */
function isAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
