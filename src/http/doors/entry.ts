import type { FastifyRequest } from 'fastify';
import { Batch } from '../../bounds/batch.ts';
import { type DoorName, isNamed, keyWritten } from '../../domain/access/doors.ts';
import { Cache } from '../../domain/cache.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { isDemoElsewhere } from '../../flows/demo.ts';
import type { Keys } from '../../flows/keys.ts';
import type { Sending, SendResponse } from '../../flows/send.ts';
import { findDoors } from '../../store/account/doors.ts';
import type { Principal } from '../../store/account/keys.ts';
import { knownAddress } from '../address.ts';
import { costOf, type KeyLimits } from '../limits.ts';
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
  readonly #limits: KeyLimits;
  readonly #sending: Sending;
  readonly #open = new Cache<string, { doors: readonly string[]; until: number }>(mostKept);
  readonly #looking: Batch<string, readonly string[]>;

  constructor(serving: Serving, keys: Keys, limits: KeyLimits, sending: Sending) {
    this.serving = serving;
    this.#keys = keys;
    this.#limits = limits;
    this.#sending = sending;
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

  /** Counts a request, which costs more the more recipients it has. Throws where it is one too many. */
  count({ keyId }: Principal, destinations: readonly string[] = []): void {
    const toll = this.#limits.take(keyId, costOf({ destinations }, this.serving.config.maxRecipients));
    if (toll?.refusal) throw toll.refusal;
  }

  async send(principal: Principal, request: SendRequest, { id: requestId }: FastifyRequest): Promise<SendResponse> {
    const { maxRecipients } = this.serving.config;
    this.count(principal, request.destinations);
    try {
      if (request.destinations.length > maxRecipients)
        throw new Refusal(7, `at most ${maxRecipients} destinations in one request`);
      const { answer } = await this.#sending.send(principal, request, undefined, { requestId });
      return JSON.parse(answer) as SendResponse;
    } catch (error) {
      if (error instanceof Refusal) this.serving.metrics.refused.inc({ code: error.code });
      throw error;
    }
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
