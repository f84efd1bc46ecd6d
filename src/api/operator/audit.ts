import { Type } from '../../base/type.ts';
import { actorKinds } from '../../domain/access/actor.ts';
import { type Erasure, eraseNumber } from '../../flows/upkeep/erasure.ts';
import { type AuditRow, listAudit } from '../../store/account/audit.ts';
import { searchable } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { errorResponse } from '../schemas/errors.ts';
import { named, nextCursor, optional, orNull, paging, range, time, uuid } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { operatorOperations } from './operation.ts';
import { Erased, ErasureRequest } from './schemas/erasures.ts';

export const AuditEntry = Type.Object({
  id: uuid(),
  at: time('Time of the change'),
  actorKind: orNull(
    Type.Enum([...actorKinds]),
    'Authentication of the actor: a named operator, the operator token (also used by the command line), a console session of the account, an API key of the account, the service itself (system), or none (anonymous: a refused sign-in). null in entries written before 0.2.0',
  ),
  actorId: orNull(
    uuid(),
    'Id of the operator, of the console session (customer, operator-token) or of the API key; null for a request with the token itself',
  ),
  actor: Type.String({
    description:
      'Name of the actor. Only a label: customers and holders of the token choose their own, so read it together with actorKind',
  }),
  address: orNull(Type.String(), 'IP address of the actor'),
  action: Type.String({ description: 'Action', examples: ['account create'] }),
  subjectId: orNull(Type.String(), 'Id of the changed object'),
  accountId: orNull(uuid(), 'Account concerned'),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'Requested change' }),
});

export const AuditPage = named('AuditPage', { entries: Type.Array(AuditEntry), nextCursor });

export const AuditQuery = Type.Object({
  ...paging,
  ...range,
  ...optional({
    accountId: uuid(),
    subjectId: Type.String({ maxLength: 100 }),
    action: Type.String({ maxLength: 100 }),
  }),
});

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
