import type { Session } from '../../flows/console/sessions.ts';
import { endSession } from '../../flows/console/sessions.ts';
import { listSessions, type SessionRow } from '../../store/console/sessions.ts';
import { bodyOf } from '../operation/row-body.ts';
import { ConsoleSessionList, OpenSession } from '../schemas/console.ts';
import { actorOf, sessionOf } from './guard.ts';
import { consoleOperations } from './operation.ts';

const operation = consoleOperations('Console');

export const sessionListOperations = [
  operation({
    id: 'listSessions',
    get: '/sessions',
    summary: 'List open sessions (extension)',
    description:
      'Returns open sessions, newest first, at most 1000: for an admin all of them, otherwise your own or those of your account.',
    answer: [ConsoleSessionList, 'The open sessions'],
    read: async (db, call) => {
      const session = sessionOf(call);
      const rows = await listSessions(db, ownerFor(session));
      return { sessions: rows.map((row) => toBody(row, session.id)) };
    },
  }),
  operation({
    id: 'endSession',
    delete: '/sessions/:sessionId',
    summary: 'End a session (extension)',
    description: 'Takes effect in all processes within two seconds.',
    answer: 'Ended',
    unknown: 'session',
    write: (db, call) => {
      const owner = ownerFor(sessionOf(call));
      return endSession(db, actorOf(call), call.params.sessionId, owner, 'session revoke');
    },
  }),
];

/** An admin sees all sessions; others see their own, or those of their account. */
function ownerFor(session: Session): string | undefined {
  return session.kind === 'operator' && session.role === 'admin' ? undefined : session.owner;
}

function toBody(row: SessionRow, current: string) {
  return bodyOf(OpenSession, row, {
    sessionId: row.id,
    kind: row.account_id === null ? 'operator' : 'account',
    current: row.id === current,
  });
}
