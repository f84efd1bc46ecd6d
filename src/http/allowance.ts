import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type Bucket, fullBucket, take } from '../domain/access/limit.ts';
import { Cache } from '../domain/cache.ts';
import { HttpError } from './errors.ts';

const mostBuckets = 10_000;
const secondsInHour = 3_600;

/**
 * How often an hour an account may do what costs it nothing, but us rows and others requests. Counted in this process, all at
 * once if it likes; a request that is refused for another reason does not count.
 */
export function hourly(clock: () => number, most: number, what: string) {
  const buckets = new Cache<string, Bucket>(mostBuckets);
  return ({ principal }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    // An hour takes the place of the second that a bucket refills in.
    const { allowed, retryInMs } = take(buckets.of(principal.accountId, fullBucket), most, clock() / secondsInHour);
    if (allowed) {
      done();
      return;
    }
    const seconds = Math.ceil((retryInMs * secondsInHour) / 1_000);
    const text = `More than ${most} ${what} an hour; try again in ${seconds} s`;
    done(new HttpError(429, text, { 'retry-after': `${seconds}` }));
  };
}
