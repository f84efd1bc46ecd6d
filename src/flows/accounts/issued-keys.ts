import { randomUUID } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import { accessLimits } from '../../bounds/limits/access.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { keyHash, keyPrefix } from '../../domain/access/key.ts';
import { beyond } from '../../domain/access/key-rights.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  countLiveKeys,
  expireKeyWithin,
  findKeyDetails,
  hasPassed,
  insertKey,
  type KeyChange,
  type KeyDetails,
  lockKey,
  lockKeyOfSession,
  moveIssuedKeys,
  revokeKeyNow,
  updateKey,
} from '../../store/account/key-details.ts';
import { lockFunds } from '../../store/message/accept.ts';

/** Who manages keys: an operator, or a person in a session of an account, for whom keys of other accounts are unknown. */
export type KeyManager = {
  readonly actor: Actor;
  readonly person?: { readonly accountId: string; readonly sessionId: string } | undefined;
};

export async function issueKey(db: Db, manager: KeyManager, accountId: string, request: KeyChange) {
  return db.transaction(async (tx) => {
    const own = await lockOwnKey(tx, manager);
    if (own === 'ended') return own;
    if (!(await lockFunds(tx, [accountId])).has(accountId)) return 'no account';
    if (request.expiresAt && (await hasPassed(tx, request.expiresAt))) return 'past';
    if (await hasEnough(tx, manager)) return 'too many';
    const { label, allowedEmails = own?.allowed_emails, expiresAt = own?.expires_at } = request;
    const fields = withPlainEmails({ label, allowedEmails, expiresAt });
    const refusal = own && beyond(fields, rightsOf(own));
    if (refusal !== undefined) return refusal;
    const issued = await addKey(tx, accountId, { ...fields, issuedWith: own?.id });
    const entry = { action: 'key issue', subjectId: issued.details.id, accountId, details: fields };
    await insertAudit(tx, manager.actor, entry);
    return issued;
  });
}

/** A revoked key cannot be changed; an expired one can be extended. */
export async function changeKey(db: Db, manager: KeyManager, keyId: string, change: KeyChange) {
  return db.transaction(async (tx) => {
    const own = await lockOwnKey(tx, manager);
    if (own === 'ended') return own;
    const key = await lockKey(tx, keyId, manager.person?.accountId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return 'revoked';
    if (change.expiresAt && (await hasPassed(tx, change.expiresAt))) return 'past';
    const fields = withPlainEmails(change);
    const refusal = own && beyond(fields, rightsOf(own));
    if (refusal !== undefined) return refusal;
    await updateKey(tx, keyId, fields);
    const { account_id: accountId } = key;
    await insertAudit(tx, manager.actor, { action: 'key change', subjectId: keyId, accountId, details: fields });
    return (await findKeyDetails(tx, keyId))!;
  });
}

/** A new key with the label and addresses of the old one, which stays valid for the overlap, or until it expires if that is sooner. */
export async function rotateKey(db: Db, manager: KeyManager, keyId: string, overlapSeconds: number) {
  return db.transaction(async (tx) => {
    const own = await lockOwnKey(tx, manager);
    if (own === 'ended') return own;
    const old = await lockKey(tx, keyId, manager.person?.accountId);
    if (old === undefined) return 'no key';
    if (old.status !== 'live') return old.status;
    const { account_id: accountId, label, allowed_emails: allowedEmails } = old;
    await lockFunds(tx, [accountId]);
    if (await hasEnough(tx, manager)) return 'too many';
    const fields = { label, allowedEmails, expiresAt: own?.expires_at };
    const refusal = own && beyond(fields, rightsOf(own));
    if (refusal !== undefined) return refusal;
    // A successor of the own key takes its place; otherwise revoking the old key early would revoke the new one.
    const issuedWith = own === undefined || own.id === keyId ? (old.issued_with ?? undefined) : own.id;
    const issued = await addKey(tx, accountId, { ...fields, issuedWith });
    await moveIssuedKeys(tx, keyId, issued.details.id);
    await expireKeyWithin(tx, keyId, overlapSeconds);
    const details = { overlapSeconds, newKeyId: issued.details.id };
    await insertAudit(tx, manager.actor, { action: 'key rotate', subjectId: keyId, accountId, details });
    return issued;
  });
}

/** Also revokes the keys that were issued with it. Idempotent. */
export async function revokeKey(db: Db, { actor, person }: KeyManager, keyId: string) {
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, keyId, person?.accountId);
    if (key === undefined) return 'no key';
    if (key.status === 'revoked') return key;
    const { account_id: accountId } = key;
    const issued = await revokeKeyNow(tx, keyId);
    await insertAudit(tx, actor, { action: 'key revoke', subjectId: keyId, accountId });
    for (const subjectId of issued)
      await insertAudit(tx, actor, { action: 'key revoke', subjectId, accountId, details: { issuedWith: keyId } });
    return (await findKeyDetails(tx, keyId))!;
  });
}

/**
 * The key that opened the session of the person: what they issue grants no more than it does. Locked, and before any other key, so that
 * it is not revoked in between without those issued with it.
 */
async function lockOwnKey(tx: Queryable, { person }: KeyManager): Promise<KeyDetails | 'ended' | undefined> {
  const own = person && (await lockKeyOfSession(tx, person.sessionId));
  return own === undefined || own.status === 'live' ? own : 'ended';
}

const rightsOf = (key: KeyDetails) => ({ expiresAt: key.expires_at, allowedEmails: key.allowed_emails });

/** The account must be locked. All live keys of an account are in its context, which every process caches. */
async function hasEnough(tx: Queryable, { person }: KeyManager): Promise<boolean> {
  return person !== undefined && (await countLiveKeys(tx, person.accountId)) >= accessLimits.keysOfAccount.most;
}

/** The key is returned once; it cannot be recovered from what is stored. */
export type IssuedKey = { readonly key: string; readonly details: KeyDetails };

type NewKey = KeyChange & { readonly issuedWith?: string | undefined };

async function addKey(tx: Queryable, accountId: string, fields: NewKey): Promise<IssuedKey> {
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
