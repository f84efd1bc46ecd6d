import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { Runtime } from '../../runtime.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { HttpError } from '../errors.ts';
import { isChange } from './access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request that is not a GET, and changes nothing all the same. */
    onlyLooks?: boolean;
  }
}

/** What one person changes in a second, by hand or by what the console does for them. Every one is a row that is kept for ever. */
const perSecond = 10;

/**
 * The hook that writes down what a person asks for on the endpoints of customers, before it is done: a process that is killed in
 * between leaves an entry too many, and never a change without one. What keys do is not written down.
 */
export function auditHook({ db, clock }: Runtime) {
  const limit = new RateLimit({ rate: perSecond, clock });
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { principal } = request;
    const by = principal?.by;
    if (by === undefined || !isChange(request) || request.routeOptions.config.onlyLooks === true) {
      done();
      return;
    }
    const { allowed, retryInMs } = limit.take(principal.keyId);
    if (!allowed) {
      const seconds = Math.ceil(retryInMs / 1_000);
      const text = `More than ${perSecond} changes a second in one session; use an API key for that`;
      done(new HttpError(429, text, { 'retry-after': `${seconds}` }));
      return;
    }
    const { accountId } = principal;
    const entry = { action: actionOf(request), subjectId: subjectOf(request), accountId, details: { via: 'console' } };
    const go = () => done();
    insertAudit(db, by, entry).then(go, done);
  };
}

/** `sendMessages` is written as `send messages`. */
function actionOf({ routeOptions }: FastifyRequest): string {
  const { operationId = 'change' } = (routeOptions.schema ?? {}) as { operationId?: string };
  return operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The id in the path, if there is one; what is none belongs to nothing. */
function subjectOf({ params }: FastifyRequest): string | undefined {
  const id = Object.values((params ?? {}) as Record<string, string>)[0]?.toLowerCase();
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}
