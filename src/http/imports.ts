import type { FastifyRequest } from 'fastify';
import { Limiter } from '../bounds/limiter.ts';
import type { Pace } from './pace.ts';

/** Each is in memory, several times, and on a connection to the database. */
const share = { total: 2, perOwner: 1, waiting: 20, waitMs: 30_000 };

/**
 * Files with thousands of lines. One at a time for an account, and read step by step: a second's work in one piece would stop the
 * process for as long.
 */
export class Imports {
  readonly #pace: Pace;
  readonly #limiter = new Limiter(share);

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** `owner`: the account, or a name that no account has. */
  async run<E, R>(
    request: FastifyRequest,
    owner: string,
    reading: Generator<undefined, E, undefined>,
    store: (entries: E) => Promise<R>,
  ): Promise<R> {
    // It has its own share, and would hold that of quick changes for seconds.
    request.leaveChanges?.();
    await this.#limiter.enter(owner);
    try {
      return await store(await this.#inTurns(owner, reading));
    } finally {
      this.#limiter.leave(owner);
    }
  }

  async #inTurns<E>(owner: string, reading: Generator<undefined, E, undefined>): Promise<E> {
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      await this.#pace(owner, 1);
    }
  }
}
