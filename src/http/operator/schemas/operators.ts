import { Type } from '../../../base/type.ts';
import { grants, role } from '../../schemas/console.ts';
import { closed, name, named, time, uuid } from '../../schemas/fields.ts';

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

export const OperatorDetails = named('OperatorDetails', shown);

export const OperatorCreated = named('OperatorCreated', {
  ...shown,
  link: Type.Optional(
    Type.Object(
      { url: Type.String(), expiresAt: time('When it is not valid any more') },
      { description: 'To log in once and set a password; only if none was given' },
    ),
  ),
});

export const OperatorList = named('OperatorList', { operators: Type.Array(Type.Ref('OperatorDetails')) });

export const NewOperator = closed({
  name: name('One of its own, in any case of letters'),
  role,
  grants: Type.Optional(grants),
  password: Type.Optional(password),
});

export const OperatorChange = closed(
  {
    role: Type.Optional(role),
    grants: Type.Optional(grants),
    password: Type.Optional(
      Type.Union([password, Type.Null()], { description: 'null takes it away: then only a link leads in' }),
    ),
    resetTotp: Type.Optional(Type.Boolean({ description: 'true: codes are not asked for any more' })),
  },
  { minProperties: 1 },
);

export const consoleAccessSchemas = [OperatorDetails, OperatorCreated, OperatorList];
