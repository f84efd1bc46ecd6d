import { Problem } from '../../base/problem.ts';
import type { Static } from '../../base/type.ts';
import { ranges, value } from '../../config/setting.ts';
import { isCountry } from '../../domain/phone/phone.ts';
import {
  type CredentialRequest,
  changeCredential,
  type IssuedCredential,
  issueCredential,
  revokeCredential,
  rotateCredential,
} from '../../flows/smpp/credentials.ts';
import { type CredentialDetails, findCredentialDetails, listCredentialDetails } from '../../store/smpp/credentials.ts';
import { timeOrNull } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { Paging } from '../schemas/fields.ts';
import { HttpError } from '../server/errors.ts';
import { KeyRotation } from '../shared/keys.ts';
import { operatorOperations } from './operation.ts';
import {
  NewSmppCredential,
  SmppCredential,
  SmppCredentialChange,
  SmppCredentialIssued,
  SmppCredentialPage,
  SmppCredentialQuery,
} from './schemas/smpp-credentials.ts';

const dayInSeconds = 86_400;
const operation = operatorOperations('SMPP', {
  taken: [409, 'This systemId is taken, or was once; choose another one'],
  past: [400, 'expiresAt must be in the future; to end a credential now, revoke it'],
  expired: [409, 'The credential has expired; give it more time, or issue a new one'],
  revoked: [409, 'The credential is revoked; issue a new one'],
});

export const smppCredentialOperations = [
  operation({
    id: 'listAccountSmppCredentials',
    get: '/accounts/:accountId/smpp-credentials',
    summary: 'List the SMPP credentials of an account',
    query: Paging,
    answer: [SmppCredentialPage, 'A page of credentials'],
    ofAccount: true,
    shown: toBody,
    list: (db, { params }, page) => listCredentialDetails(db, { ...params, ...page }),
  }),
  operation({
    id: 'listSmppCredentials',
    get: '/smpp-credentials',
    summary: 'List SMPP credentials of all accounts',
    query: SmppCredentialQuery,
    answer: [SmppCredentialPage, 'A page of credentials'],
    shown: toBody,
    list: (db, { query }, page) => listCredentialDetails(db, { systemId: query.systemId, ...page }),
  }),
  operation({
    id: 'getSmppCredential',
    get: '/smpp-credentials/:credentialId',
    summary: 'Retrieve an SMPP credential',
    answer: [SmppCredential, 'The credential'],
    unknown: 'credential',
    shown: toBody,
    read: (db, { params }) => findCredentialDetails(db, params.credentialId),
  }),
  operation({
    id: 'issueSmppCredential',
    post: '/accounts/:accountId/smpp-credentials',
    summary: 'Issue an SMPP credential',
    description: 'Returns the credential with its password, which is shown only once: only its hash is stored.',
    body: NewSmppCredential,
    optionalBody: true,
    status: 201,
    answer: [SmppCredentialIssued, 'The new credential'],
    unknown: 'account',
    problems: { taken: 'The systemId is taken' },
    shown: toIssued,
    write: (db, { actor, params, body }) => issueCredential(db, actor, params.accountId, toRequest(body)),
  }),
  operation({
    id: 'changeSmppCredential',
    patch: '/smpp-credentials/:credentialId',
    summary: 'Update an SMPP credential',
    description: 'Omitted fields are not changed. Existing binds follow within two seconds.',
    body: SmppCredentialChange,
    answer: [SmppCredential, 'The updated credential'],
    unknown: 'credential',
    problems: { revoked: 'The credential is revoked' },
    shown: toBody,
    write: (db, { actor, params, body }) => changeCredential(db, actor, params.credentialId, toRequest(body)),
  }),
  operation({
    id: 'rotateSmppCredential',
    post: '/smpp-credentials/:credentialId/rotate',
    summary: 'Rotate the password of an SMPP credential',
    description:
      'Returns the new password. Both passwords are valid until the overlap ends; binds with the old one are then unbound.',
    body: KeyRotation,
    optionalBody: true,
    answer: [SmppCredentialIssued, 'The credential with its new password'],
    unknown: 'credential',
    problems: { revoked: 'The credential has expired or is revoked' },
    shown: toIssued,
    write: (db, { actor, params, body }) =>
      rotateCredential(db, actor, params.credentialId, body.overlapSeconds ?? dayInSeconds),
  }),
  operation({
    id: 'revokeSmppCredential',
    post: '/smpp-credentials/:credentialId/revoke',
    summary: 'Revoke an SMPP credential',
    description: 'Sending with the credential is refused immediately; its binds are unbound within two seconds.',
    answer: [SmppCredential, 'The revoked credential'],
    unknown: 'credential',
    shown: toBody,
    write: (db, { actor, params }) => revokeCredential(db, actor, params.credentialId),
  }),
];

function toRequest({ expiresAt, allowedRanges, ...rest }: Static<typeof NewSmppCredential>): CredentialRequest {
  if (rest.country != null && !isCountry(rest.country)) throw new HttpError(400, 'country has no phone numbers');
  return {
    ...rest,
    ...(allowedRanges !== undefined && { allowedRanges: readRanges(allowedRanges) }),
    expiresAt: timeOrNull('expiresAt', expiresAt),
  };
}

/** Parses ranges like the settings do: a single address is a range of one. */
function readRanges(given: readonly string[]): string[] {
  if (given.length === 0) return [];
  try {
    const setting = { name: 'allowedRanges', fallback: undefined, help: '', parse: ranges };
    return [...new Set(given.flatMap((each) => value(setting, each)))];
  } catch (error) {
    if (error instanceof Problem) throw new HttpError(400, error.message);
    throw error;
  }
}

function toIssued({ password, details }: IssuedCredential) {
  return { password, ...toBody(details) };
}

function toBody(row: CredentialDetails) {
  const { id: credentialId, latin1Texts: texts, latin1At: lastAt } = row;
  const latin1Warning = texts === null || lastAt === null ? null : { texts, lastAt };
  return bodyOf(SmppCredential, row, { credentialId, latin1Warning });
}
