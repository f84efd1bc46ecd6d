import { randomBytes } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { codeCharge, ownPasswordCharge } from '../../domain/access/attempts.ts';
import { matchingStep, secretBytes } from '../../domain/access/totp.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { findOperatorCredentials, offerTotp, turnTotpOn, updateOperator } from '../../store/console/operators.ts';
import { deleteSessionsOf } from '../../store/console/sessions.ts';
import { type Limited, paying } from '../password-attempts.ts';
import { consolePasswords } from '../passwords.ts';

/** An operator's own password and second factor. */
export type Own = { readonly operatorId: string; readonly sessionId: string; readonly actor: Actor };
export type OwnCredentialProblem = 'wrong' | 'gone' | 'on already' | 'not offered' | Limited;

/** Ends all other sessions, which may have been opened with the old password by another person. */
export async function changeOwnPassword(
  db: Db,
  own: Own,
  current: string | undefined,
  wanted: string,
): Promise<OwnCredentialProblem | undefined> {
  const problem = await provePassword(db, own, current);
  if (problem !== undefined) return problem;
  const password = await consolePasswords.hash(wanted, own.operatorId);
  return db.transaction(async (tx) => {
    if (!(await updateOperator(tx, own.operatorId, { password }))) return 'gone';
    await deleteSessionsOf(tx, own.operatorId, own.sessionId);
    await insertAudit(tx, own.actor, { action: 'password change', subjectId: own.operatorId });
    return undefined;
  });
}

/** The secret is shown only here. It is active once its first code was entered. */
export async function offerSecondFactor(db: Db, { operatorId }: Own): Promise<Buffer | 'on already'> {
  const secret = randomBytes(secretBytes);
  return (await db.transaction((tx) => offerTotp(tx, operatorId, secret))) ? secret : 'on already';
}

export async function confirmSecondFactor(db: Db, own: Own, code: string): Promise<OwnCredentialProblem | undefined> {
  const credentials = await findOperatorCredentials(db, own.operatorId);
  const secret = credentials?.totp_new_secret;
  if (!credentials || !secret) return 'not offered';
  return paying(db, codeCharge(own.operatorId), async () => {
    const step = matchingStep(secret, code, credentials.now, 0);
    if (step === undefined) return 'wrong';
    return db.transaction(async (tx) => {
      if (!(await turnTotpOn(tx, own.operatorId, secret, step))) return 'not offered';
      await insertAudit(tx, own.actor, { action: 'totp on', subjectId: own.operatorId });
      return undefined;
    });
  });
}

export async function dropSecondFactor(db: Db, own: Own, password: string): Promise<OwnCredentialProblem | undefined> {
  const problem = await provePassword(db, own, password);
  if (problem !== undefined) return problem;
  return db.transaction(async (tx) => {
    if (!(await updateOperator(tx, own.operatorId, { resetTotp: true }))) return 'gone';
    await insertAudit(tx, own.actor, { action: 'totp off', subjectId: own.operatorId });
    return undefined;
  });
}

/** An unattended open session must not suffice to change the credentials. */
async function provePassword(
  db: Db,
  { operatorId }: Own,
  given: string | undefined,
): Promise<OwnCredentialProblem | undefined> {
  const credentials = await findOperatorCredentials(db, operatorId);
  if (credentials === undefined) return 'gone';
  const { password } = credentials;
  if (password === null) return undefined;
  if (given === undefined) return 'wrong';
  return paying(db, ownPasswordCharge(operatorId), async () => {
    const isRight = await consolePasswords.matching(given, [password], operatorId, true);
    return isRight === undefined ? 'wrong' : undefined;
  });
}
