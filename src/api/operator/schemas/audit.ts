import { Type } from '../../../base/type.ts';
import { actorKinds } from '../../../domain/access/actor.ts';
import { named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';

export const AuditEntry = Type.Object({
  id: uuid(),
  at: time('Time of the change'),
  actorKind: Type.Union([Type.Enum([...actorKinds]), Type.Null()], {
    description:
      'Authentication of the actor: a named operator, the operator token (also used by the command line), a console session of the account, an API key of the account, the service itself (system), or none (anonymous: a refused sign-in). null in entries written before 0.2.0',
  }),
  actorId: Type.Union([uuid(), Type.Null()], {
    description:
      'Id of the operator, of the console session (customer, operator-token) or of the API key; null for a request with the token itself',
  }),
  actor: Type.String({
    description:
      'Name of the actor. Only a label: customers and holders of the token choose their own, so read it together with actorKind',
  }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the actor' }),
  action: Type.String({ description: 'Action', examples: ['account create'] }),
  subjectId: Type.Union([Type.String(), Type.Null()], { description: 'Id of the changed object' }),
  accountId: Type.Union([uuid(), Type.Null()], { description: 'Account concerned' }),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'Requested change' }),
});

export const AuditPage = named('AuditPage', { entries: Type.Array(AuditEntry), nextCursor });

export const AuditQuery = Type.Object({
  ...paging,
  ...range,
  accountId: Type.Optional(uuid()),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
});
