import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Actor } from '../../domain/access/actor.ts';
import type { Grant } from '../../domain/access/role.ts';
import { Cache } from '../../domain/cache.ts';
import {
  actorBySession,
  type SignedInSession,
  type SignedInSessions,
  sessionMay,
} from '../../flows/console/sessions.ts';
import type { Runtime } from '../../runtime.ts';
import { enterBySession, isChange } from '../console/access.ts';
import { HttpError } from '../server/errors.ts';
import { clientAddress } from '../server/requests.ts';
import { operatorShare } from '../server/serving.ts';

/** The operator who calls and what they may read. The operator token may read everything. */
type Operator = Actor & { may(what: Grant): boolean };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Operator;
  }
}

/** Each wrong token adds 1 s of debt to its address. Above 10 s, a wrong token from the address gets 429. */
const penaltyMs = 1_000;
const toleratedMs = 10_000;
const mostAddresses = 10_000;

export function operatorAccess({ config, clock }: Runtime, sessions: SignedInSessions) {
  const expected = config.adminToken === undefined ? undefined : digest(config.adminToken);
  const paidAt = new Cache<string, number>(mostAddresses);

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (request.headers.authorization === undefined) {
      const admit = (session: SignedInSession, admitted: (error?: Error) => void) => admitted(enter(request, session));
      if (enterBySession(sessions, request, reply, admit, done)) return;
    }
    const address = clientAddress(request);
    const problem = check(request.headers.authorization);
    // A valid token is always accepted: behind a proxy, many clients share one address.
    if (problem === undefined) {
      request.actor = { kind: 'operator-token', id: undefined, name: nameOf(request), address, may: () => true };
      if (isChange(request)) request.changeOwner = operatorShare;
      done();
      return;
    }
    const waitMs = blockedFor(address);
    if (waitMs <= 0) {
      failed(address);
      done(problem);
      return;
    }
    const seconds = Math.ceil(waitMs / 1_000);
    done(new HttpError(429, `Too many wrong tokens; try again in ${seconds} s`, { 'retry-after': `${seconds}` }));
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
    paidAt.set(address, Math.max(paidAt.get(address) ?? 0, clock()) + penaltyMs);
  }
}

function enter(request: FastifyRequest, session: SignedInSession): HttpError | undefined {
  if (session.kind !== 'operator') return new HttpError(403, 'Only operators may call this');
  if (isChange(request)) {
    if (session.role !== 'admin') return new HttpError(403, 'Your role may not change this');
    request.changeOwner = operatorShare;
  }
  request.actor = { ...actorBySession(session, clientAddress(request)), may: (what) => sessionMay(session, what) };
  return undefined;
}

/** All digests have the same length, so the comparison takes the same time for every token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** All operators share one token, so X-Operator names the person; the command line sets it. */
export function nameOf({ headers }: FastifyRequest): string {
  const given = headers['x-operator'];
  return typeof given === 'string' && /^[\x20-\x7e]{1,100}$/.test(given) ? given : 'operator';
}
