import { Type } from '../../../base/type.ts';
import { actorKinds } from '../../../domain/access/actor.ts';
import { named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';

export const AuditEntry = Type.Object({
  id: uuid(),
  at: time('When'),
  actorKind: Type.Union([Type.Enum([...actorKinds]), Type.Null()], {
    description:
      'How the actor was authenticated: an operator with a name, the operator token (also by the command line), a console session of the account, an API key of the account, the service itself (system), or not at all (anonymous: a refused log-in). null in entries written before 0.2.0',
  }),
  actorId: Type.Union([uuid(), Type.Null()], {
    description:
      'Of the operator, of the console session (customer, operator-token) or of the API key; null for a request with the token itself',
  }),
  actor: Type.String({
    description:
      'Name of the actor. A label only: customers and holders of the token choose theirs, so read it together with actorKind',
  }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'From where' }),
  action: Type.String({ description: 'What', examples: ['account create'] }),
  subjectId: Type.Union([Type.String(), Type.Null()], { description: 'What was changed' }),
  accountId: Type.Union([uuid(), Type.Null()], { description: 'Whom it concerns' }),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'What was asked for' }),
});

export const AuditPage = named('AuditPage', { entries: Type.Array(AuditEntry), nextCursor });

export const AuditQuery = Type.Object({
  ...paging,
  ...range,
  accountId: Type.Optional(uuid()),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
});
