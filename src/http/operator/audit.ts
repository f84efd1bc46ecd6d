import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { type AuditRow, listAudit } from '../../store/audit.ts';
import { pageOf, pageOfRows, searchable } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorErrors } from './errors.ts';
import { type AuditBody, AuditQuery, type AuditQueryValues } from './schemas/audit.ts';

export function auditRoutes(app: FastifyInstance, { db }: Runtime): void {
  app.get<{ Querystring: AuditQueryValues }>('/audit', {
    schema: {
      operationId: 'listAudit',
      summary: 'Who changed what',
      tags: ['Audit'],
      querystring: AuditQuery,
      response: { 200: answer('AuditPage', 'A page of the audit trail'), ...operatorErrors },
    },
    handler: async ({ query }) => {
      const page = pageOf(query);
      const rows = await listAudit(db, { ...query, ...searched(query), ...page });
      return { entries: rows.map(toBody), ...pageOfRows(rows, page) };
    },
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
    actor,
    address,
    action,
    subjectId: row.subject_id,
    accountId: row.account_id,
    details,
  };
}
