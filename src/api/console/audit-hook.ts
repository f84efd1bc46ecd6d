import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { RateLimit } from '../../bounds/rate-limit.ts';
import type { Runtime } from '../../runtime.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { HttpError } from '../server/errors.ts';
import { isChange } from './access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route changes nothing although its method is not GET. */
    readOnly?: boolean;
    /** The use case of the route writes the audit entries itself. */
    ownAudit?: boolean;
  }
}

/** Changes per second and session, by hand or by the console. Each writes an audit row, which is kept forever. */
const perSecond = 10;

/** Audits changes by a person. The entry is written before the change, so a crash leaves no change without one. */
export function auditHook({ db, clock }: Runtime) {
  const limit = new RateLimit({ rate: perSecond, clock });
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { principal } = request;
    const by = principal?.by;
    if (by === undefined || !isChange(request) || request.routeOptions.config.readOnly === true) {
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
    if (request.routeOptions.config.ownAudit === true) {
      done();
      return;
    }
    const { accountId } = principal;
    const entry = { action: actionOf(request), subjectId: subjectOf(request), accountId, details: { via: 'console' } };
    const go = () => done();
    insertAudit(db, by, entry).then(go, done);
  };
}

function actionOf({ routeOptions }: FastifyRequest): string {
  const { operationId = 'change' } = (routeOptions.schema ?? {}) as { operationId?: string };
  return operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function subjectOf({ params }: FastifyRequest): string | undefined {
  const id = Object.values((params ?? {}) as Record<string, string>)[0]?.toLowerCase();
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
}
