import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { fairLoop } from '../../bounds/fair-loop.ts';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';

declare module 'fastify' {
  interface FastifyRequest {
    changeOwner: string;
    /** Releases the share before the response, for handlers that continue without the database. */
    leaveChanges: (() => void) | undefined;
  }
}

/**
 * Changes (of senders, keys, prices, …) use the same database connections as sending: at most half of them, and at most a quarter for
 * one account. Without this limit, 30 clients that registered senders in a loop made every send of other accounts wait.
 */
const limits = {
  total: httpLimits.changes.most,
  perOwner: httpLimits.changesOfAccount.most,
  waiting: httpLimits.changesWaiting.most,
  waitMs: httpLimits.changesWaitSeconds.most * 1_000,
};
/** After a change the permit is held for as long again, at most this many milliseconds: changes in a loop use half of the time. */
const longestRestMs = 100;

/** The hook of every handler. It runs after the body was read, so a slow client holds no permit. */
export function sharedChanges() {
  const limiter = new Limiter(limits);
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { changeOwner: owner } = request;
    if (owner === '') {
      done();
      return;
    }
    let began = 0;
    const leave = () => {
      if (request.leaveChanges === undefined) return;
      request.leaveChanges = undefined;
      setTimeout(() => limiter.leave(owner), Math.min(performance.now() - began, longestRestMs));
    };
    const begin = () => {
      request.leaveChanges = leave;
      began = performance.now();
      // A connection closed while the request waited emits no further `close`, so the permit would never be released.
      if (reply.raw.destroyed || request.raw.socket.destroyed) leave();
      else reply.raw.once('close', leave);
      done();
    };
    try {
      const wait = limiter.enter(owner);
      if (wait === undefined) begin();
      else wait.then(begin, done);
    } catch (error) {
      done(error as Error);
    }
  };
}

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
