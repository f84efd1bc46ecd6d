import { randomInt } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { hasPassed } from '../../store/account/key-details.ts';
import { lockFunds } from '../../store/message/accept.ts';
import {
  type CredentialChange,
  type CredentialDetails,
  findCredentialDetails,
  insertCredential,
  lockCredential,
  replacePassword,
  revokeCredentialNow,
  updateCredential,
} from '../../store/smpp/credentials.ts';
import { newPassword, smppPasswords } from './passwords.ts';

/** `password` is shown once and not stored. */
export type IssuedCredential = { readonly password: string; readonly details: CredentialDetails };
export type CredentialRequest = CredentialChange & { readonly systemId?: string | undefined };
export type CredentialProblem = 'no account' | 'no credential' | 'taken' | 'past' | 'expired' | 'revoked';

export async function issueCredential(
  db: Db,
  actor: Actor,
  accountId: string,
  { systemId: wanted, ...fields }: CredentialRequest,
): Promise<IssuedCredential | CredentialProblem> {
  const password = newPassword();
  // Before the transaction: hashing takes longer than the locks should be held.
  const hash = await smppPasswords.hash(password, actor.name);
  return db.transaction(async (tx) => {
    if (!(await lockFunds(tx, [accountId])).has(accountId)) return 'no account';
    if (fields.expiresAt && (await hasPassed(tx, fields.expiresAt))) return 'past';
    const id = newId();
    const systemId = wanted ?? newSystemId();
    if (!(await insertCredential(tx, { id, accountId, systemId, password: hash }))) return 'taken';
    await updateCredential(tx, id, fields);
    const details = { systemId, ...fields };
    await insertAudit(tx, actor, { action: 'smpp credential issue', subjectId: id, accountId, details });
    return { password, details: (await findCredentialDetails(tx, id))! };
  });
}

/** A revoked credential cannot be changed; an expired one can be extended. */
export async function changeCredential(
  db: Db,
  actor: Actor,
  id: string,
  change: CredentialChange,
): Promise<CredentialDetails | CredentialProblem> {
  return locked(db, id, async (tx, credential) => {
    if (credential.status === 'revoked') return 'revoked';
    if (change.expiresAt && (await hasPassed(tx, change.expiresAt))) return 'past';
    await updateCredential(tx, id, change);
    await audit(tx, actor, credential, 'smpp credential change', change);
    return (await findCredentialDetails(tx, id))!;
  });
}

/** A new password for the same system_id; the old one stays valid for the overlap. */
export async function rotateCredential(
  db: Db,
  actor: Actor,
  id: string,
  overlapSeconds: number,
): Promise<IssuedCredential | CredentialProblem> {
  const password = newPassword();
  const hash = await smppPasswords.hash(password, actor.name);
  return locked(db, id, async (tx, credential) => {
    if (credential.status !== 'live') return credential.status;
    await replacePassword(tx, id, hash, overlapSeconds);
    await audit(tx, actor, credential, 'smpp credential rotate', { overlapSeconds });
    return { password, details: (await findCredentialDetails(tx, id))! };
  });
}

/** Idempotent. */
export async function revokeCredential(
  db: Db,
  actor: Actor,
  id: string,
): Promise<CredentialDetails | CredentialProblem> {
  return locked(db, id, async (tx, credential) => {
    if (credential.status === 'revoked') return credential;
    await revokeCredentialNow(tx, id);
    await audit(tx, actor, credential, 'smpp credential revoke', undefined);
    return (await findCredentialDetails(tx, id))!;
  });
}

function locked<T>(
  db: Db,
  id: string,
  work: (tx: Queryable, credential: CredentialDetails) => Promise<T>,
): Promise<T | 'no credential'> {
  return db.transaction(async (tx) => {
    const credential = await lockCredential(tx, id);
    return credential === undefined ? 'no credential' : work(tx, credential);
  });
}

function audit(
  tx: Queryable,
  actor: Actor,
  { id, account_id: accountId }: CredentialDetails,
  action: string,
  details: object | undefined,
): Promise<void> {
  return insertAudit(tx, actor, { action, subjectId: id, accountId, ...(details && { details }) });
}

const digits = 8;

/** For a credential without a name given by the operator. */
function newSystemId(): string {
  return `h${randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0')}`;
}
