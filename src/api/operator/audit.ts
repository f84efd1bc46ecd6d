import { type Erasure, eraseNumber } from '../../flows/upkeep/erasure.ts';
import { type AuditRow, listAudit } from '../../store/account/audit.ts';
import { searchable } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { errorResponse } from '../schemas/errors.ts';
import { HttpError } from '../server/errors.ts';
import { operatorOperations } from './operation.ts';
import { AuditEntry, AuditPage, AuditQuery } from './schemas/audit.ts';
import { Erased, ErasureRequest } from './schemas/erasures.ts';

const inFlight = (messages: number) =>
  `${messages === 1 ? '1 message to this number is' : `${messages} messages to this number are`} on the way; try again once delivered or given up`;
const liveSender = (ids: readonly string[]) => `The number is a sender in use; delete it first: ${ids.join(', ')}`;
const running = 'Another erasure is running; try again when it has ended';

const operation = operatorOperations('Audit');

export const auditOperations = [
  operation({
    id: 'listAudit',
    get: '/audit',
    summary: 'List audit entries',
    description: 'Returns a page of the audit log, newest first.',
    query: AuditQuery,
    answer: [AuditPage, 'A page of the audit log'],
    shown: (row: AuditRow) => bodyOf(AuditEntry, row, {}),
    list: (db, { query }, page) =>
      listAudit(db, {
        ...query,
        subjectId: searchable('subjectId', query.subjectId)?.toLowerCase(),
        action: searchable('action', query.action),
        ...page,
      }),
  }),
  operation({
    id: 'eraseNumber',
    post: '/erasures',
    summary: 'Erase a phone number',
    description:
      'Removes the number, and texts sent only to it or received from it, from all stored data, and returns how many records changed. May take minutes; the response is sent at the end. Safe to repeat.',
    tag: 'Privacy',
    body: ErasureRequest,
    answer: [Erased, 'Numbers of erased records'],
    responses: {
      409: errorResponse('The number cannot be erased now; nothing was erased', {
        inFlight: `error: 409 - ${inFlight(2)}`,
        liveSender: `error: 409 - ${liveSender(['01900000-0000-7000-8000-000000000000'])}`,
        running: `error: 409 - ${running}`,
      }),
    },
    write: async (db, { actor, body }) => countsOf(await eraseNumber(db, actor, body.phoneNumber)),
  }),
];

function countsOf(erasure: Erasure) {
  switch (erasure.kind) {
    case 'erased':
      return erasure.counts;
    case 'in flight':
      throw new HttpError(409, inFlight(erasure.messages));
    case 'live sender':
      throw new HttpError(409, liveSender(erasure.senderIds));
    case 'running':
      throw new HttpError(409, running);
  }
}
