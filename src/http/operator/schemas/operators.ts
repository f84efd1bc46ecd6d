import { type Static, Type } from '../../../base/type.ts';
import { grants, role } from '../../schemas/console.ts';
import { name, time, uuid } from './fields.ts';

const password = Type.String({ maxLength: 1_000, description: '12 to 200 characters' });

const shown = {
  operatorId: uuid(),
  name: name('Of the person, as the audit trail shows it'),
  role,
  grants,
  hasPassword: Type.Boolean(),
  hasTotp: Type.Boolean({ description: 'Whether a log-in by password asks for a code' }),
  createdAt: time('When it was created'),
  lastLoginAt: Type.Optional(time('The last log-in')),
};

export const OperatorDetails = Type.Object(shown, { $id: 'OperatorDetails' });
export type OperatorBody = Static<typeof OperatorDetails>;

export const OperatorCreated = Type.Object(
  {
    ...shown,
    link: Type.Optional(
      Type.Object(
        { url: Type.String(), expiresAt: time('When it is not valid any more') },
        { description: 'To log in once and set a password; only if none was given' },
      ),
    ),
  },
  { $id: 'OperatorCreated' },
);

export const OperatorList = Type.Object(
  { operators: Type.Array(Type.Ref('OperatorDetails')) },
  { $id: 'OperatorList' },
);

export const NewOperator = Type.Object(
  {
    name: name('One of its own, in any case of letters'),
    role,
    grants: Type.Optional(grants),
    password: Type.Optional(password),
  },
  { additionalProperties: false },
);
export type NewOperatorValues = Static<typeof NewOperator>;

export const OperatorChange = Type.Object(
  {
    role: Type.Optional(role),
    grants: Type.Optional(grants),
    password: Type.Optional(
      Type.Union([password, Type.Null()], { description: 'null takes it away: then only a link leads in' }),
    ),
    resetTotp: Type.Optional(Type.Boolean({ description: 'true: codes are not asked for any more' })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type OperatorChangeValues = Static<typeof OperatorChange>;

export const OperatorPath = Type.Object({ operatorId: uuid() });
export type OperatorPathValues = Static<typeof OperatorPath>;

export const consoleAccessSchemas = [OperatorDetails, OperatorCreated, OperatorList];
