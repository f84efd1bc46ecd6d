import type { Static } from '../../base/type.ts';
import {
  changeKey,
  type IssuedKey,
  issueKey,
  type KeyRequest,
  revokeKey,
  rotateKey,
} from '../../flows/accounts/issued-keys.ts';
import { findKeyDetails, listKeyDetails, type KeyDetails as Row } from '../../store/account/key-details.ts';
import { timeOrNull } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { Paging } from '../schemas/fields.ts';
import { operatorOperations } from './operation.ts';
import { KeyChange, KeyDetails, KeyIssued, KeyPage, KeyQuery, KeyRotation, NewKey } from './schemas/keys.ts';

const dayInSeconds = 86_400;
const operation = operatorOperations('Keys', {
  past: [400, 'expiresAt must be in the future; to end a key now, revoke it'],
  expired: [409, 'The key has expired; issue a new one'],
  revoked: [409, 'The key is revoked; issue a new one'],
});

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
    write: (db, { actor, params, body }) => issueKey(db, actor, params.accountId, toRequest(body)),
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
    write: (db, { actor, params, body }) => changeKey(db, actor, params.keyId, toRequest(body)),
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
    write: (db, { actor, params, body }) => rotateKey(db, actor, params.keyId, body.overlapSeconds ?? dayInSeconds),
  }),
  operation({
    id: 'revokeKey',
    post: '/keys/:keyId/revoke',
    summary: 'Revoke a key',
    description: 'Sending with the key is refused immediately, all other requests within two seconds.',
    answer: [KeyDetails, 'The revoked key'],
    unknown: 'key',
    shown: toBody,
    write: (db, { actor, params }) => revokeKey(db, actor, params.keyId),
  }),
];

function toRequest({ expiresAt, ...rest }: Static<typeof NewKey>): KeyRequest {
  return { ...rest, expiresAt: timeOrNull('expiresAt', expiresAt) };
}

function toIssued({ key, details }: IssuedKey) {
  return { key, ...toBody(details) };
}

function toBody(row: Row) {
  return bodyOf(KeyDetails, row, { keyId: row.id });
}
