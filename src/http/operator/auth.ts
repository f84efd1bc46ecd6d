import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import type { Actor } from '../../store/audit.ts';
import { HttpError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who operates; set by the hook in front of every operator endpoint. */
    actor: Actor;
  }
}

/** Every wrong token costs its address a second; one that is more than ten in debt has to wait, right or wrong. */
const penaltyMs = 1_000;
const toleratedMs = 10_000;
const mostAddresses = 10_000;

/** The hook in front of the operator's endpoints: `Authorization: Bearer <token>`. */
export function operatorAccess({ config, clock }: Runtime) {
  const expected = config.adminToken === undefined ? undefined : digest(config.adminToken);
  const paidAt = new Map<string, number>();

  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const waitMs = blockedFor(request.ip);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      done(new HttpError(429, `Too many wrong tokens; try again in ${seconds} s`, { 'retry-after': `${seconds}` }));
      return;
    }
    const problem = check(request.headers.authorization);
    if (problem === undefined) request.actor = { name: nameOf(request), address: request.ip };
    else failed(request.ip);
    done(problem);
  };

  function check(header: string | undefined): HttpError | undefined {
    const challenge = { 'www-authenticate': 'Bearer realm="operator"' };
    const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (token === undefined)
      return new HttpError(401, 'Send the operator token as Authorization: Bearer <token>', challenge);
    if (expected === undefined || !timingSafeEqual(digest(token), expected))
      return new HttpError(401, 'The operator token is not valid', challenge);
    return undefined;
  }

  function blockedFor(address: string): number {
    return (paidAt.get(address) ?? 0) - toleratedMs - clock();
  }

  function failed(address: string): void {
    // Forgetting them all gives a guesser ten more tries at a token of 256 random bits.
    if (paidAt.size >= mostAddresses) paidAt.clear();
    paidAt.set(address, Math.max(paidAt.get(address) ?? 0, clock()) + penaltyMs);
  }
}

/** Digests are of one length, so that the comparison takes the same time for every token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** There is one token, so people say who they are; the command line does it by itself. */
function nameOf({ headers }: FastifyRequest): string {
  const given = headers['x-operator'];
  return typeof given === 'string' && /^[\x20-\x7e]{1,100}$/.test(given) ? given : 'operator';
}
