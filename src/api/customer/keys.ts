import type { FastifyRequest } from 'fastify';
import { Type } from '../../base/type.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import {
  changeKey,
  type IssuedKey,
  issueKey,
  type KeyManager,
  revokeKey,
  rotateKey,
} from '../../flows/accounts/issued-keys.ts';
import { findKeyDetails, type KeyDetails, listKeyDetails } from '../../store/account/key-details.ts';
import { bodyOf } from '../operation/row-body.ts';
import { badBody, errorResponse } from '../schemas/errors.ts';
import { named, nextCursor, Paging, uuid } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
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
import { customerOperations } from './operation.ts';

export const Key = named('Key', { keyId: uuid(), ...shownOfKey });
export const IssuedKeyBody = named('IssuedKey', { key: secretOfKey, keyId: uuid(), ...shownOfKey });
export const KeyList = named('KeyList', { keys: Type.Array(Type.Ref('Key')), nextCursor });
export const keySchemas = [Key, IssuedKeyBody, KeyList];

const onlyPeople = 'Keys are managed in the console, or by the operator';
const notGranted = {
  403: errorResponse(
    'The caller is not a console session, or the key would grant more than the key with which the person has signed in',
    { key: `error: 403 - ${onlyPeople}`, later: `error: 403 - ${keyProblems.later[1]}` },
  ),
};
const operation = customerOperations('Keys', keyProblems);
const responses = { ...badBody, ...notGranted };
const common = { config: { ownAudit: true }, rate: [httpLimits.keyChanges, 'changes of keys'] } as const;

/** A key cannot manage keys: a program needs none, and the person who issues a key is in the audit log. */
function personOf({ principal: { accountId, keyId: sessionId, by: actor } }: FastifyRequest): Required<KeyManager> {
  if (actor === undefined) throw new HttpError(403, onlyPeople);
  return { actor, person: { accountId, sessionId } };
}
const ownerOf = (call: FastifyRequest): string => personOf(call).person!.accountId;

const toBody = (row: KeyDetails) => bodyOf(Key, row, { keyId: row.id });
const toIssued = ({ key, details }: IssuedKey) => ({ key, ...toBody(details) });

export const keyOperations = [
  operation({
    id: 'listKeys',
    get: '/v1/keys',
    summary: 'List keys (extension)',
    description: 'Returns a page of the API keys of the account, newest first. Needs a console session.',
    query: Paging,
    answer: [KeyList, 'A page of keys'],
    responses: notGranted,
    shown: toBody,
    list: (db, call, page) => listKeyDetails(db, { accountId: ownerOf(call), ...page }),
  }),
  operation({
    id: 'getKey',
    get: '/v1/keys/:keyId',
    summary: 'Retrieve a key (extension)',
    description: 'Needs a console session.',
    answer: [Key, 'The key'],
    unknown: 'key',
    responses: notGranted,
    shown: toBody,
    read: (db, call) => findKeyDetails(db, call.params.keyId, ownerOf(call)),
  }),
  operation({
    id: 'issueKey',
    post: '/v1/keys',
    summary: 'Issue a key (extension)',
    description:
      'Returns the key, which is shown only once: only its hash is stored. Needs a console session. In a session that a key has opened, the ' +
      'new key has the expiry and the addresses of that key unless the request narrows them.',
    body: NewKey,
    optionalBody: true,
    status: 201,
    answer: [IssuedKeyBody, 'The new key'],
    responses,
    problems: { 'too many': 'The account has too many live keys' },
    noStore: true,
    ...common,
    shown: toIssued,
    write: (db, call) => issueKey(db, personOf(call), ownerOf(call), toRequest(call.body)),
  }),
  operation({
    id: 'changeKey',
    patch: '/v1/keys/:keyId',
    summary: 'Update a key (extension)',
    description:
      'Omitted fields are not changed. The expiry of an expired key can be extended; a revoked key cannot be changed. Needs a console session.',
    body: KeyChange,
    answer: [Key, 'The updated key'],
    unknown: 'key',
    responses,
    problems: { revoked: 'The key is revoked' },
    ...common,
    shown: toBody,
    write: (db, call) => changeKey(db, personOf(call), call.params.keyId, toRequest(call.body)),
  }),
  operation({
    id: 'rotateKey',
    post: '/v1/keys/:keyId/rotate',
    summary: 'Rotate a key (extension)',
    description:
      'Returns a new key with the same label and allowed addresses. Both keys are valid until the overlap ends. Needs a console session.',
    body: KeyRotation,
    optionalBody: true,
    status: 201,
    answer: [IssuedKeyBody, 'The new key'],
    unknown: 'key',
    responses,
    problems: { revoked: 'The key has expired or is revoked' },
    noStore: true,
    ...common,
    shown: toIssued,
    write: (db, call) => rotateKey(db, personOf(call), call.params.keyId, overlapOf(call.body)),
  }),
  operation({
    id: 'revokeKey',
    post: '/v1/keys/:keyId/revoke',
    summary: 'Revoke a key (extension)',
    description: `${revocation} Needs a console session.`,
    answer: [Key, 'The revoked key'],
    unknown: 'key',
    responses,
    ...common,
    shown: toBody,
    write: (db, call) => revokeKey(db, personOf(call), call.params.keyId),
  }),
];
