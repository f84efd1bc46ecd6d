import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';
import { selectNewest } from '../scan/newest.ts';
import { type CredentialFilter, credentialColumns, type SmppCredential } from './credentials.ts';

export type BindMode = 'transmitter' | 'receiver' | 'transceiver';

/** A bind in the process that has it. */
export type BindRow = {
  readonly id: string;
  readonly credentialId: string;
  readonly accountId: string;
  readonly systemId: string;
  readonly mode: BindMode;
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
  readonly submits: number;
  readonly delivers: number;
  readonly errors: number;
  readonly unanswered: number;
  readonly activeAt: Date;
};

/** A process that has not written its binds for this long is dead. */
const goneSeconds = 10;
const isFreshBind = `seen_at > now() - interval '${goneSeconds} seconds'`;

/** A credential, and the number of its binds over all processes. */
export type BoundCredential = SmppCredential & { readonly bound: number; readonly now: Date };

export async function boundCredentials(db: Queryable, ids: readonly string[]): Promise<Map<string, BoundCredential>> {
  const { rows } = await db.query<BoundCredential>({
    name: 'bound smpp credentials',
    text: `SELECT ${credentialColumns}, now() AS now,
        (SELECT count(*)::integer FROM smpp_binds b WHERE b.credential_id = c.id AND ${isFreshBind}) AS bound
      FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id WHERE c.id = ANY ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks these credentials until the transaction ends: two processes that want the last free bind decide one after the other. */
export async function lockCredentials(tx: Queryable, ids: readonly string[]): Promise<Map<string, BoundCredential>> {
  await tx.query({
    name: 'lock smpp credentials',
    text: 'SELECT FROM smpp_credentials WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  });
  return boundCredentials(tx, ids);
}

/** Orders of operators for a bind: the reason to end it, and the time until which its PDUs are logged. */
export type BindOrders = { readonly id: string; readonly ending: string | null; readonly logUntil: Date | null };

/** Seconds since the previous counts, at least 0.5 so that one request is not a high rate. */
const sinceSeen = `greatest(extract(epoch FROM now() - b.seen_at)::float8, 0.5)`;

const bindRows = rowSet<BindRow>({
  id: 'uuid',
  credentialId: 'uuid',
  accountId: 'uuid',
  systemId: 'text',
  mode: 'text',
  version: 'smallint',
  address: 'text',
  boundAt: 'timestamptz',
  submits: 'bigint',
  delivers: 'bigint',
  errors: 'bigint',
  unanswered: 'integer',
  activeAt: 'timestamptz',
});
const writeText = `INSERT INTO smpp_binds AS b (${bindRows.names}, worker_id, seen_at)
  SELECT w.*, $1, now() FROM ${bindRows.from('w', 2)}
  ON CONFLICT (id) DO UPDATE SET seen_at = now(), submits = excluded.submits, delivers = excluded.delivers,
    errors = excluded.errors, unanswered = excluded.unanswered, active_at = excluded.active_at,
    submit_rate = (excluded.submits - b.submits) / ${sinceSeen}, deliver_rate = (excluded.delivers - b.delivers) / ${sinceSeen}
  RETURNING b.id, b.ending, CASE WHEN b.log_until > now() THEN b.log_until END AS "logUntil"`;

/** Writes all binds of this process every time: the table is unlogged, and the counts change. Returns the orders of operators. */
export async function writeBinds(
  db: Queryable,
  workerId: string,
  binds: readonly BindRow[],
): Promise<Map<string, BindOrders>> {
  const values = [workerId, ...bindRows.values(binds)];
  const { rows } = await db.query<BindOrders>({ name: 'write smpp binds', text: writeText, values });
  return new Map(rows.map((row) => [row.id, row]));
}

export async function removeBinds(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'remove smpp binds',
    text: 'DELETE FROM smpp_binds WHERE id = ANY ($1::uuid[])',
    values: [ids],
  });
}

/** A bind as operators see it, a few seconds old. */
export type LiveBind = Omit<BindRow, 'activeAt'> & {
  readonly accountName: string;
  readonly process: string | null;
  readonly lastActivityAt: Date | null;
  readonly submitsPerSecond: number;
  readonly deliversPerSecond: number;
  readonly window: number;
  readonly ending: string | null;
  readonly logUntil: Date | null;
};

const shown = `b.id, b.account_id AS "accountId", a.name AS "accountName", b.credential_id AS "credentialId",
  b.system_id AS "systemId", b.mode, b.version, b.address, w.host || ':' || w.pid AS process, b.bound_at AS "boundAt",
  b.active_at AS "lastActivityAt", b.submits::float8 AS submits, b.delivers::float8 AS delivers, b.errors::float8 AS errors,
  round(b.submit_rate::numeric, 1)::float8 AS "submitsPerSecond", round(b.deliver_rate::numeric, 1)::float8 AS "deliversPerSecond",
  b.unanswered, c.send_window AS "window", b.ending, CASE WHEN b.log_until > now() THEN b.log_until END AS "logUntil"`;
const joined = `smpp_binds b JOIN accounts a ON a.id = b.account_id JOIN smpp_credentials c ON c.id = b.credential_id
  LEFT JOIN workers w ON w.id = b.worker_id`;

/** Newest first. */
export function listLiveBinds(db: Queryable, filter: CredentialFilter): Promise<LiveBind[]> {
  const select = `SELECT * FROM (SELECT ${shown} FROM ${joined} WHERE b.${isFreshBind}) b`;
  const conditions = [
    ['b."accountId" = ?', filter.accountId],
    ['b."systemId" = ?', filter.systemId],
  ] as const;
  return selectNewest(db, select, 'b.id', conditions, filter);
}

export async function findLiveBind(db: Queryable, id: string): Promise<LiveBind | undefined> {
  const text = `SELECT ${shown} FROM ${joined} WHERE b.${isFreshBind} AND b.id = $1`;
  return (await db.query<LiveBind>(text, [id])).rows[0];
}

/** The process that has the bind closes it with its next write. False if the bind does not exist. */
export async function endBind(tx: Queryable, id: string, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE smpp_binds SET ending = coalesce(ending, $2) WHERE id = $1 AND ${isFreshBind}`,
    [id, reason],
  );
  return rowCount === 1;
}

/** Logs the PDUs of a bind for this long; 0 stops it. */
export async function setBindLog(tx: Queryable, id: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE smpp_binds SET log_until = CASE WHEN $2 > 0 THEN now() + $2 * interval '1 second' END WHERE id = $1 AND ${isFreshBind}`,
    [id, seconds],
  );
  return rowCount === 1;
}

/** One PDU of a bind, with secrets redacted. */
export type LoggedPdu = {
  readonly bindId: string;
  readonly place: number;
  readonly accountId: string;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly command: string;
  readonly sequence: number;
  readonly status: number;
  readonly fields: object;
};

const pduRows = rowSet<LoggedPdu>({
  bindId: 'uuid',
  place: 'integer',
  accountId: 'uuid',
  at: 'timestamptz',
  direction: 'text',
  command: 'text',
  sequence: 'bigint',
  status: 'bigint',
  fields: 'jsonb',
});
const insertPduText = `INSERT INTO smpp_pdus (${pduRows.names}) SELECT * FROM ${pduRows.from('w')} ON CONFLICT DO NOTHING`;

export async function insertPdus(db: Queryable, pdus: readonly LoggedPdu[]): Promise<void> {
  await db.query({ name: 'insert smpp pdus', text: insertPduText, values: pduRows.values(pdus) });
}

export type PduRow = Omit<LoggedPdu, 'bindId' | 'accountId' | 'fields'> & { readonly fields: Record<string, unknown> };

/** PDUs after a position, in the order of the wire. */
export async function listPdus(db: Queryable, bindId: string, after: number, limit: number): Promise<PduRow[]> {
  const { rows } = await db.query<PduRow>(
    `SELECT place, at, direction, command, sequence::float8 AS sequence, status::float8 AS status, fields FROM smpp_pdus
     WHERE bind_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
    [bindId, after, limit],
  );
  return rows;
}
