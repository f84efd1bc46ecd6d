import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { RateLimit } from '../bounds/rate-limit.ts';
import { HttpError } from './errors.ts';

const hourMs = 3_600_000;

/**
 * How often an hour an account may do what costs it nothing, but us rows and others requests. Counted in this process, all at
 * once if it likes; a request that is refused for another reason does not count.
 */
export function hourly(clock: () => number, most: number, what: string) {
  const limit = new RateLimit({ rate: most, perMs: hourMs, clock });
  return ({ principal }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { allowed, retryInMs } = limit.take(principal.accountId);
    if (allowed) {
      done();
      return;
    }
    const seconds = Math.ceil(retryInMs / 1_000);
    const text = `More than ${most} ${what} an hour; try again in ${seconds} s`;
    done(new HttpError(429, text, { 'retry-after': `${seconds}` }));
  };
}
