import { changeAccount, createAccount } from '../../flows/accounts/accounts.ts';
import {
  findAccountDetails,
  listAccountDetails,
  type AccountDetails as Row,
} from '../../store/account/account-details.ts';
import { searchable } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { operatorOperations } from './operation.ts';
import { AccountChange, AccountDetails, AccountPage, AccountQuery, NewAccount } from './schemas/accounts.ts';

const operation = operatorOperations('Accounts', {
  'owes more': [409, 'The account already owes more than this credit limit; top it up first'],
});

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

function toBody(row: Row) {
  return bodyOf(AccountDetails, row, { accountId: row.id });
}
