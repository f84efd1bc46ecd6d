import { type Static, Type } from '../../../type.ts';
import { nextCursor, paging, range, time, uuid } from './fields.ts';

const entry = Type.Object({
  id: uuid(),
  at: time('When'),
  actor: Type.String({ description: 'Who' }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'From where' }),
  action: Type.String({ description: 'What', examples: ['account create'] }),
  subjectId: Type.Union([Type.String(), Type.Null()], { description: 'What was changed' }),
  accountId: Type.Union([uuid(), Type.Null()], { description: 'Whom it concerns' }),
  details: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'What was asked for' }),
});
export type AuditBody = Static<typeof entry>;

export const AuditPage = Type.Object({ entries: Type.Array(entry), nextCursor }, { $id: 'AuditPage' });

export const AuditQuery = Type.Object({
  ...paging,
  ...range,
  accountId: Type.Optional(uuid()),
  subjectId: Type.Optional(Type.String({ maxLength: 100 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
});
export type AuditQueryValues = Static<typeof AuditQuery>;
