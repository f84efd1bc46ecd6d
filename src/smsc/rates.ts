import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimit } from '../bounds/rate-limit.ts';
import { Refused } from './refusals.ts';
import type { Terms } from './terms.ts';

/** Who is too fast hears it when the next would be allowed, at most so much later: then nobody is kept busy with saying no. */
const mostDelayMs = 1_000;
/** What is refused costs nobody but us: beyond so many a second, a credential waits for the answer. */
const mostWrong = 200;
const wrongDelayMs = 2_000;

/** Requests a second of a credential, counted in this process, which has its share of what is allowed over all. */
export class Rates {
  readonly #requests: RateLimit;
  readonly #wrong: RateLimit;

  constructor(clock: () => number) {
    this.#requests = new RateLimit({ rate: Number.POSITIVE_INFINITY, clock });
    this.#wrong = new RateLimit({ rate: mostWrong, clock });
  }

  /** Without a promise where there is no wait. */
  pass({ credentialId, rate }: Terms, cost = 1): Promise<void> | undefined {
    if (rate === 0) return undefined;
    const { allowed, retryInMs } = this.#requests.take(credentialId, cost, rate);
    return allowed ? undefined : refuseIn(Math.min(mostDelayMs, retryInMs), rate);
  }

  /** Before something wrong is answered. */
  wrong({ credentialId }: Terms): Promise<void> | undefined {
    const { allowed } = this.#wrong.take(credentialId);
    return allowed ? undefined : sleep(wrongDelayMs);
  }
}

async function refuseIn(ms: number, rate: number): Promise<never> {
  await sleep(ms);
  throw new Refused('ESME_RTHROTTLED', `More than ${Math.ceil(rate)} requests a second`);
}
