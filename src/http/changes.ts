import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Limiter } from '../bounds/limiter.ts';
import { httpLimits } from '../bounds/limits/http.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose share this request uses, if it changes something; empty otherwise. */
    changes: string;
    /** Gives the share back before the answer, where that is kept for a while. */
    leaveChanges: (() => void) | undefined;
  }
}

/**
 * Changes (of senders, keys, prices, …) run on the connections that sending has too: at most half of them, and a quarter for
 * one account. Without this, thirty clients that register senders in a loop kept every send of others waiting for a connection.
 */
const share = {
  total: httpLimits.changes.most,
  perOwner: httpLimits.changesOfAccount.most,
  waiting: httpLimits.changesWaiting.most,
  waitMs: httpLimits.changesWaitSeconds.most * 1_000,
};
/** A permit rests for as long as it was held, so that changes in a loop leave half of that time to others. */
const longestRestMs = 100;

/** The hook in front of every handler, when the body has been read: a slow client holds nothing. */
export function sharedChanges() {
  const limiter = new Limiter(share);
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { changes: owner } = request;
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
      // Whoever has left in the meantime closes nothing any more, and would never give it back.
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
