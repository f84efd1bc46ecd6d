import { RateLimit } from '../bounds/rate-limit.ts';
import type { Runtime } from '../runtime.ts';
import { HttpError } from './errors.ts';

/** What a key is told about its rate with every answer, and the refusal if it has called too often. */
export type Toll = { readonly ratelimit: string; readonly refusal: HttpError | undefined };

/** Requests per second and key, counted in this process. One to many recipients counts as several. */
export class KeyLimits {
  readonly policy: string;
  readonly #perSecond: number;
  readonly #limit: RateLimit;

  constructor({ config, clock }: Runtime) {
    this.#perSecond = config.rateLimit;
    this.#limit = new RateLimit({ rate: config.rateLimit, clock });
    this.policy = `"key";q=${config.rateLimit};w=1`;
  }

  /** Undefined where there is no limit. */
  take(keyId: string, cost = 1): Toll | undefined {
    if (this.#perSecond === 0) return undefined;
    const { allowed, remaining, retryInMs } = this.#limit.take(keyId, cost);
    if (allowed) return { ratelimit: `"key";r=${remaining};t=1`, refusal: undefined };
    const seconds = Math.ceil(retryInMs / 1_000);
    const text = `More than ${this.#perSecond} requests a second with this key; try again in ${seconds} s`;
    return {
      ratelimit: `"key";r=0;t=${seconds}`,
      refusal: new HttpError(429, text, { 'retry-after': `${seconds}` }),
    };
  }

  /** One that was taken before its body was known turns out to cost more. */
  raise(keyId: string, cost: number): Toll | undefined {
    if (this.#perSecond === 0 || cost <= 1) return undefined;
    this.#limit.refund(keyId, 1);
    return this.take(keyId, cost);
  }
}

/** Recipients that cost about as much as a request of its own: measured, 5 to 25 µs each and some 250 µs a request. */
const recipientsInOne = 10;

/** One for every ten recipients. Too many of them are refused without a look at any. */
export function costOf(body: unknown, mostRecipients: number): number {
  const destinations: unknown = (body as { destinations?: unknown } | null | undefined)?.destinations;
  return Array.isArray(destinations) && destinations.length <= mostRecipients
    ? Math.max(1, Math.ceil(destinations.length / recipientsInOne))
    : 1;
}
