import { randomBytes } from 'node:crypto';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { secretHash } from '../../domain/access/session.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { findOperator } from '../../store/console/operators.ts';
import { insertLink, type LinkFor } from '../../store/console/sessions.ts';

/** 256 random bits as text, for a cookie or a link. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

export type SignInLink = { readonly secret: string; readonly expiresAt: Date };

async function issue(tx: Queryable, whose: LinkFor): Promise<SignInLink> {
  const secret = newSessionSecret();
  return { secret, expiresAt: await insertLink(tx, secretHash(secret), whose) };
}

/** The actor is the holder of the operator token. */
export function issueTokenLink(db: Db, actor: Actor): Promise<SignInLink> {
  return db.transaction(async (tx) => {
    await insertAudit(tx, actor, { action: 'console link', details: { for: 'operator token' } });
    return issue(tx, { operatorId: null, accountId: null, keyId: null, name: actor.name });
  });
}

export function issueOperatorLink(db: Db, actor: Actor, operatorId: string): Promise<SignInLink | undefined> {
  return db.transaction(async (tx) => {
    const operator = await findOperator(tx, operatorId);
    if (operator === undefined) return undefined;
    await insertAudit(tx, actor, { action: 'console link', subjectId: operatorId, details: { for: operator.name } });
    return issue(tx, { operatorId, accountId: null, keyId: null, name: operator.name });
  });
}

/** `name`: the person the link is for; default: the name of the account. */
export function issueAccountLink(
  db: Db,
  actor: Actor,
  {
    accountId,
    keyId,
    name,
  }: Pick<LinkFor, 'keyId'> & { readonly accountId: string; readonly name: string | undefined },
): Promise<SignInLink | undefined> {
  return db.transaction(async (tx) => {
    const account = accountId === serviceAccountId ? undefined : await findAccountDetails(tx, accountId);
    if (account === undefined) return undefined;
    const person = name ?? account.name;
    const details = { for: person, ...(keyId === null ? {} : { keyId }) };
    await insertAudit(tx, actor, { action: 'console link', accountId, subjectId: accountId, details });
    return issue(tx, { operatorId: null, accountId, keyId, name: person });
  });
}
