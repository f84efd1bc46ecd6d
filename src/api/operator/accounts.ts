import { Type } from '../../base/type.ts';
import { compatApis } from '../../domain/access/doors.ts';
import { changeAccount, createAccount } from '../../flows/accounts/accounts.ts';
import {
  findAccountDetails,
  listAccountDetails,
  type AccountDetails as Row,
} from '../../store/account/account-details.ts';
import { searchable } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import {
  amount,
  balance,
  closed,
  currency,
  email,
  name,
  named,
  nextCursor,
  optional,
  paging,
  time,
  uuid,
} from '../schemas/fields.ts';
import { operatorOperations } from './operation.ts';

const status = Type.Enum(['active', 'suspended'], { description: 'A suspended account cannot send' });
const receipts = Type.Enum(['auto', 'webhook', 'smpp', 'both'], {
  description:
    'Channel of delivery reports, unless the sender overrides it. auto: the SMPP binds if the message was submitted by SMPP with receipts requested, otherwise the URL of the request or sender',
});
const inbound = Type.Enum(['auto', 'webhook', 'smpp', 'both'], {
  description:
    'Channel of inbound messages, unless the sender overrides it. auto: the URL of the sender; if it has none, the SMPP binds of the account',
});
const contactEmail = Type.Union([email('Address that sender verification codes are sent to'), Type.Null()]);
const doors = Type.Array(Type.Enum([...compatApis]), {
  description: 'Compatibility APIs that the account may use',
  maxItems: compatApis.length,
  uniqueItems: true,
});

export const AccountDetails = named('AccountDetails', {
  accountId: uuid(),
  name: name('Name of the customer'),
  currency,
  balance: balance('Current balance, without the credit limit'),
  creditLimit: balance('Amount by which the balance may be negative'),
  status,
  paused: Type.Boolean({ description: 'Whether messages are accepted but wait until the account is resumed' }),
  contactEmail,
  doors,
  receipts,
  inbound,
  createdAt: time('Time of creation'),
});

export const AccountPage = named('AccountPage', { accounts: Type.Array(Type.Ref('AccountDetails')), nextCursor });

export const NewAccount = closed({
  name: name('Name of the customer'),
  currency,
  ...optional({ creditLimit: amount('Amount by which the balance may be negative. Default: 0'), contactEmail }),
});

const creditLimit = amount('Amount by which the balance may be negative');
const AccountChange = closed(
  optional({ name: name('Name of the customer'), creditLimit, contactEmail, status, doors, receipts, inbound }),
  { minProperties: 1 },
);

export const AccountQuery = Type.Object({
  ...paging,
  status: Type.Optional(status),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, ignoring case' })),
});

const operation = operatorOperations('Accounts', {
  'owes more': [409, 'The account already owes more than this credit limit; top it up first'],
});

const toBody = (row: Row) => bodyOf(AccountDetails, row, { accountId: row.id });

export const accountOperations = [
  operation({
    id: 'createAccount',
    post: '/accounts',
    summary: 'Create an account',
    description: 'Returns the new account. It has no key, no price list and a balance of 0.',
    body: NewAccount,
    status: 201,
    answer: [AccountDetails, 'The new account'],
    shown: toBody,
    write: (db, { actor, body }) => createAccount(db, actor, body),
  }),
  operation({
    id: 'listAccounts',
    get: '/accounts',
    summary: 'List accounts',
    description:
      'Returns a page of accounts, newest first, without the internal account that sends confirmation codes.',
    query: AccountQuery,
    answer: [AccountPage, 'A page of accounts'],
    shown: toBody,
    list: (db, { query }, page) => listAccountDetails(db, { ...query, name: searchable('name', query.name), ...page }),
  }),
  operation({
    id: 'getAccount',
    get: '/accounts/:accountId',
    summary: 'Retrieve an account',
    answer: [AccountDetails, 'The account'],
    unknown: 'account',
    shown: toBody,
    read: (db, { params }) => findAccountDetails(db, params.accountId),
  }),
  operation({
    id: 'changeAccount',
    patch: '/accounts/:accountId',
    summary: 'Update an account',
    description: 'Omitted fields are not changed. A suspended account cannot send, effective immediately.',
    body: AccountChange,
    answer: [AccountDetails, 'The updated account'],
    unknown: 'account',
    problems: { 'owes more': 'The account owes more than the new limit' },
    shown: toBody,
    write: (db, { actor, params, body }) => changeAccount(db, actor, params.accountId, body),
  }),
];
