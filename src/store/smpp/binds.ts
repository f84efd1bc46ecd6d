import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';
import { type Credential, credentialColumns } from './credentials.ts';

/** A bind in the process that has it. */
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

/** A process that has not written its binds for this long is dead. */
const goneSeconds = 10;
export const isFreshBind = `seen_at > now() - interval '${goneSeconds} seconds'`;

/** A live credential, and the number of its binds over all processes. */
export type BindCapacity = { readonly credential: Credential; readonly bound: number; readonly now: Date };

/**
 * Locks the rows of these credentials until the transaction ends: two processes that want the last free bind decide one after the
 * other. Revoked and expired credentials are missing.
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
  const rows = [...(await boundCredentials(tx, credentialIds)).values()].filter(({ live }) => live);
  return new Map(rows.map(({ bound, now, ...credential }) => [credential.id, { credential, bound, now }]));
}

/** Orders of operators for a bind: the reason to end it, and the time until which its PDUs are logged. */
export type BindOrders = { readonly ending: string | undefined; readonly logUntil: Date | undefined };

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
  RETURNING b.id, b.ending, CASE WHEN b.log_until > now() THEN b.log_until END AS log_until`;

/**
 * Writes all binds of this process every time: the table is unlogged, and the counts change. Returns the orders of operators.
 */
export async function writeBinds(
  db: Queryable,
  workerId: string,
  binds: readonly BindRow[],
): Promise<Map<string, BindOrders>> {
  const { rows } = await db.query<{ id: string; ending: string | null; log_until: Date | null }>({
    name: 'write smpp binds',
    text: writeText,
    values: [workerId, ...bindRows.values(binds)],
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

/** A credential, and the number of its binds over all processes. */
export type BoundCredential = Credential & { readonly bound: number; readonly now: Date };

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
