import type { FastifyRequest } from 'fastify';
import { Batch } from '../../bounds/batch.ts';
import { type DoorName, isNamed, keyWritten } from '../../domain/access/doors.ts';
import { Cache } from '../../domain/cache.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { isDemoElsewhere } from '../../flows/demo.ts';
import type { Keys } from '../../flows/keys.ts';
import type { SendResponse } from '../../flows/send.ts';
import { findDoors } from '../../store/account/doors.ts';
import type { Principal } from '../../store/account/keys.ts';
import { knownAddress } from '../address.ts';
import type { SendRequests } from '../send.ts';
import type { Serving } from '../serving.ts';

/** Who asks is not known: the key is wrong, or is not that of the account. */
export class WrongCredentials extends Error {}
/** The key is right, and its account may not come in here. */
export class DoorClosed extends Error {}

const keptMs = 2_000;
const mostKept = 10_000;

/** What all doors do: know who comes, and send. */
export class Entry {
  readonly serving: Serving;
  readonly #keys: Keys;
  readonly #sends: SendRequests;
  readonly #open = new Cache<string, { doors: readonly string[]; until: number }>(mostKept);
  readonly #looking: Batch<string, readonly string[]>;

  constructor(serving: Serving, keys: Keys, sends: SendRequests) {
    this.serving = serving;
    this.#keys = keys;
    this.#sends = sends;
    this.#looking = new Batch({ most: 1_000, mostPending: 10_000, run: (ids) => findDoors(serving.db, ids) });
  }

  /**
   * The password is an API key, the user the id of its account. A wrong one costs what a wrong key costs anywhere. A door that is
   * closed stops within two seconds, a key that is revoked at once: sending asks for it in the statement that accepts, and other
   * changes are to ask here (`isFresh`).
   */
  async admit(
    door: DoorName,
    request: FastifyRequest,
    { user, password }: { readonly user?: string | undefined; readonly password?: string | undefined },
    isFresh = false,
  ): Promise<Principal> {
    const key = keyWritten(password ?? '');
    if (user === undefined || key === undefined) throw new WrongCredentials();
    const principal = (isFresh ? undefined : this.#keys.kept(key)) ?? (await this.#keys.find(key));
    if (principal === undefined || !isOf(principal, user)) throw new WrongCredentials();
    if (isDemoElsewhere(this.serving.config, principal.accountId, knownAddress(request))) throw new WrongCredentials();
    if (!(await this.#isOpen(principal.accountId, door))) throw new DoorClosed();
    return principal;
  }

  /** Counts a request that sends nothing; throws if the key has called too often. */
  count(principal: Principal): void {
    this.#sends.count(principal);
  }

  send(principal: Principal, request: SendRequest, { id }: FastifyRequest): Promise<SendResponse> {
    return this.#sends.send(principal, request, id);
  }

  /** Within what the service allows; longer than it tries is as long as it tries. */
  validity(seconds: number): number {
    return Math.min(Math.max(seconds, leastValidity), this.serving.config.validitySeconds);
  }

  /** What is open is kept for a while; what is closed is asked for each time, so that it opens at once. */
  async #isOpen(accountId: string, door: DoorName): Promise<boolean> {
    const now = performance.now();
    const kept = this.#open.get(accountId);
    if (kept !== undefined && kept.until > now && kept.doors.includes(door)) return true;
    const doors = await this.#looking.add(accountId);
    this.#open.set(accountId, { doors, until: now + keptMs });
    return doors.includes(door);
  }
}

const leastValidity = 60;

/** Of the account, or of the key itself, as Twilio's API keys have it. */
const isOf = ({ accountId, keyId }: Principal, user: string): boolean =>
  isNamed(user, accountId) || isNamed(user, keyId, 'SK');
