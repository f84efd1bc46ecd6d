import { type Static, Type } from '../../base/type.ts';
import { changeKey, type IssuedKey, issueKey, revokeKey, rotateKey } from '../../flows/accounts/issued-keys.ts';
import { findKeyDetails, listKeyDetails, type KeyDetails as Row } from '../../store/account/key-details.ts';
import { timeOrNull } from '../operation/paging.ts';
import { patterns } from '../operation/patterns.ts';
import { bodyOf } from '../operation/row-body.ts';
import {
  closed,
  email,
  named,
  nextCursor,
  nullableTime,
  optional,
  orNull,
  Paging,
  paging,
  time,
  uuid,
} from '../schemas/fields.ts';
import { operatorOperations } from './operation.ts';

const label = Type.String({
  maxLength: 100,
  pattern: patterns.text,
  description: 'Purpose of the key',
  examples: ['web shop'],
});
const allowedEmails = Type.Array(email('E-mail address'), {
  maxItems: 100,
  description: 'Addresses from which an e-mail may use the key, ignoring case; empty: any address',
});
const expiresAt = orNull(time('Expiry time'), 'Expiry time; null: never');

const shown = {
  keyId: uuid(),
  accountId: uuid(),
  prefix: Type.String({ description: 'First eight characters of the key', examples: ['3f2b8c1d'] }),
  label,
  allowedEmails: Type.Array(Type.String(), {
    description: 'Addresses from which an e-mail may use the key, in lower case; empty: any address',
  }),
  createdAt: time('Time of issue'),
  lastUsedAt: nullableTime('Time of the last use, up to a few seconds old; null: never used'),
  expiresAt,
  revokedAt: nullableTime('Time of revocation'),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const KeyDetails = named('KeyDetails', shown);

export const KeyIssued = named('KeyIssued', { key: uuid('API key; shown only once'), ...shown });

export const KeyPage = named('KeyPage', { keys: Type.Array(Type.Ref('KeyDetails')), nextCursor });

const fields = optional({ label, allowedEmails, expiresAt });

export const NewKey = closed(fields);
export const KeyChange = closed(fields, { minProperties: 1 });

export const KeyRotation = closed({
  overlapSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      default: 86_400,
      description: 'Seconds for which the old key or password stays valid; 0: it becomes invalid immediately',
    }),
  ),
});

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

const dayInSeconds = 86_400;
const operation = operatorOperations('Keys', {
  past: [400, 'expiresAt must be in the future; to end a key now, revoke it'],
  expired: [409, 'The key has expired; issue a new one'],
  revoked: [409, 'The key is revoked; issue a new one'],
});

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

function toRequest({ expiresAt, ...rest }: Static<typeof NewKey>) {
  return { ...rest, expiresAt: timeOrNull('expiresAt', expiresAt) };
}
