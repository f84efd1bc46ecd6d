import type { FastifyRequest } from 'fastify';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';

/**
 * Imports of files with thousands of lines. Each uses several times its size in memory and a database connection, so their number is
 * limited. A file is parsed in steps: a second of work in one step would block the process for that long.
 */
export class Imports {
  readonly #limiter = new Limiter({
    total: httpLimits.imports.most,
    perOwner: httpLimits.importsOfAccount.most,
    waiting: httpLimits.importsWaiting.most,
    waitMs: httpLimits.importsWaitSeconds.most * 1_000,
  });

  /** `owner`: an account id, or a name that is not one. */
  async run<E, R>(
    request: FastifyRequest,
    owner: string,
    reading: Generator<undefined, E, undefined>,
    store: (entries: E) => Promise<R>,
  ): Promise<R> {
    // An import has its own limit; otherwise it would hold a permit for short changes for seconds.
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
