import type { FastifyRequest } from 'fastify';
import { Permits } from '../work/permits.ts';
import type { Pace } from './pace.ts';

/** Each is in memory, several times, and on a connection to the database. */
const share = { most: 2, mostOfOne: 1, mostWaiting: 20, patienceMs: 30_000 };

/**
 * Files with thousands of lines. One at a time for an account, and read step by step: a second's work in one piece would stop the
 * process for as long.
 */
export class Imports {
  readonly #pace: Pace;
  readonly #permits = new Permits(share);

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
    await this.#permits.enter(owner);
    try {
      return await store(await this.#inTurns(owner, reading));
    } finally {
      this.#permits.leave(owner);
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
