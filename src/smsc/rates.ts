import { setTimeout as sleep } from 'node:timers/promises';
import { type Bucket, fullBucket, take } from '../domain/access/limit.ts';
import { Cache } from '../domain/cache.ts';
import { Refused } from './refusals.ts';
import type { Terms } from './terms.ts';

const mostBuckets = 10_000;
/** Who is too fast hears it when the next would be allowed, at most so much later: then nobody is kept busy with saying no. */
const mostDelayMs = 1_000;
/** What is refused costs nobody but us: beyond so many a second, a credential waits for the answer. */
const mostWrong = 200;
const wrongDelayMs = 2_000;

/** Requests a second of a credential, counted in this process, which has its share of what is allowed over all. */
export class Rates {
  readonly #buckets = new Cache<string, Bucket>(mostBuckets);
  readonly #wrong = new Cache<string, Bucket>(mostBuckets);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Without a promise where there is no wait. */
  pass({ credentialId, rate }: Terms, cost = 1): Promise<void> | undefined {
    if (rate === 0) return undefined;
    const { allowed, retryInMs } = take(this.#buckets.of(credentialId, fullBucket), rate, this.#clock(), cost);
    return allowed ? undefined : refuseIn(Math.min(mostDelayMs, retryInMs), rate);
  }

  /** Before something wrong is answered. */
  wrong({ credentialId }: Terms): Promise<void> | undefined {
    const { allowed } = take(this.#wrong.of(credentialId, fullBucket), mostWrong, this.#clock());
    return allowed ? undefined : sleep(wrongDelayMs);
  }
}

async function refuseIn(ms: number, rate: number): Promise<never> {
  await sleep(ms);
  throw new Refused('ESME_RTHROTTLED', `More than ${Math.ceil(rate)} requests a second`);
}
