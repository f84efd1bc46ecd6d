import type { Static } from '../../base/type.ts';
import { changeKey, type IssuedKey, issueKey, type KeyRequest, revokeKey, rotateKey } from '../../flows/issued-keys.ts';
import { findKeyDetails, listKeyDetails, type KeyDetails as Row } from '../../store/account/key-details.ts';
import { bodyOf } from '../operation/row-body.ts';
import { timeOrNull } from '../paging.ts';
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
    summary: 'Find keys of all accounts',
    query: KeyQuery,
    answer: [KeyPage, 'A page of keys'],
    shown: toBody,
    list: (db, { query }, page) => listKeyDetails(db, { prefix: query.prefix?.toLowerCase(), ...page }),
  }),
  operation({
    id: 'getKey',
    get: '/keys/:keyId',
    summary: 'Look up a key',
    answer: [KeyDetails, 'The key'],
    unknown: 'key',
    shown: toBody,
    read: (db, { params }) => findKeyDetails(db, params.keyId),
  }),
  operation({
    id: 'issueKey',
    post: '/accounts/:accountId/keys',
    summary: 'Issue a key',
    description: 'The key is in this answer and nowhere else: only its hash is kept.',
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
    summary: 'Change a key',
    description: 'What is left out stays. An expired key may be given more time, a revoked one is over.',
    body: KeyChange,
    answer: [KeyDetails, 'The key as it is now'],
    unknown: 'key',
    problems: { revoked: 'The key is revoked' },
    shown: toBody,
    write: (db, { actor, params, body }) => changeKey(db, actor, params.keyId, toRequest(body)),
  }),
  operation({
    id: 'rotateKey',
    post: '/keys/:keyId/rotate',
    summary: 'Replace a key by a new one',
    description: 'Both work until the overlap is over. The new one has the label and the addresses of the old.',
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
    description: 'Nothing is sent with it from this moment on; every other request ends within two seconds.',
    answer: [KeyDetails, 'The key as it is now'],
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
