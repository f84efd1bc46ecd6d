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

export async function issueKey(db: Db, actor: Actor, accountId: string, request: KeyChange) {
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
export async function changeKey(db: Db, actor: Actor, keyId: string, change: KeyChange) {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return 'revoked';
    if (change.expiresAt && (await hasPassed(tx, change.expiresAt))) return 'past';
    const fields = withPlainEmails(change);
    await updateKey(tx, keyId, fields);
    const { account_id: accountId } = key;
    await insertAudit(tx, actor, { action: 'key change', subjectId: keyId, accountId, details: fields });
    return (await findKeyDetails(tx, keyId))!;
  });
}

/** A new key with the label and addresses of the old one, which stays valid for the overlap, or until it expires if that is sooner. */
export async function rotateKey(db: Db, actor: Actor, keyId: string, overlapSeconds: number) {
  return db.transaction(async (tx) => {
    const old = await lockKey(tx, keyId);
    if (old === undefined) return 'no key';
    if (old.status !== 'live') return old.status;
    const { account_id: accountId, label, allowed_emails: allowedEmails } = old;
    await lockFunds(tx, [accountId]);
    const issued = await addKey(tx, accountId, { label, allowedEmails });
    await expireKeyWithin(tx, keyId, overlapSeconds);
    const details = { overlapSeconds, newKeyId: issued.details.id };
    await insertAudit(tx, actor, { action: 'key rotate', subjectId: keyId, accountId, details });
    return issued;
  });
}

/** Idempotent. */
export async function revokeKey(db: Db, actor: Actor, keyId: string) {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return key;
    await revokeKeyNow(tx, keyId);
    await insertAudit(tx, actor, { action: 'key revoke', subjectId: keyId, accountId: key.account_id });
    return (await findKeyDetails(tx, keyId))!;
  });
}

/** The key is returned once; it cannot be recovered from what is stored. */
export type IssuedKey = { readonly key: string; readonly details: KeyDetails };

async function addKey(tx: Queryable, accountId: string, fields: KeyChange): Promise<IssuedKey> {
  const key = randomUUID();
  const id = newId();
  await insertKey(tx, { id, accountId, hash: keyHash(key), prefix: keyPrefix(key), ...fields });
  return { key, details: (await findKeyDetails(tx, id))! };
}

/** Addresses are stored and compared in lower case. */
function withPlainEmails<T extends KeyChange>(fields: T): T {
  if (fields.allowedEmails === undefined) return fields;
  return { ...fields, allowedEmails: [...new Set(fields.allowedEmails.map((address) => address.toLowerCase()))] };
}
