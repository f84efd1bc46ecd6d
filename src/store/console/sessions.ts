import type { Queryable } from '../../database/db.ts';
import type { Grant, Role } from '../../domain/access/role.ts';
import { idleHours, linkMinutes, longestDays, mostSessions } from '../../domain/access/session.ts';
import { insertRow, Sql } from '../row.ts';

/** The owner of the session that a link opens: an operator, an account, or the operator token. */
export type LinkFor = {
  readonly operatorId: string | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  readonly name: string;
};

/** A session or link that was opened with an API key ends with the key. */
export const withLiveKey = (alias: string) => `(${alias}.key_id IS NULL OR EXISTS (
  SELECT FROM api_keys k WHERE k.id = ${alias}.key_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))`;

export async function insertLink(db: Queryable, hash: Buffer, whose: LinkFor): Promise<Date> {
  const values = { hash, ...whose, expiresAt: new Sql(`now() + interval '${linkMinutes} minutes'`) };
  const { rows } = await insertRow<{ expires_at: Date }>(db, 'console_links', values, 'RETURNING expires_at');
  return rows[0]!.expires_at;
}

/** Deletes and returns a valid link, so that it works once. */
export async function takeLink(tx: Queryable, hash: Buffer): Promise<LinkFor | undefined> {
  const { rows } = await tx.query<LinkFor>(
    `DELETE FROM console_links l WHERE hash = $1 AND expires_at > now() AND ${withLiveKey('l')}
     RETURNING operator_id AS "operatorId", account_id AS "accountId", key_id AS "keyId", name`,
    [hash],
  );
  return rows[0];
}

export type SessionRow = {
  readonly id: string;
  readonly hash: Buffer;
  readonly owner: string;
  readonly operator_id: string | null;
  readonly account_id: string | null;
  readonly token_mark: Buffer | null;
  readonly name: string;
  readonly role: Role | null;
  readonly grants: Grant[] | null;
  readonly account_name: string | null;
  readonly currency: string | null;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
};

const longest = `interval '${longestDays} days'`;
const idle = `interval '${idleHours} hours'`;

const shown = `s.id, s.hash, s.owner, s.operator_id, s.account_id, s.token_mark, coalesce(o.name, s.name) AS name, o.role,
  o.grants, a.name AS account_name, a.currency, s.address, s.user_agent, s.created_at, s.last_seen_at,
  least(s.created_at + ${longest}, s.last_seen_at + ${idle}) AS expires_at`;
const joined = `console_sessions s LEFT JOIN console_operators o ON o.id = s.operator_id
  LEFT JOIN accounts a ON a.id = s.account_id`;
const live = `s.created_at > now() - ${longest} AND s.last_seen_at > now() - ${idle}
  AND ${withLiveKey('s')}`;

/** The live sessions with these hashes, in the order given; undefined if there is none. */
export async function findSessions(db: Queryable, hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
  const { rows } = await db.query<SessionRow>(`SELECT ${shown} FROM ${joined} WHERE s.hash = ANY ($1) AND ${live}`, [
    hashes,
  ]);
  const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
  return hashes.map((hash) => found.get(hash.toString('hex')));
}

const mostListed = 1_000;

/** Live sessions of one owner or of all, newest first. */
export async function listSessions(db: Queryable, owner: string | undefined): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `SELECT ${shown} FROM ${joined} WHERE ($1::uuid IS NULL OR s.owner = $1) AND ${live}
     ORDER BY s.created_at DESC LIMIT ${mostListed}`,
    [owner ?? null],
  );
  return rows;
}

/** The console renews its session every minute, and uses are written every 10 seconds. */
const onlineMinutes = 5;

export type OnlineRow = {
  readonly kind: 'operator' | 'operator-token' | 'account';
  readonly name: string;
  readonly operatorId: string | null;
  readonly role: Role | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
  readonly since: Date;
  readonly lastSeenAt: Date;
  readonly sessions: number;
  readonly addresses: string[];
};

/** People with a live session that was used in the last minutes. Sessions of one owner with the same name are one person. */
export async function listOnline(db: Queryable): Promise<OnlineRow[]> {
  const kind = `CASE WHEN s.account_id IS NOT NULL THEN 'account' WHEN s.operator_id IS NULL THEN 'operator-token' ELSE 'operator' END`;
  const { rows } = await db.query<OnlineRow>(
    `SELECT ${kind} AS kind, coalesce(o.name, s.name) AS name, s.operator_id AS "operatorId", o.role, s.account_id AS "accountId",
       a.name AS "accountName", min(s.created_at) AS since, max(s.last_seen_at) AS "lastSeenAt", count(*)::integer AS sessions,
       array_agg(DISTINCT s.address) AS addresses
     FROM ${joined} WHERE s.last_seen_at > now() - interval '${onlineMinutes} minutes' AND ${live}
     GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY s.account_id IS NOT NULL, lower(coalesce(o.name, s.name)), 3, 5 LIMIT ${mostListed}`,
  );
  return rows;
}

type NewSession = LinkFor & {
  readonly id: string;
  readonly hash: Buffer;
  readonly tokenMark: Buffer | null;
  readonly address: string;
  readonly userAgent: string;
};

/** Deletes the oldest sessions of the same owner beyond the limit. */
export async function insertSession(tx: Queryable, session: NewSession): Promise<void> {
  const { rows } = await insertRow<{ owner: string }>(tx, 'console_sessions', session, 'RETURNING owner');
  await tx.query(
    `DELETE FROM console_sessions WHERE id IN (
       SELECT id FROM console_sessions WHERE owner = $1 ORDER BY created_at DESC OFFSET ${mostSessions})`,
    [rows[0]!.owner],
  );
}

/** Deletes only a session of this owner, if given. Undefined if the session does not exist. */
export async function deleteSession(
  tx: Queryable,
  id: string,
  owner: string | undefined,
): Promise<Pick<SessionRow, 'name' | 'account_id'> | undefined> {
  const { rows } = await tx.query<Pick<SessionRow, 'name' | 'account_id'>>(
    `DELETE FROM console_sessions s WHERE id = $1 AND ($2::uuid IS NULL OR owner = $2)
     RETURNING coalesce((SELECT o.name FROM console_operators o WHERE o.id = s.operator_id), name) AS name, account_id`,
    [id, owner ?? null],
  );
  return rows[0];
}

/** All sessions of an operator except one. */
export async function deleteSessionsOf(tx: Queryable, operatorId: string, except: string | null): Promise<void> {
  const sql = 'DELETE FROM console_sessions WHERE owner = $1 AND ($2::uuid IS NULL OR id <> $2)';
  await tx.query(sql, [operatorId, except]);
}

/** `agesMs`: time since each session's last use. Ordered by id, so that two writers never deadlock. */
export async function writeSessionUses(db: Queryable, ids: readonly string[], agesMs: readonly number[]) {
  await db.query(
    `UPDATE console_sessions s SET last_seen_at = greatest(s.last_seen_at, now() - u.age * interval '1 millisecond')
     FROM (SELECT l.id, w.age FROM unnest($1::uuid[], $2::float8[]) AS w (id, age)
       JOIN console_sessions l ON l.id = w.id ORDER BY l.id FOR NO KEY UPDATE OF l) u
     WHERE s.id = u.id`,
    [ids, agesMs],
  );
}
