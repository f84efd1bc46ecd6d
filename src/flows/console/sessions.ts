import { timingSafeEqual } from 'node:crypto';
import { Batch, Overloaded } from '../../bounds/batch.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type Grant, mayRead, type Role } from '../../domain/access/role.ts';
import { secretHash, tokenMark } from '../../domain/access/session.ts';
import { Cache } from '../../domain/cache.ts';
import type { Runtime } from '../../runtime.ts';
import { findSessions, type SessionRow } from '../../store/console/sessions.ts';
import { KeyUses } from '../accounts/key-uses.ts';

export type Session = {
  readonly id: string;
  /** The same for all sessions of one operator or account. */
  readonly owner: string;
  readonly name: string;
  readonly expiresAt: Date;
} & (
  | {
      readonly kind: 'operator';
      /** Undefined for the holder of the operator token. */
      readonly operatorId: string | undefined;
      readonly role: Role;
      readonly grants: readonly Grant[];
    }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly accountName: string;
      readonly currency: string;
    }
);

const keptMs = 2_000;
const mostKept = 10_000;

/**
 * Authenticates console sessions. Known sessions are cached for two seconds, so an ended one stops working within that time; writes ask
 * the database. Unknown sessions are looked up each time, many in one query.
 */
export class Sessions {
  readonly #kept = new Cache<string, { session: Session; until: number }>(mostKept);
  readonly #lookups: Batch<string, Session | undefined>;
  readonly #clock: () => number;
  readonly uses = new KeyUses();

  constructor({ db, clock, config }: Runtime) {
    this.#clock = clock;
    this.#lookups = new Batch({
      most: 1_000,
      mostPending: 10_000,
      ownerOf: (secret) => (this.#kept.has(secret) ? 'known' : 'unknown'),
      run: async (secrets) => {
        const rows = await findSessions(db, secrets.map(secretHash));
        return rows.map((row, index) => row && toSession(row, secrets[index]!, config.adminToken));
      },
    });
  }

  kept(secret: string): Session | undefined {
    const kept = this.#kept.get(secret);
    const now = this.#clock();
    // An expiry beyond the cache time means that the clock was set back, so the age of the entry is unknown.
    if (kept === undefined || kept.until <= now || kept.until > now + keptMs) return undefined;
    this.uses.note(kept.session.id, now);
    return kept.session;
  }

  async find(secret: string): Promise<Session | undefined> {
    const session = await this.#lookups.add(secret).catch((error: unknown) => {
      throw error instanceof Overloaded ? new Overloaded() : error;
    });
    if (session === undefined) {
      this.#kept.delete(secret);
      return undefined;
    }
    const now = this.#clock();
    this.uses.note(session.id, now);
    this.#kept.set(secret, { session, until: now + keptMs });
    return session;
  }

  forget(secret: string): void {
    this.#kept.delete(secret);
  }
}

/** Undefined if the operator token has changed since the session was opened. */
export function toSession(row: SessionRow, secret: string, adminToken: string | undefined): Session | undefined {
  const { id, owner, name, expires_at: expiresAt } = row;
  if (row.account_id !== null) {
    const { account_id: accountId, account_name: accountName, currency } = row;
    return { id, owner, name, expiresAt, kind: 'account', accountId, accountName: accountName!, currency: currency! };
  }
  if (row.token_mark !== null && !timingSafeEqual(row.token_mark, tokenMark(secret, adminToken))) return undefined;
  const { role, grants } = row;
  const operatorId = row.operator_id ?? undefined;
  return { id, owner, name, expiresAt, kind: 'operator', operatorId, role: role ?? 'admin', grants: grants ?? [] };
}

/** The actor of all changes in this session. */
export function actorBySession(session: Session, address: string | undefined): Actor {
  const { id, name } = session;
  if (session.kind === 'account') return { kind: 'customer', id, name, address };
  if (session.operatorId === undefined) return { kind: 'operator-token', id, name, address };
  return { kind: 'operator', id: session.operatorId, name, address };
}

/** Whether a session may read data of all accounts. */
export function sessionMay(session: Session, what: Grant): boolean {
  return session.kind === 'operator' && mayRead(session.role, session.grants, what);
}
