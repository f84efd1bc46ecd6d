import type { FastifyRequest } from 'fastify';
import { Batch } from '../../bounds/batch.ts';
import { type ApiName, isNamed, keyWritten } from '../../domain/access/doors.ts';
import { Cache } from '../../domain/cache.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { isDemoElsewhere, type Keys } from '../../flows/accounts/keys.ts';
import type { SendResponse } from '../../flows/sending/order.ts';
import { findEnabledApis } from '../../store/account/account.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { SendRequests } from '../customer/send-requests.ts';
import { knownAddress } from '../server/requests.ts';
import type { Serving } from '../server/serving.ts';
import { ApiDisabled, WrongCredentials } from './reply.ts';

const cachedMs = 2_000;
const mostCached = 10_000;
const leastValidity = 60;

type CompatCredentials = { readonly user?: string | undefined; readonly password?: string | undefined };

/** Authenticates and sends, for all compatibility APIs. */
export class CompatAccess {
  readonly serving: Serving;
  readonly #keys: Keys;
  readonly #sends: SendRequests;
  readonly #enabled = new Cache<string, { apis: readonly string[]; until: number }>(mostCached);
  readonly #lookups: Batch<string, readonly string[]>;

  constructor(serving: Serving, keys: Keys, sends: SendRequests) {
    this.serving = serving;
    this.#keys = keys;
    this.#sends = sends;
    this.#lookups = new Batch({ most: 1_000, mostPending: 10_000, run: (ids) => findEnabledApis(serving.db, ids) });
  }

  /**
   * The password is an API key, the user the id of its account. A disabled API stops within two seconds. A revoked key stops
   * immediately: the statement that accepts a message checks it again, and other writes must pass `isFresh`.
   */
  async authenticate(
    api: ApiName,
    request: FastifyRequest,
    { user, password }: CompatCredentials,
    isFresh = false,
  ): Promise<Principal> {
    const key = keyWritten(password ?? '');
    if (user === undefined || key === undefined) throw new WrongCredentials();
    const principal = (isFresh ? undefined : this.#keys.kept(key)) ?? (await this.#keys.find(key));
    if (principal === undefined || !isOf(principal, user)) throw new WrongCredentials();
    if (isDemoElsewhere(this.serving.config, principal.accountId, knownAddress(request))) throw new WrongCredentials();
    if (!(await this.#isEnabled(principal.accountId, api))) throw new ApiDisabled();
    return principal;
  }

  /** Counts a request that sends nothing; throws above the rate limit of the key. */
  count(principal: Principal): void {
    this.#sends.count(principal);
  }

  /** Clamps the validity to the range that the service allows. */
  send(principal: Principal, request: SendRequest, { id }: FastifyRequest): Promise<SendResponse> {
    const { validitySeconds: seconds } = request;
    if (seconds === undefined) return this.#sends.send(principal, request, id);
    const validitySeconds = Math.min(Math.max(seconds, leastValidity), this.serving.config.validitySeconds);
    return this.#sends.send(principal, { ...request, validitySeconds }, id);
  }

  /** Only enabled APIs are cached, so that a newly enabled one works immediately. */
  async #isEnabled(accountId: string, api: ApiName): Promise<boolean> {
    const now = performance.now();
    const cached = this.#enabled.get(accountId);
    if (cached !== undefined && cached.until > now && cached.apis.includes(api)) return true;
    const apis = await this.#lookups.add(accountId);
    this.#enabled.set(accountId, { apis, until: now + cachedMs });
    return apis.includes(api);
  }
}

/** The id of the account or, as with Twilio's API keys, of the key itself. */
const isOf = ({ accountId, keyId }: Principal, user: string): boolean =>
  isNamed(user, accountId) || isNamed(user, keyId, 'SK');

/** User and password of a basic Authorization header; empty if there are none. */
export function basicOf(header: string | undefined): CompatCredentials {
  const encoded = /^basic ([a-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? {} : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
