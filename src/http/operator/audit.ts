import type { FastifyInstance } from 'fastify';
import { type AuditRow, listAudit } from '../../store/account/audit.ts';
import { nextCursor, pageOf, searchable } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { operatorErrors } from './errors.ts';
import { type AuditBody, AuditQuery, type AuditQueryValues } from './schemas/audit.ts';

export function auditRoutes(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Querystring: AuditQueryValues }>('/audit', {
    schema: {
      operationId: 'listAudit',
      summary: 'Who changed what',
      tags: ['Audit'],
      querystring: AuditQuery,
      response: { 200: answer('AuditPage', 'A page of the audit trail'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = await listAudit(db, { ...query, ...searched(query), ...pageOf(query) });
        return { entries: page.rows.map(toBody), ...nextCursor(page) };
      }),
  });
}

function searched({ subjectId, action }: AuditQueryValues) {
  return { subjectId: searchable('subjectId', subjectId)?.toLowerCase(), action: searchable('action', action) };
}

function toBody(row: AuditRow): AuditBody {
  const { id, at, actor, address, action, details } = row;
  return {
    id,
    at: at.toISOString(),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actor,
    address,
    action,
    subjectId: row.subject_id,
    accountId: row.account_id,
    details,
  };
}
