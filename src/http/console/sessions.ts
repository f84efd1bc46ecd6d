import type { FastifyInstance } from 'fastify';
import { endSession } from '../../flows/console/ending.ts';
import type { Session } from '../../flows/console/sessions.ts';
import { listSessions, type SessionRow } from '../../store/console/sessions.ts';
import { HttpError } from '../errors.ts';
import { type ConsoleSessionListBody, consoleErrors, SessionPath } from '../schemas/console.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { actorOf, empty, type Guard, sessionOf } from './guard.ts';

const tags = ['Console'];
const noSuch = 'There is no such session';

/** All that are open, for an admin; everybody else sees their own, and those of their account. */
export function sessionListRoutes(app: FastifyInstance, { db, reads }: Serving, guard: Guard): void {
  app.get('/sessions', {
    onRequest: guard,
    schema: {
      operationId: 'listSessions',
      summary: 'List open sessions (extension)',
      description:
        'An admin sees all; everybody else their own, or those of their account. At most 1000, newest first.',
      tags,
      response: { 200: answer('ConsoleSessionList', 'Sessions that are open'), ...consoleErrors },
    },
    handler: (request) => {
      const session = sessionOf(request);
      return reads.run(session.owner, async (db) => {
        const rows = await listSessions(db, ownerFor(session));
        return { sessions: rows.map((row) => toBody(row, session.id)) };
      });
    },
  });

  app.delete<{ Params: { sessionId: string } }>('/sessions/:sessionId', {
    onRequest: guard,
    schema: {
      operationId: 'endSession',
      summary: 'End a session (extension)',
      description: 'It stops everywhere within two seconds.',
      tags,
      params: SessionPath,
      response: {
        204: empty('It has ended'),
        ...consoleErrors,
        404: errorResponse('There is no such session, or it is not yours', { unknown: `error: 404 - ${noSuch}` }),
      },
    },
    handler: async (request, reply) => {
      const owner = ownerFor(sessionOf(request));
      const ended = await endSession(db, actorOf(request), request.params.sessionId, owner, 'session revoke');
      if (!ended) throw new HttpError(404, noSuch);
      return reply.code(204).send();
    },
  });
}

function ownerFor(session: Session): string | undefined {
  return session.kind === 'operator' && session.role === 'admin' ? undefined : session.owner;
}

function toBody(row: SessionRow, current: string): ConsoleSessionListBody['sessions'][number] {
  return {
    sessionId: row.id,
    kind: row.account_id === null ? 'operator' : 'account',
    name: row.name,
    ...(row.account_id === null ? {} : { accountId: row.account_id, accountName: row.account_name! }),
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.id === current,
  };
}
