import { createHash, timingSafeEqual } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Transaction } from '../../database/db.ts';
import { auditedRefusal, codeCharge, tokenCharge } from '../../domain/access/attempts.ts';
import { isSessionSecret, secretHash, tokenMark } from '../../domain/access/session.ts';
import { matchingStep } from '../../domain/access/totp.ts';
import type { Runtime } from '../../runtime.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { charge, remember } from '../../store/console/attempts.ts';
import { findCredentialsByName, noteLogin, type OperatorCredentials, useCode } from '../../store/console/operators.ts';
import { findSessions, insertSession, type LinkFor, takeLink } from '../../store/console/sessions.ts';
import { isLimited, PasswordAttempts, paying } from '../password-attempts.ts';
import { consolePasswords } from '../passwords.ts';
import { newSessionSecret } from './links.ts';
import { actorBySession, type SignedInSession, toSession } from './sessions.ts';

/** A client that is not authenticated yet; `name`: the name chosen by the holder of the operator token. */
export type Visitor = {
  readonly name: string;
  readonly address: string;
  /** Attempts are counted per network: the address, or the /64 network of an IPv6 address. */
  readonly network: string;
  readonly userAgent: string;
};

export type LogInInput =
  | { readonly link: string }
  | { readonly token: string }
  | { readonly name: string; readonly password: string; readonly totp: string | undefined };

export type LogIn =
  | { readonly kind: 'in'; readonly secret: string; readonly session: SignedInSession }
  | { readonly kind: 'refused' }
  | { readonly kind: 'code missing' }
  | { readonly kind: 'wait'; readonly seconds: number };

