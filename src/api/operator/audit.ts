import { type Static, Type } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { actorKinds } from '../../domain/access/actor.ts';
import { auditedActions, auditedKinds, kindOfAction } from '../../domain/access/audited.ts';
import { type Erasure, eraseNumber } from '../../flows/upkeep/erasure.ts';
import { type AuditRow, findAudit, listAudit } from '../../store/account/audit.ts';
import { csvAnswer, type Export, Exports, tooManyFiles } from '../operation/export.ts';
import { pageOf, searchable } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import { filteredCursor, named, optional, orNull, paging, range, time, uuid } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { fileShare, type Serving } from '../server/serving.ts';
import { operatorOperations } from './operation.ts';
import { Erased, ErasureRequest } from './schemas/erasures.ts';

export const AuditEntry = named('AuditEntry', {
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
  subjectKind: orNull(
    Type.Enum([...auditedKinds]),
    'Kind of the changed object; null for an action of another release that this one does not know',
  ),
  subjectId: orNull(Type.String(), 'Id of the changed object'),
  accountId: orNull(uuid(), 'Account concerned'),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'Requested change' }),
});

export const AuditPage = named('AuditPage', {
  entries: Type.Array(Type.Ref('AuditEntry')),
  nextCursor: filteredCursor,
});

const filters = {
  ...range,
  ...optional({
    actor: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the actor, ignoring case' }),
    actorId: uuid('Id of the actor: an operator, a console session or an API key'),
    actorKind: Type.Enum([...actorKinds], { description: 'Authentication of the actor' }),
    action: Type.String({ maxLength: 100, description: 'One action, such as `account create`' }),
    subjectKind: Type.Enum([...auditedKinds], { description: 'Kind of the changed object' }),
    subjectId: Type.String({ maxLength: 100, description: 'Id of the changed object' }),
    accountId: uuid('Account concerned'),
  }),
};
export const AuditQuery = Type.Object({ ...paging, ...filters });
export const AuditFileQuery = Type.Object(filters);

function filterOf({ subjectKind, action, ...query }: Static<typeof AuditFileQuery>) {
  const ofKind: readonly string[] | undefined = subjectKind && auditedActions[subjectKind];
  const sought = searchable('action', action);
  return {
    accountId: query.accountId,
    actorId: query.actorId,
    actorKind: query.actorKind,
    actor: searchable('actor', query.actor),
    subjectId: searchable('subjectId', query.subjectId)?.toLowerCase(),
    actions: sought === undefined ? ofKind : (ofKind ?? [sought]).filter((each) => each === sought),
  };
}

/** As in the response, in this order; details as JSON. */
const fileColumns: Export<AuditRow>['columns'] = [
  ['id', (row) => row.id],
  ['at', (row) => row.at.toISOString()],
  ['actorKind', (row) => row.actor_kind],
  ['actorId', (row) => row.actor_id],
  ['actor', (row) => row.actor],
  ['address', (row) => row.address],
  ['action', (row) => row.action],
  ['subjectKind', (row) => kindOfAction(row.action) ?? null],
  ['subjectId', (row) => row.subject_id],
  ['accountId', (row) => row.account_id],
  ['details', (row) => JSON.stringify(row.details)],
];

const toBody = (row: AuditRow) => bodyOf(AuditEntry, row, { subjectKind: kindOfAction(row.action) ?? null });

const inFlight = (messages: number) =>
  `${messages === 1 ? '1 message to this number is' : `${messages} messages to this number are`} on the way; try again once delivered or given up`;
const liveSender = (ids: readonly string[]) => `The number is a sender in use; delete it first: ${ids.join(', ')}`;
const running = 'Another erasure is running; try again when it has ended';

const operation = operatorOperations('Audit');

export const auditOperations = (serving: Serving) => {
  const exports = new Exports(serving, httpLimits.exportsOfOperators);
  return [
    operation({
      id: 'listAudit',
      get: '/audit',
      summary: 'List audit entries',
      description:
        'Returns a page of the audit log, newest first. Filters can be combined; all must match. One filter is searched in an index; a page reads at most 20,000 entries for the others.',
      query: AuditQuery,
      answer: [AuditPage, 'A page of the audit log'],
      shown: toBody,
      list: (db, { query }, page) => listAudit(db, { ...filterOf(query), ...page }),
    }),
    operation({
      id: 'downloadAudit',
      get: '/audit.csv',
      summary: 'Download the audit log as CSV',
      description:
        "Returns all matching entries, newest first. The details are JSON. A cell that a spreadsheet would take for a formula is prefixed with an apostrophe ('). If the connection breaks, the file is incomplete.",
      query: AuditFileQuery,
      answer: csvAnswer('All matching entries'),
      noHead: true,
      responses: { 429: errorResponse('Too many downloads are running', { running: tooManyFiles }, retryAfter) },
      handle: ({ query }, reply) =>
        exports.sendList(
          reply,
          { owner: fileShare, filter: { ...filterOf(query), ...pageOf(query) }, columns: fileColumns },
          { name: 'audit.csv', read: listAudit },
        ),
    }),
    operation({
      id: 'getAuditEntry',
      get: '/audit/:entryId',
      summary: 'Retrieve an audit entry',
      answer: [AuditEntry, 'The entry'],
      unknown: 'audit entry',
      shown: toBody,
      read: (db, { params }) => findAudit(db, params.entryId),
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
};

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
