import { createHash, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../../db.ts';
import {
  type Charge,
  codeCharges,
  knownSubject,
  passwordCharges,
  tokenCharges,
  toldRefusals,
} from '../../domain/access/attempts.ts';
import { isSecret, secretHash, tokenMark } from '../../domain/access/session.ts';
import { matchingStep } from '../../domain/access/totp.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { type Actor, insertAudit } from '../../store/account/audit.ts';
import { charge, isKnown, refund, remember } from '../../store/console/attempts.ts';
import { type LinkFor, takeLink } from '../../store/console/links.ts';
import { type Credentials, findCredentialsByName, noteLogin, useCode } from '../../store/console/operators.ts';
import { findSessions, insertSession } from '../../store/console/sessions.ts';
import { Permits } from '../../work/permits.ts';
import { newSecret } from './links.ts';
import { isPassword } from './passwords.ts';
import { type Session, toSession } from './sessions.ts';

/** Who comes, before it is known who it is; `name` is what whoever has the operator token calls themselves. */
export type Visitor = {
  readonly name: string;
  readonly address: string;
  /** What tries are counted for: the address, of IPv6 its network. */
  readonly network: string;
  readonly userAgent: string;
};

export type Given =
  | { readonly link: string }
  | { readonly token: string }
  | { readonly name: string; readonly password: string; readonly totp: string | undefined };

export type LogIn =
  | { readonly kind: 'in'; readonly secret: string; readonly session: Session }
  | { readonly kind: 'refused' }
  | { readonly kind: 'code missing' }
  | { readonly kind: 'wait'; readonly seconds: number };

/** A log-in makes a handful of small statements, and may have two of the connections that sending has too. */
const share = { most: 2, mostOfOne: 1, mostWaiting: 5, patienceMs: 10_000 };

export class LogIns {
  readonly #runtime: Runtime;
  readonly #permits = new Permits(share);

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  async logIn(given: Given, visitor: Visitor): Promise<LogIn> {
    const outcome = await this.#attempt(given, visitor);
    this.#runtime.metrics.consoleLogins.inc({ outcome: outcome.kind });
    return outcome;
  }

  async #attempt(given: Given, visitor: Visitor): Promise<LogIn> {
    if ('token' in given) return this.#byToken(given.token, visitor);
    if ('link' in given) return this.#byLink(given.link, visitor);
    return this.#byPassword(given, visitor);
  }

  /** The right token counts whatever came before it: behind a proxy, an address is that of many. */
  async #byToken(token: string, visitor: Visitor): Promise<LogIn> {
    const { adminToken } = this.#runtime.config;
    if (adminToken === undefined || !timingSafeEqual(digest(token), digest(adminToken)))
      return this.#refuse(visitor, tokenCharges(visitor.network), { by: 'token' });
    const whose = { operatorId: null, accountId: null, keyId: null, name: visitor.name };
    return this.#runtime.db.transaction((tx) => this.#open(tx, whose, visitor, 'token'));
  }

  async #byLink(link: string, visitor: Visitor): Promise<LogIn> {
    const opened = isSecret(link) ? await this.#useLink(link, visitor) : undefined;
    return opened ?? this.#refuse(visitor, tokenCharges(visitor.network), { by: 'link' });
  }

  /** The link is used up in the transaction that opens the session: there is never one without the other. */
  #useLink(link: string, visitor: Visitor): Promise<LogIn | undefined> {
    return this.#inTurn(visitor.network, () =>
      this.#runtime.db.transaction(async (tx) => {
        const whose = await takeLink(tx, secretHash(link));
        return whose && this.#open(tx, whose, visitor, 'link');
      }),
    );
  }

  async #byPassword(given: Extract<Given, { password: string }>, visitor: Visitor): Promise<LogIn> {
    const { db } = this.#runtime;
    const { network } = visitor;
    const { operator, charges, seconds } = await this.#inTurn(network, async () => {
      const known = await isKnown(db, knownSubject(given.name, network));
      const charges = passwordCharges(given.name, network, known);
      // Paid before it is compared: a hundred that come together are counted like a hundred in a row.
      const seconds = await charge(db, charges);
      return { operator: seconds > 0 ? undefined : await findCredentialsByName(db, given.name), charges, seconds };
    });
    if (seconds > 0) return { kind: 'wait', seconds };
    const isRight = await isPassword(given.password, operator?.password, network);
    if (operator === undefined || operator.password === null || !isRight) {
      // A name that nobody has may be anything, even a password.
      const details = operator === undefined ? {} : { name: operator.name };
      return this.#refuse(visitor, [], { by: 'password', ...details });
    }
    const outcome = await this.#inTurn(network, () => this.#byCode(operator, charges, given, visitor));
    return outcome ?? this.#refuse(visitor, [], { by: 'code', name: operator.name });
  }

  /** The password was right. Undefined if the code is not. */
  async #byCode(
    operator: Credentials,
    charges: readonly Charge[],
    { name, totp }: { name: string; totp: string | undefined },
    visitor: Visitor,
  ): Promise<LogIn | undefined> {
    const { db } = this.#runtime;
    const { id, totp_secret: secret } = operator;
    const whose = { operatorId: id, accountId: null, keyId: null, name: operator.name };
    const open = (tx: Transaction, by: string) => this.#open(tx, whose, visitor, by);
    const settle = async (tx: Transaction, paid: readonly Charge[]) => {
      await refund(tx, paid);
      await remember(tx, knownSubject(name, visitor.network));
    };
    if (secret === null)
      return db.transaction(async (tx) => {
        await settle(tx, charges);
        return open(tx, 'password');
      });
    if (totp === undefined) {
      await refund(db, charges);
      return { kind: 'code missing' };
    }
    const codes = codeCharges(id);
    const seconds = await charge(db, codes);
    if (seconds > 0) return { kind: 'wait', seconds };
    const step = matchingStep(secret, totp, operator.now, Number(operator.totp_step));
    if (step === undefined) return undefined;
    return db.transaction(async (tx) => {
      if (!(await useCode(tx, id, step))) return undefined;
      await settle(tx, [...charges, ...codes]);
      return open(tx, 'password and code');
    });
  }

  async #open(tx: Transaction, whose: LinkFor, visitor: Visitor, by: string): Promise<LogIn> {
    const { adminToken } = this.#runtime.config;
    const { address, userAgent } = visitor;
    const secret = newSecret();
    const hash = secretHash(secret);
    const id = newId();
    const isTokens = whose.operatorId === null && whose.accountId === null;
    await insertSession(tx, {
      ...whose,
      ...{ id, hash, tokenMark: isTokens ? tokenMark(secret, adminToken) : null, address, userAgent },
    });
    if (whose.operatorId !== null) await noteLogin(tx, whose.operatorId);
    const actor: Actor = { name: whose.name, address };
    const accountId = whose.accountId ?? undefined;
    await insertAudit(tx, actor, { action: 'console login', subjectId: id, accountId, details: { by } });
    const [row] = await findSessions(tx, [hash]);
    return { kind: 'in', secret, session: toSession(row!, secret, adminToken)! };
  }

  /** Costs what it has not cost yet. The audit trail is kept for ever, so it is told of some only. */
  #refuse({ address, network }: Visitor, charges: readonly Charge[], details: object): Promise<LogIn> {
    const { db } = this.#runtime;
    return this.#inTurn(network, async () => {
      const seconds = await charge(db, charges);
      if (seconds > 0) return { kind: 'wait', seconds };
      if ((await charge(db, toldRefusals)) === 0)
        await insertAudit(db, { name: 'unknown', address }, { action: 'console login refused', details });
      return { kind: 'refused' };
    });
  }

  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    await this.#permits.enter(network);
    try {
      return await work();
    } finally {
      this.#permits.leave(network);
    }
  }
}

/** Digests are of one length, so that the comparison takes the same time for every token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
