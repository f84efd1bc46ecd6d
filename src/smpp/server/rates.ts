import { setTimeout as sleep } from 'node:timers/promises';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { Terms } from './bind-limits.ts';
import { Refused } from './errors.ts';

/** ESME_RTHROTTLED is sent when the next request would be allowed, at most 1 s later: a client that retries immediately costs little. */
const mostDelayMs = 1_000;
const rejectionDelayMs = 2_000;

/** Requests per second of a credential in this process, which has its share of the rate over all processes. */
export class Rates {
  readonly #requests: RateLimit;
  readonly #wrong: RateLimit;

  constructor(clock: () => number) {
    this.#requests = new RateLimit({ rate: Number.POSITIVE_INFINITY, clock });
    this.#wrong = new RateLimit({ rate: limits.rejectedRequests.most, clock });
  }

  /** Returns no promise if there is nothing to wait for. */
  pass({ credentialId, rate }: Terms, cost = 1): Promise<void> | undefined {
    if (rate === 0) return undefined;
    const { allowed, retryInMs } = this.#requests.take(credentialId, cost, rate);
    return allowed ? undefined : refuseIn(Math.min(mostDelayMs, retryInMs), rate);
  }

  /** Called before a request is rejected. */
  wrong({ credentialId }: Terms): Promise<void> | undefined {
    const { allowed } = this.#wrong.take(credentialId);
    return allowed ? undefined : sleep(rejectionDelayMs);
  }
}

async function refuseIn(ms: number, rate: number): Promise<never> {
  await sleep(ms);
  throw new Refused('ESME_RTHROTTLED', `More than ${Math.ceil(rate)} requests a second`);
}
