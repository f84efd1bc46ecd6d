import { setTimeout as sleep } from 'node:timers/promises';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { BindLimits } from './bind-limits.ts';
import { SmppError } from './errors.ts';

/** ESME_RTHROTTLED is sent when the next request would be allowed, at most 1 s later, which slows a client that retries immediately. */
const mostDelayMs = 1_000;
const rejectionDelayMs = 2_000;

/** Request rates of the credentials, in this process. */
export class Rates {
  readonly #requests: RateLimit;
  readonly #rejected: RateLimit;

  constructor(clock: () => number) {
    this.#requests = new RateLimit({ rate: Number.POSITIVE_INFINITY, clock });
    this.#rejected = new RateLimit({ rate: limits.rejectedRequests.most, clock });
  }

  /** Undefined if the request is allowed; otherwise rejects after a delay. */
  pass({ credentialId, rate }: BindLimits, cost = 1): Promise<void> | undefined {
    if (rate === 0) return undefined;
    const { allowed, retryInMs } = this.#requests.take(credentialId, cost, rate);
    return allowed ? undefined : refuseIn(Math.min(mostDelayMs, retryInMs), rate);
  }

  /** Delays the error responses of a credential with many rejected requests. */
  delayRejected({ credentialId }: BindLimits): Promise<void> | undefined {
    const { allowed } = this.#rejected.take(credentialId);
    return allowed ? undefined : sleep(rejectionDelayMs);
  }
}

async function refuseIn(ms: number, rate: number): Promise<never> {
  await sleep(ms);
  throw new SmppError('ESME_RTHROTTLED', `More than ${Math.ceil(rate)} requests per second`);
}
