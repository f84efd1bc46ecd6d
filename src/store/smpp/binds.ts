import type { Queryable } from '../../db.ts';
import { type Credential, credentialColumns } from './credentials.ts';

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

/** A process that has not written its binds for this time has ended, and its binds with it. */
const goneSeconds = 10;
export const isFreshBind = `seen_at > now() - interval '${goneSeconds} seconds'`;

/** A live credential and the number of its binds, over all processes. */
export type BindCapacity = { readonly credential: Credential; readonly bound: number; readonly now: Date };

/**
 * The capacity of live credentials, with their rows locked until the transaction ends, so that two processes do not both
 * reserve the last bind.
 */
export async function lockCapacity(
  tx: Queryable,
  credentialIds: readonly string[],
): Promise<Map<string, BindCapacity>> {
  await tx.query({
    name: 'lock smpp credentials',
    text: 'SELECT FROM smpp_credentials WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [credentialIds],
  });
  const { rows } = await tx.query<Credential & { bound: number; now: Date }>({
    name: 'capacity of smpp credentials',
    text: `SELECT ${credentialColumns}, now() AS now,
       (SELECT count(*)::integer FROM smpp_binds b WHERE b.credential_id = c.id AND ${isFreshBind}) AS bound
     FROM smpp_credentials c JOIN accounts a ON a.id = c.account_id WHERE c.id = ANY ($1::uuid[])`,
    values: [credentialIds],
  });
  const live = rows.filter(({ live }) => live);
  return new Map(live.map(({ bound, now, ...credential }) => [credential.id, { credential, bound, now }]));
}

/** Orders of operators: the reason to close the bind, and how long its PDUs are logged. */
export type BindOrders = { readonly ending: string | undefined; readonly logUntil: Date | undefined };

/** Seconds since the last counts, at least 0.5, so that one request is not a high rate. */
const sinceSeen = `greatest(extract(epoch FROM now() - b.seen_at)::float8, 0.5)`;

/** Writes all binds of this process every time: the table is unlogged, and the counts change. Returns the operators' orders. */
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

/** A credential with the number of its binds, over all processes. */
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

/** Deletes the binds of processes that crashed. */
export async function dropOldBinds(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM smpp_binds WHERE seen_at < now() - interval '1 hour'`);
  return rowCount ?? 0;
}
