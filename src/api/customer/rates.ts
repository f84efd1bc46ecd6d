import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Limit } from '../../bounds/limit.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { Runtime } from '../../runtime.ts';
import { HttpError } from '../server/errors.ts';

type KeyRate = {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: HttpError | undefined;
};

const unlimited: KeyRate = { headers: {}, refusal: undefined };

/** Rate limit per key, in requests per second, counted in this process. A request to many recipients counts as several. */
export class KeyLimits {
  readonly #perSecond: number;
  readonly #mostRecipients: number;
  readonly #policy: string;
  readonly #limit: RateLimit;

  constructor({ config, clock }: Runtime) {
    this.#perSecond = config.rateLimit;
    this.#mostRecipients = config.maxRecipients;
    this.#limit = new RateLimit({ rate: config.rateLimit, clock });
    this.#policy = `"key";q=${config.rateLimit};w=1`;
  }

  take(keyId: string, cost = 1): KeyRate {
    if (this.#perSecond === 0) return unlimited;
    const { allowed, remaining, retryInMs } = this.#limit.take(keyId, cost);
    if (allowed) return { headers: this.#headers(remaining, 1), refusal: undefined };
    const seconds = Math.ceil(retryInMs / 1_000);
    const tooOften = `More than ${this.#perSecond} requests a second with this key; try again in ${seconds} s`;
    const refusal = new HttpError(429, tooOften, { 'retry-after': `${seconds}` });
    return { headers: this.#headers(0, seconds), refusal };
  }

  /** Counts a request by its recipients. `isCounted`: it was counted as one request before its body was known. */
  takeFor(keyId: string, body: unknown, isCounted: boolean): KeyRate {
    const cost = this.#costOf(body);
    if (isCounted && (this.#perSecond === 0 || cost === 1)) return unlimited;
    if (isCounted) this.#limit.refund(keyId, 1);
    return this.take(keyId, cost);
  }

  /** A request with too many recipients is refused and counts as one. */
  #costOf(body: unknown): number {
    const destinations: unknown = (body as { destinations?: unknown } | null | undefined)?.destinations;
    if (!Array.isArray(destinations) || destinations.length > this.#mostRecipients) return 1;
    return Math.max(1, Math.ceil(destinations.length / httpLimits.recipientsOfOneRequest.most));
  }

  #headers(remaining: number, seconds: number): Record<string, string> {
    return { 'ratelimit-policy': this.#policy, ratelimit: `"key";r=${remaining};t=${seconds}` };
  }
}

const hourMs = 3_600_000;

/**
 * Limits calls per hour and account, for endpoints that are free for the account but cost the service rows or outgoing requests. Counted in
 * this process; requests refused earlier do not count.
 */
export function hourly(clock: () => number, { most }: Limit, what: string) {
  const limit = new RateLimit({ rate: most, perMs: hourMs, clock });
  return ({ principal }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { allowed, retryInMs } = limit.take(principal.accountId);
    const seconds = Math.ceil(retryInMs / 1_000);
    const text = `More than ${most} ${what} an hour; try again in ${seconds} s`;
    done(allowed ? undefined : new HttpError(429, text, { 'retry-after': `${seconds}` }));
  };
}
