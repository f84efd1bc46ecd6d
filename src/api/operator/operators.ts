import { Type } from '../../base/type.ts';
import { passwordFault } from '../../domain/access/password.ts';
import { newOperatorRole, roles } from '../../domain/access/role.ts';
import { issueAccountLink, issueOperatorLink, issueTokenLink } from '../../flows/console/links.ts';
import { addOperator, changeOperator, removeOperator } from '../../flows/console/operators.ts';
import { listOperators, type OperatorRow } from '../../store/console/operators.ts';
import { listOnline, type OnlineRow } from '../../store/console/sessions.ts';
import { present } from '../../store/row.ts';
import { linkBody } from '../console/access.ts';
import { bodyOf } from '../operation/row-body.ts';
import { ConsoleLink, grants, LinkBody, role } from '../schemas/console.ts';
import { closed, name, named, optional, orNull, time, uuid } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { operatorOperations } from './operation.ts';

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
  ...optional({
    role: Type.Enum([...roles], { description: `Default: ${newOperatorRole}, the role with the fewest rights` }),
    grants,
    password,
  }),
});

export const OperatorChange = closed(
  optional({
    role,
    grants,
    password: orNull(password, 'New password; null removes it, and only a sign-in link gives access'),
    resetTotp: Type.Boolean({ description: 'true: turns two-factor authentication off' }),
  }),
  { minProperties: 1 },
);

export const PeopleOnline = named('PeopleOnline', {
  people: Type.Array(
    Type.Object({
      kind: Type.Enum(['operator', 'operator-token', 'account']),
      name: Type.String({ description: 'Name of the person, as in the audit log' }),
      operatorId: Type.Optional(uuid('Only for kind operator')),
      role: Type.Optional(role),
      accountId: Type.Optional(uuid('Only for kind account')),
      accountName: Type.Optional(Type.String()),
      since: time('Time of the sign-in; the earliest of several sessions'),
      lastSeenAt: time('Time of the last use, up to a few seconds old'),
      sessions: Type.Integer({ description: 'Open sessions used in the last five minutes' }),
      addresses: Type.Optional(
        Type.Array(Type.String(), { description: 'IP addresses of the sign-ins; shown to the role admin only' }),
      ),
    }),
  ),
});

export const consoleAccessSchemas = [OperatorDetails, OperatorCreated, OperatorList, PeopleOnline];

const operation = operatorOperations('Operators', { taken: [409, 'An operator has this name already'] });

function toPerson({ addresses, role, ...row }: OnlineRow, isAdmin: boolean) {
  return present({
    ...row,
    role: row.kind === 'account' ? null : (role ?? 'admin'),
    addresses: isAdmin ? addresses : null,
  });
}

const toBody = (row: OperatorRow) => bodyOf(OperatorDetails, row, { operatorId: row.id });

/** Sign-in links are valid once, for ten minutes. */
export const operatorAccessOperations = [
  operation({
    id: 'listOperators',
    get: '/operators',
    summary: 'List operators',
    answer: [OperatorList, 'All operators, by name'],
    read: async (db) => ({ operators: (await listOperators(db)).map(toBody) }),
  }),
  operation({
    id: 'listPeopleOnline',
    get: '/operators/online',
    summary: 'List people on the console',
    description:
      'Returns the people whose console made a request in the last five minutes, operators first, then by name; at most 1000.',
    answer: [PeopleOnline, 'The people'],
    read: async (db, { session }) => {
      const isAdmin = session?.kind !== 'operator' || session.role === 'admin';
      return { people: (await listOnline(db)).map((row) => toPerson(row, isAdmin)) };
    },
  }),
  operation({
    id: 'createOperator',
    post: '/operators',
    summary: 'Create an operator',
    description:
      'Returns the operator, who has the role support unless `role` is given. Without a password, the response contains a sign-in link for setting one.',
    body: NewOperator,
    status: 201,
    answer: [OperatorCreated, 'The new operator'],
    problems: { taken: 'The name is taken' },
    noStore: true,
    write: async (db, call) => {
      const { actor, body } = call;
      checkPassword(body.password);
      const created = await addOperator(db, actor, { ...body, role: body.role ?? newOperatorRole });
      if (created === undefined) return 'taken';
      const link = body.password === undefined ? await issueOperatorLink(db, actor, created.id) : undefined;
      return { ...toBody(created), ...(link && { link: linkBody(call, link) }) };
    },
  }),
  operation({
    id: 'changeOperator',
    patch: '/operators/:operatorId',
    summary: 'Update an operator',
    description:
      'Omitted fields are not changed. Changing or removing the password, and resetting the second factor, ends all sessions.',
    body: OperatorChange,
    answer: [OperatorDetails, 'The updated operator'],
    unknown: 'operator',
    shown: toBody,
    write: (db, { actor, params, body }) => {
      checkPassword(body.password ?? undefined);
      return changeOperator(db, actor, params.operatorId, body);
    },
  }),
  operation({
    id: 'deleteOperator',
    delete: '/operators/:operatorId',
    summary: 'Delete an operator',
    description: 'Ends all sessions of the operator.',
    answer: 'Deleted',
    unknown: 'operator',
    write: (db, { actor, params }) => removeOperator(db, actor, params.operatorId),
  }),
  operation({
    id: 'createOperatorLink',
    post: '/operators/:operatorId/links',
    summary: 'Create a sign-in link for an operator',
    description:
      'Returns a link that signs in once, within ten minutes, without password and code. Give it only to this operator.',
    status: 201,
    answer: [ConsoleLink, 'The link'],
    unknown: 'operator',
    noStore: true,
    write: async (db, call) => {
      const link = await issueOperatorLink(db, call.actor, call.params.operatorId);
      return link && linkBody(call, link);
    },
  }),
  operation({
    id: 'createConsoleLink',
    post: '/console-links',
    summary: 'Create a sign-in link for yourself',
    description: 'Returns a link that signs in once, as the signed-in operator or as the holder of the operator token.',
    status: 201,
    answer: [ConsoleLink, 'The link'],
    noStore: true,
    write: async (db, call) => {
      const { actor, session } = call;
      const operatorId = session?.kind === 'operator' ? session.operatorId : undefined;
      const link = await (operatorId === undefined
        ? issueTokenLink(db, actor)
        : issueOperatorLink(db, actor, operatorId));
      return link === undefined ? 'no operator' : linkBody(call, link);
    },
  }),
  operation({
    id: 'createAccountLink',
    post: '/accounts/:accountId/console-links',
    summary: 'Create a sign-in link for a customer',
    description: 'Returns a link that signs in once. The session has access to this account only.',
    tag: 'Accounts',
    body: LinkBody,
    optionalBody: true,
    status: 201,
    answer: [ConsoleLink, 'The link'],
    unknown: 'account',
    noStore: true,
    write: async (db, call) => {
      const request = { ...call.params, keyId: null, name: call.body.name };
      const link = await issueAccountLink(db, call.actor, request);
      return link && linkBody(call, link);
    },
  }),
];

function checkPassword(password: string | undefined): void {
  const fault = password === undefined ? undefined : passwordFault(password);
  if (fault !== undefined) throw new HttpError(400, `password ${fault}`);
}