export class LogIns {
  readonly #runtime: Runtime;
  readonly #attempts: PasswordAttempts;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#attempts = new PasswordAttempts(runtime.db, 'console');
  }

  async logIn(given: LogInInput, visitor: Visitor): Promise<LogIn> {
    const outcome = await this.#attempt(given, visitor);
    this.#runtime.metrics.consoleLogins.inc({ outcome: outcome.kind });
    return outcome;
  }

  async #attempt(given: LogInInput, visitor: Visitor): Promise<LogIn> {
    if ('token' in given) return this.#byToken(given.token, visitor);
    if ('link' in given) return this.#byLink(given.link, visitor);
    return this.#byPassword(given, visitor);
  }

  /** The right token is accepted despite earlier failures: behind a proxy, many clients share an address. */
  async #byToken(token: string, visitor: Visitor): Promise<LogIn> {
    const { adminToken } = this.#runtime.config;
    if (adminToken === undefined || !timingSafeEqual(digest(token), digest(adminToken)))
      return this.#refuseCharged(visitor, { by: 'token' });
    const whose = { operatorId: null, accountId: null, keyId: null, name: visitor.name };
    return this.#runtime.db.transaction((tx) => this.#open(tx, whose, visitor, 'token'));
  }

  async #byLink(link: string, visitor: Visitor): Promise<LogIn> {
    const opened = isSessionSecret(link) ? await this.#useLink(link, visitor) : undefined;
    return opened ?? this.#refuseCharged(visitor, { by: 'link' });
  }

  /** The link is used up in the transaction that opens the session. */
  #useLink(link: string, visitor: Visitor): Promise<LogIn | undefined> {
    return this.#attempts.inTurn(visitor.network, () =>
      this.#runtime.db.transaction(async (tx) => {
        const whose = await takeLink(tx, secretHash(link));
        return whose && this.#open(tx, whose, visitor, 'link');
      }),
    );
  }

  async #byPassword(given: Extract<LogInInput, { password: string }>, visitor: Visitor): Promise<LogIn> {
    const { db } = this.#runtime;
    const { name, password, totp } = given;
    const { network } = visitor;
    let found: OperatorCredentials | undefined;
    const operator = await this.#attempts.attempt(name, network, async (known) => {
      found = await this.#attempts.inTurn(network, () => findCredentialsByName(db, name));
      const stored = found?.password ?? undefined;
      const match = await consolePasswords.matching(password, stored === undefined ? [] : [stored], network, known);
      return found === undefined || match === undefined ? 'wrong' : found;
    });
    if (isLimited(operator)) return { kind: 'wait', seconds: operator.waitSeconds };
    // The stored name of the operator, never the input: that may be a password.
    if (operator === 'wrong') return this.#refuse(visitor, { by: 'password', ...(found && { name: found.name }) });
    const outcome = await this.#attempts.inTurn(network, () => this.#byCode(operator, name, totp, visitor));
    return outcome ?? this.#refuse(visitor, { by: 'code', name: operator.name });
  }

  /** Called after the right password. Undefined if the code is wrong. */
  async #byCode(
    operator: OperatorCredentials,
    name: string,
    totp: string | undefined,
    visitor: Visitor,
  ): Promise<LogIn | undefined> {
    const { db } = this.#runtime;
    const { id, totp_secret: secret } = operator;
    const whose = { operatorId: id, accountId: null, keyId: null, name: operator.name };
    const open = async (tx: Transaction, by: string) => {
      await remember(tx, this.#attempts.subject(name, visitor.network));
      return this.#open(tx, whose, visitor, by);
    };
    if (secret === null) return db.transaction((tx) => open(tx, 'password'));
    if (totp === undefined) return { kind: 'code missing' };
    const outcome = await paying(db, codeCharge(id), async () => {
      const step = matchingStep(secret, totp, operator.now, Number(operator.totp_step));
      if (step === undefined) return 'wrong';
      return db.transaction(async (tx) =>
        (await useCode(tx, id, step)) ? open(tx, 'password and code') : ('wrong' as const),
      );
    });
    if (isLimited(outcome)) return { kind: 'wait', seconds: outcome.waitSeconds };
    return outcome === 'wrong' ? undefined : outcome;
  }

  async #open(tx: Transaction, whose: LinkFor, visitor: Visitor, by: string): Promise<LogIn> {
    const { adminToken } = this.#runtime.config;
    const { address, userAgent } = visitor;
    const secret = newSessionSecret();
    const hash = secretHash(secret);
    const id = newId();
    const isTokens = whose.operatorId === null && whose.accountId === null;
    await insertSession(tx, {
      ...whose,
      ...{ id, hash, tokenMark: isTokens ? tokenMark(secret, adminToken) : null, address, userAgent },
    });
    if (whose.operatorId !== null) await noteLogin(tx, whose.operatorId);
    const [row] = await findSessions(tx, [hash]);
    const session = toSession(row!, secret, adminToken)!;
    const entry = { action: 'console login', subjectId: id, accountId: whose.accountId ?? undefined, details: { by } };
    await insertAudit(tx, actorBySession(session, address), entry);
    return { kind: 'in', secret, session };
  }

  /** Charges a wrong token or link; a wrong password or code was charged before. */
  async #refuseCharged(visitor: Visitor, details: object): Promise<LogIn> {
    const { network } = visitor;
    const seconds = await this.#attempts.inTurn(network, () => charge(this.#runtime.db, tokenCharge(network)));
    return seconds > 0 ? { kind: 'wait', seconds } : this.#refuse(visitor, details);
  }

  /** The audit trail is never deleted, so only some refusals are recorded. */
  #refuse({ address, network }: Visitor, details: object): Promise<LogIn> {
    const { db } = this.#runtime;
    return this.#attempts.inTurn(network, async () => {
      const refused = { action: 'console login refused', details };
      if ((await charge(db, auditedRefusal)) === 0)
        await insertAudit(db, { kind: 'anonymous', id: undefined, name: 'unknown', address }, refused);
      return { kind: 'refused' };
    });
  }
}

/** Compares digests, whose equal length makes the comparison take the same time for every token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
