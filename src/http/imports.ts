import type { FastifyRequest } from 'fastify';
import { fairLoop } from '../bounds/fair-loop.ts';
import { Limiter } from '../bounds/limiter.ts';
import { httpLimits } from '../bounds/limits/http.ts';

/**
 * Files with thousands of lines. Each is in memory several times, and on a connection to the database; it is read step by step, as a
 * second's work in one piece would stop the process for as long.
 */
export class Imports {
  readonly #limiter = new Limiter({
    total: httpLimits.imports.most,
    perOwner: httpLimits.importsOfAccount.most,
    waiting: httpLimits.importsWaiting.most,
    waitMs: httpLimits.importsWaitSeconds.most * 1_000,
  });

  /** `owner`: the account, or a name that no account has. */
  async run<E, R>(
    request: FastifyRequest,
    owner: string,
    reading: Generator<undefined, E, undefined>,
    store: (entries: E) => Promise<R>,
  ): Promise<R> {
    // An import has a limit of its own, and would hold a permit of quick changes for seconds.
    request.leaveChanges?.();
    await this.#limiter.enter(owner);
    try {
      return await store(await inTurns(owner, reading));
    } finally {
      this.#limiter.leave(owner);
    }
  }
}

async function inTurns<E>(owner: string, reading: Generator<undefined, E, undefined>): Promise<E> {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await fairLoop.turn(owner);
  }
}
