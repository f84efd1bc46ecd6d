import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type Grant, mayRead, type Role } from '../../domain/access/role.ts';
import { secretHash, tokenMark } from '../../domain/access/session.ts';
import type { Runtime } from '../../runtime.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { deleteSession, findSessions, type SessionRow } from '../../store/console/sessions.ts';
import { CallerCache } from '../accounts/keys.ts';

export type SignedInSession = {
  readonly id: string;
  /** All sessions of one operator or account have the same owner. */
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

/** Authenticates console sessions. Changes ask the database instead of the cache. */
export class SignedInSessions extends CallerCache<SignedInSession> {
  constructor({ db, clock, config }: Runtime) {
    const run = async (secrets: readonly string[]) => {
      const rows = await findSessions(db, secrets.map(secretHash));
      return rows.map((row, index) => row && toSession(row, secrets[index]!, config.adminToken));
    };
    super(clock, run, ({ id }) => id);
  }
}

/** Undefined if the operator token has changed since the session was opened. */
export function toSession(
  row: SessionRow,
  secret: string,
  adminToken: string | undefined,
): SignedInSession | undefined {
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
export function actorBySession(session: SignedInSession, address: string | undefined): Actor {
  const { id, name } = session;
  if (session.kind === 'account') return { kind: 'customer', id, name, address };
  if (session.operatorId === undefined) return { kind: 'operator-token', id, name, address };
  return { kind: 'operator', id: session.operatorId, name, address };
}

/** Ends a session, if given only one of this owner. False if it does not exist. */
export function endSession(
  db: Db,
  actor: Actor,
  id: string,
  owner: string | undefined,
  action: 'console logout' | 'session revoke',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await deleteSession(tx, id, owner);
    if (ended === undefined) return false;
    const accountId = ended.account_id ?? undefined;
    await insertAudit(tx, actor, { action, subjectId: id, accountId, details: { name: ended.name } });
    return true;
  });
}

/** Whether a session may read data of all accounts. */
export function sessionMay(session: SignedInSession, what: Grant): boolean {
  return session.kind === 'operator' && mayRead(session.role, session.grants, what);
}
