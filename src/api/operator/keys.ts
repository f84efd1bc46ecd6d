import { Type } from '../../base/type.ts';
import { changeKey, type IssuedKey, issueKey, revokeKey, rotateKey } from '../../flows/accounts/issued-keys.ts';
import { findKeyDetails, listKeyDetails, type KeyDetails as Row } from '../../store/account/key-details.ts';
import { patterns } from '../operation/patterns.ts';
import { bodyOf } from '../operation/row-body.ts';
import { named, nextCursor, Paging, paging, uuid } from '../schemas/fields.ts';
import {
  KeyChange,
  KeyRotation,
  keyProblems,
  NewKey,
  overlapOf,
  revocation,
  secretOfKey,
  shownOfKey,
  toRequest,
} from '../shared/keys.ts';
import { operatorOperations } from './operation.ts';

const shown = { keyId: uuid(), accountId: uuid(), ...shownOfKey };

export const KeyDetails = named('KeyDetails', shown);

export const KeyIssued = named('KeyIssued', { key: secretOfKey, ...shown });

export const KeyPage = named('KeyPage', { keys: Type.Array(Type.Ref('KeyDetails')), nextCursor });

export const KeyQuery = Type.Object({
  ...paging,
  prefix: Type.Optional(
    Type.String({
      pattern: patterns.keyPrefix,
      description: 'First characters of the key, at most eight, so that no complete key appears in logs',
    }),
  ),
});

export const keySchemas = [KeyDetails, KeyIssued, KeyPage];

const operation = operatorOperations('Keys', keyProblems);

const toBody = (row: Row) => bodyOf(KeyDetails, row, { keyId: row.id });
const toIssued = ({ key, details }: IssuedKey) => ({ key, ...toBody(details) });

export const keyOperations = [
  operation({
    id: 'listAccountKeys',
    get: '/accounts/:accountId/keys',
    summary: 'List the keys of an account',
    query: Paging,
    answer: [KeyPage, 'A page of keys'],
    ofAccount: true,
    shown: toBody,
    list: (db, { params }, page) => listKeyDetails(db, { ...params, ...page }),
  }),
  operation({
    id: 'listKeys',
    get: '/keys',
    summary: 'List keys of all accounts',
    query: KeyQuery,
    answer: [KeyPage, 'A page of keys'],
    shown: toBody,
    list: (db, { query }, page) => listKeyDetails(db, { prefix: query.prefix?.toLowerCase(), ...page }),
  }),
  operation({
    id: 'getKey',
    get: '/keys/:keyId',
    summary: 'Retrieve a key',
    answer: [KeyDetails, 'The key'],
    unknown: 'key',
    shown: toBody,
    read: (db, { params }) => findKeyDetails(db, params.keyId),
  }),
  operation({
    id: 'issueKey',
    post: '/accounts/:accountId/keys',
    summary: 'Issue a key',
    description: 'Returns the key, which is shown only once: only its hash is stored.',
    body: NewKey,
    optionalBody: true,
    status: 201,
    answer: [KeyIssued, 'The new key'],
    unknown: 'account',
    shown: toIssued,
    write: (db, { actor, params, body }) => issueKey(db, { actor }, params.accountId, toRequest(body)),
  }),
  operation({
    id: 'changeKey',
    patch: '/keys/:keyId',
    summary: 'Update a key',
    description:
      'Omitted fields are not changed. The expiry of an expired key can be extended; a revoked key cannot be changed.',
    body: KeyChange,
    answer: [KeyDetails, 'The updated key'],
    unknown: 'key',
    problems: { revoked: 'The key is revoked' },
    shown: toBody,
    write: (db, { actor, params, body }) => changeKey(db, { actor }, params.keyId, toRequest(body)),
  }),
  operation({
    id: 'rotateKey',
    post: '/keys/:keyId/rotate',
    summary: 'Rotate a key',
    description:
      'Returns a new key with the same label and allowed addresses. Both keys are valid until the overlap ends.',
    body: KeyRotation,
    optionalBody: true,
    status: 201,
    answer: [KeyIssued, 'The new key'],
    unknown: 'key',
    problems: { revoked: 'The key has expired or is revoked' },
    shown: toIssued,
    write: (db, { actor, params, body }) => rotateKey(db, { actor }, params.keyId, overlapOf(body)),
  }),
  operation({
    id: 'revokeKey',
    post: '/keys/:keyId/revoke',
    summary: 'Revoke a key',
    description: revocation,
    answer: [KeyDetails, 'The revoked key'],
    unknown: 'key',
    shown: toBody,
    write: (db, { actor, params }) => revokeKey(db, { actor }, params.keyId),
  }),
];
