import { Type } from '../../../base/type.ts';
import { grants, role } from '../../schemas/console.ts';
import { closed, name, named, time, uuid } from '../../schemas/fields.ts';

const password = Type.String({ maxLength: 1_000, description: 'Password, 12 to 200 characters' });

const shown = {
  operatorId: uuid(),
  name: name('Name of the person, shown in the audit log'),
  role,
  grants,
  hasPassword: Type.Boolean(),
  hasTotp: Type.Boolean({ description: 'Whether sign-in with a password also requires a code' }),
  createdAt: time('Time of creation'),
  lastLoginAt: Type.Optional(time('Time of the last sign-in')),
};

export const OperatorDetails = named('OperatorDetails', shown);

export const OperatorCreated = named('OperatorCreated', {
  ...shown,
  link: Type.Optional(
    Type.Object(
      { url: Type.String(), expiresAt: time('End of validity') },
      { description: 'Sign-in link for setting a password; only if none was given' },
    ),
  ),
});

export const OperatorList = named('OperatorList', { operators: Type.Array(Type.Ref('OperatorDetails')) });

export const NewOperator = closed({
  name: name('Name, unique ignoring case'),
  role,
  grants: Type.Optional(grants),
  password: Type.Optional(password),
});

export const OperatorChange = closed(
  {
    role: Type.Optional(role),
    grants: Type.Optional(grants),
    password: Type.Optional(
      Type.Union([password, Type.Null()], {
        description: 'New password; null removes it, and only a sign-in link gives access',
      }),
    ),
    resetTotp: Type.Optional(Type.Boolean({ description: 'true: turns two-factor authentication off' })),
  },
  { minProperties: 1 },
);

export const consoleAccessSchemas = [OperatorDetails, OperatorCreated, OperatorList];
