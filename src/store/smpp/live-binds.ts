import type { Queryable } from '../../db.ts';
import { isFreshBind } from './binds.ts';

/** A bind as operators see it, a few seconds old. */
export type LiveBind = {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly credential_id: string;
  readonly system_id: string;
  readonly mode: 'transmitter' | 'receiver' | 'transceiver';
  readonly version: number;
  readonly address: string;
  readonly process: string | null;
  readonly bound_at: Date;
  readonly active_at: Date | null;
  readonly submits: string;
  readonly delivers: string;
  readonly errors: string;
  readonly submit_rate: number;
  readonly deliver_rate: number;
  readonly unanswered: number;
  readonly send_window: number;
  readonly ending: string | null;
  readonly log_until: Date | null;
};

const shown = `b.id, b.account_id, a.name AS account_name, b.credential_id, b.system_id, b.mode, b.version, b.address,
  w.host || ':' || w.pid AS process, b.bound_at, b.active_at, b.submits, b.delivers, b.errors, b.submit_rate, b.deliver_rate,
  b.unanswered, c.send_window, b.ending, CASE WHEN b.log_until > now() THEN b.log_until END AS log_until`;
const joined = `smpp_binds b JOIN accounts a ON a.id = b.account_id JOIN smpp_credentials c ON c.id = b.credential_id
  LEFT JOIN workers w ON w.id = b.worker_id`;

export type LiveBindFilter = {
  readonly before: string;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly systemId?: string | undefined;
};

/** Newest first. */
export async function listLiveBinds(db: Queryable, filter: LiveBindFilter): Promise<LiveBind[]> {
  const { rows } = await db.query<LiveBind>(
    `SELECT ${shown} FROM ${joined}
     WHERE b.${isFreshBind} AND b.id < $1 AND ($3::uuid IS NULL OR b.account_id = $3) AND ($4::text IS NULL OR b.system_id = $4)
     ORDER BY b.id DESC LIMIT $2`,
    [filter.before, filter.limit, filter.accountId ?? null, filter.systemId ?? null],
  );
  return rows;
}

export async function findLiveBind(db: Queryable, id: string): Promise<LiveBind | undefined> {
  const { rows } = await db.query<LiveBind>(`SELECT ${shown} FROM ${joined} WHERE b.${isFreshBind} AND b.id = $1`, [
    id,
  ]);
  return rows[0];
}

/** The process of the bind closes it at its next heartbeat. False if there is no such bind. */
export async function endBind(tx: Queryable, id: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE smpp_binds SET ending = coalesce(ending, $2) WHERE id = $1 AND ${isFreshBind}`,
    [id, reason],
  );
  return rowCount === 1;
}

/** Logs the PDUs of a bind for this time; 0 seconds ends the log. */
export async function setBindLog(tx: Queryable, id: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE smpp_binds SET log_until = CASE WHEN $2 > 0 THEN now() + $2 * interval '1 second' END WHERE id = $1 AND ${isFreshBind}`,
    [id, seconds],
  );
  return rowCount === 1;
}
