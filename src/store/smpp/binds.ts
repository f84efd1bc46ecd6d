import type { Queryable } from '../../database/db.ts';
import { type Credential, credentialColumns } from './credentials.ts';

/** A bind as the process that has it knows it. */
export type BindRow = {
  readonly id: string;
  readonly credentialId: string;
  readonly accountId: string;
  readonly systemId: string;
  readonly mode: 'transmitter' | 'receiver' | 'transceiver';
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
  readonly submits: number;
  readonly delivers: number;
  readonly errors: number;
  readonly unanswered: number;
  readonly activeAt: Date;
};

/** A process that has not written its binds for so long is gone, with all of them. */
const goneSeconds = 10;
export const isFreshBind = `seen_at > now() - interval '${goneSeconds} seconds'`;

/** A credential that may be bound with, and how often it is, over all processes. */
export type Room = { readonly credential: Credential; readonly bound: number; readonly now: Date };

/**
 * What some credentials allow, with their rows locked until the transaction ends: two processes that bind the last one decide one
 * after the other. Those that are over are missing.
 */
export async function lockRooms(tx: Queryable, credentialIds: readonly string[]): Promise<Map<string, Room>> {
  await tx.query({
    name: 'lock smpp credentials',
    text: 'SELECT FROM smpp_credentials WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [credentialIds],
  });
  const { rows } = await tx.query<Credential & { bound: number; now: Date }>({
    name: 'rooms of smpp credentials',
    text: `SELECT ${credentialColumns}, now() AS now,
       (SELECT count(*)::integer FROM smpp_binds b WHERE b.credential_id = c.id AND ${isFreshBind}) AS bound
     FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id WHERE c.id = ANY ($1::uuid[])`,
    values: [credentialIds],
  });
  const live = rows.filter(({ live }) => live);
  return new Map(live.map(({ bound, now, ...credential }) => [credential.id, { credential, bound, now }]));
}

/** What operators want of a bind: that it ends, and why; that its PDUs are written down until a time. */
export type BindOrders = { readonly ending: string | undefined; readonly logUntil: Date | undefined };

/** Seconds since the numbers before, and not so few that one request is a high rate. */
const sinceSeen = `greatest(extract(epoch FROM now() - b.seen_at)::float8, 0.5)`;

/**
 * Writes what this process has bound, all of it again: the table is not logged, and numbers change. Returns what operators want of
 * them.
 */
export async function writeBinds(
  db: Queryable,
  workerId: string,
  binds: readonly BindRow[],
): Promise<Map<string, BindOrders>> {
  const { rows } = await db.query<{ id: string; ending: string | null; log_until: Date | null }>({
    name: 'write smpp binds',
    text: `INSERT INTO smpp_binds AS b (id, worker_id, credential_id, account_id, system_id, mode, version, address, bound_at, seen_at,
        submits, delivers, errors, unanswered, active_at)
      SELECT w.id, $1, w.credential_id, w.account_id, w.system_id, w.mode, w.version, w.address, w.bound_at, now(),
        w.submits, w.delivers, w.errors, w.unanswered, w.active_at
      FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::text[], $9::timestamptz[],
        $10::bigint[], $11::bigint[], $12::bigint[], $13::integer[], $14::timestamptz[])
        AS w (id, credential_id, account_id, system_id, mode, version, address, bound_at, submits, delivers, errors, unanswered, active_at)
      ON CONFLICT (id) DO UPDATE SET seen_at = now(), submits = excluded.submits, delivers = excluded.delivers,
        errors = excluded.errors, unanswered = excluded.unanswered, active_at = excluded.active_at,
        submit_rate = (excluded.submits - b.submits) / ${sinceSeen}, deliver_rate = (excluded.delivers - b.delivers) / ${sinceSeen}
      RETURNING b.id, b.ending, CASE WHEN b.log_until > now() THEN b.log_until END AS log_until`,
    values: [
      workerId,
      binds.map(({ id }) => id),
      binds.map(({ credentialId }) => credentialId),
      binds.map(({ accountId }) => accountId),
      binds.map(({ systemId }) => systemId),
      binds.map(({ mode }) => mode),
      binds.map(({ version }) => version),
      binds.map(({ address }) => address),
      binds.map(({ boundAt }) => boundAt),
      binds.map(({ submits }) => submits),
      binds.map(({ delivers }) => delivers),
      binds.map(({ errors }) => errors),
      binds.map(({ unanswered }) => unanswered),
      binds.map(({ activeAt }) => activeAt),
    ],
  });
  return new Map(
    rows.map((row) => [row.id, { ending: row.ending ?? undefined, logUntil: row.log_until ?? undefined }]),
  );
}

export async function removeBinds(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'remove smpp binds',
    text: 'DELETE FROM smpp_binds WHERE id = ANY ($1::uuid[])',
    values: [ids],
  });
}

/** What has become of the credentials of some binds, and how many each has bound over all processes. */
export type BoundCredential = Credential & { readonly bound: number };

export async function boundCredentials(db: Queryable, ids: readonly string[]): Promise<Map<string, BoundCredential>> {
  const { rows } = await db.query<BoundCredential>({
    name: 'bound smpp credentials',
    text: `SELECT ${credentialColumns},
        (SELECT count(*)::integer FROM smpp_binds b WHERE b.credential_id = c.id AND ${isFreshBind}) AS bound
      FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id WHERE c.id = ANY ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of processes that ended without a word. */
export async function dropOldBinds(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM smpp_binds WHERE seen_at < now() - interval '1 hour'`);
  return rowCount ?? 0;
}
