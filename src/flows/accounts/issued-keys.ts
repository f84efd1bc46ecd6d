import { randomUUID } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { keyHash, keyPrefix } from '../../domain/access/key.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  expireKeyWithin,
  findKeyDetails,
  hasPassed,
  insertKey,
  type KeyChange,
  type KeyDetails,
  lockKey,
  revokeKeyNow,
  updateKey,
} from '../../store/account/key-details.ts';
import { lockFunds } from '../../store/message/accept.ts';

/** The key is returned once; it cannot be recovered from what is stored. */
export type IssuedKey = { readonly key: string; readonly details: KeyDetails };

export type KeyRequest = KeyChange;
export type KeyProblem = 'no account' | 'no key' | 'past' | 'expired' | 'revoked';

export async function issueKey(
  db: Db,
  actor: Actor,
  accountId: string,
  request: KeyRequest,
): Promise<IssuedKey | KeyProblem> {
  return db.transaction(async (tx) => {
    if (!(await lockFunds(tx, [accountId])).has(accountId)) return 'no account';
    if (request.expiresAt && (await hasPassed(tx, request.expiresAt))) return 'past';
    const fields = withPlainEmails(request);
    const issued = await addKey(tx, accountId, fields);
    await insertAudit(tx, actor, { action: 'key issue', subjectId: issued.details.id, accountId, details: fields });
    return issued;
  });
}

/** A revoked key cannot be changed; an expired one can be extended. */
export async function changeKey(
  db: Db,
  actor: Actor,
  keyId: string,
  change: KeyChange,
): Promise<KeyDetails | KeyProblem> {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return 'revoked';
    if (change.expiresAt && (await hasPassed(tx, change.expiresAt))) return 'past';
    const fields = withPlainEmails(change);
    await updateKey(tx, keyId, fields);
    await insertAudit(tx, actor, {
      action: 'key change',
      subjectId: keyId,
      accountId: key.account_id,
      details: fields,
    });
    return (await findKeyDetails(tx, keyId))!;
  });
}

/** A new key with the label and addresses of the old one, which stays valid for the overlap, or until it expires if that is sooner. */
export async function rotateKey(
  db: Db,
  actor: Actor,
  keyId: string,
  overlapSeconds: number,
): Promise<IssuedKey | KeyProblem> {
  return db.transaction(async (tx) => {
    const old = await lockKey(tx, keyId);
    if (old === undefined) return 'no key';
    if (old.status !== 'live') return old.status;
    await lockFunds(tx, [old.account_id]);
    const issued = await addKey(tx, old.account_id, { label: old.label, allowedEmails: old.allowed_emails });
    await expireKeyWithin(tx, keyId, overlapSeconds);
    await insertAudit(tx, actor, {
      action: 'key rotate',
      subjectId: keyId,
      accountId: old.account_id,
      details: { overlapSeconds, newKeyId: issued.details.id },
    });
    return issued;
  });
}

/** Idempotent. */
export async function revokeKey(db: Db, actor: Actor, keyId: string): Promise<KeyDetails | 'no key'> {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return key;
    await revokeKeyNow(tx, keyId);
    await insertAudit(tx, actor, { action: 'key revoke', subjectId: keyId, accountId: key.account_id });
    return (await findKeyDetails(tx, keyId))!;
  });
}

async function addKey(tx: Queryable, accountId: string, fields: KeyRequest): Promise<IssuedKey> {
  const key = randomUUID();
  const id = newId();
  const { label = '', allowedEmails = [], expiresAt = null } = fields;
  await insertKey(tx, { id, accountId, hash: keyHash(key), prefix: keyPrefix(key), label, allowedEmails, expiresAt });
  return { key, details: (await findKeyDetails(tx, id))! };
}

/** Addresses are stored and compared in lower case. */
function withPlainEmails<T extends KeyChange>(fields: T): T {
  if (fields.allowedEmails === undefined) return fields;
  return { ...fields, allowedEmails: [...new Set(fields.allowedEmails.map((address) => address.toLowerCase()))] };
}
