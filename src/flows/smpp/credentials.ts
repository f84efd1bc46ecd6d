import { randomInt } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Db, Transaction } from '../../database/db.ts';
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
import { Passwords } from '../passwords.ts';

/** 4 MiB and about 10 ms: a password has 47 random bits, so guessing it takes thousands of CPU years. */
export const smppPasswords = new Passwords({ log2N: 12, r: 8, p: 1 });

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
export function changeCredential(
  db: Db,
  actor: Actor,
  id: string,
  change: CredentialChange,
): Promise<CredentialDetails | CredentialProblem> {
  const entry = { action: 'smpp credential change', details: change };
  return changed(db, actor, id, entry, async (tx, { status }) => {
    if (status === 'revoked') return 'revoked';
    if (change.expiresAt && (await hasPassed(tx, change.expiresAt))) return 'past';
    return updateCredential(tx, id, change);
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
  const entry = { action: 'smpp credential rotate', details: { overlapSeconds } };
  const details = await changed(db, actor, id, entry, async (tx, { status }) =>
    status === 'live' ? replacePassword(tx, id, hash, overlapSeconds) : status,
  );
  return typeof details === 'string' ? details : { password, details };
}

/** Idempotent. */
export function revokeCredential(db: Db, actor: Actor, id: string): Promise<CredentialDetails | CredentialProblem> {
  return changed(db, actor, id, { action: 'smpp credential revoke' }, async (tx, credential) =>
    credential.status === 'revoked' ? credential : revokeCredentialNow(tx, id),
  );
}

/** Changes and audits a locked credential, unless `change` returns a problem, or the credential that stays as it is. */
function changed(
  db: Db,
  actor: Actor,
  id: string,
  entry: { readonly action: string; readonly details?: object },
  change: (
    tx: Transaction,
    credential: CredentialDetails,
    // biome-ignore lint/suspicious/noConfusingVoidType: void is the result of a statement.
  ) => Promise<CredentialDetails | CredentialProblem | void>,
): Promise<CredentialDetails | CredentialProblem> {
  return db.transaction(async (tx) => {
    const credential = await lockCredential(tx, id);
    if (credential === undefined) return 'no credential';
    const instead = await change(tx, credential);
    if (instead) return instead;
    await insertAudit(tx, actor, { ...entry, subjectId: id, accountId: credential.accountId });
    return (await findCredentialDetails(tx, id))!;
  });
}

/** Without look-alikes. SMPP allows eight characters, and many clients accept no more. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export function newPassword(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]!).join('');
}

/** Generates the system_id of a credential for which the operator gave none. */
function newSystemId(): string {
  return `h${String(randomInt(10 ** 8)).padStart(8, '0')}`;
}
