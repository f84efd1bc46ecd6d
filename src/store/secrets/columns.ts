import type { Db, Queryable } from '../../database/db.ts';
import { sealedPrefix } from '../../secrets/cipher.ts';
import { rowSet } from '../row-set.ts';
import { deleteDataKey, listDataKeys, lockDataKey, sealerFor, unseal } from './data-keys.ts';

/** How a column stores a text: `read` returns the stored text, `clear` and `sealed` convert a text to a value of the column. */
type Kind = {
  read(column: string): string;
  clear(value: string): string;
  sealed(value: string): string;
};
const text: Kind = { read: (column) => column, clear: (value) => value, sealed: (value) => value };
const json: Kind = {
  read: (column) => `${column} #>> '{}'`,
  clear: (value) => `${value}::json`,
  sealed: (value) => `to_json(${value})`,
};
const bytes: Kind = {
  read: (column) =>
    `CASE WHEN starts_with(encode(${column}, 'escape'), '${sealedPrefix}') THEN convert_from(${column}, 'UTF8')
      ELSE encode(${column}, 'hex') END`,
  clear: (value) => `decode(${value}, 'hex')`,
  sealed: (value) => `convert_to(${value}, 'UTF8')`,
};

type Column = {
  readonly table: string;
  readonly column: string;
  readonly kind: Kind;
  /** SQL for the owner that a value is bound to; by default the id of its row. */
  readonly owner?: string;
  /** The name of the value in its place; by default the column. */
  readonly name?: string;
};

const ofAccount = `account_id || ' ' || id`;

/** Every encrypted column: secrets that are used in clear, and so cannot be hashed. */
const columns: readonly Column[] = [
  { table: 'carriers', column: 'url', kind: text },
  { table: 'carriers', column: 'description', kind: json },
  { table: 'carriers', column: 'signing_secret', kind: text },
  { table: 'carriers', column: 'callback_secret', kind: text },
  { table: 'webhook_secrets', column: 'secret', kind: text, owner: ofAccount },
  { table: 'webhook_endpoints', column: 'secret', kind: text, owner: ofAccount },
  { table: 'webhook_endpoints', column: 'previous_secret', kind: text, owner: ofAccount, name: 'secret' },
  { table: 'console_operators', column: 'totp_secret', kind: bytes, name: 'totp' },
  { table: 'console_operators', column: 'totp_new_secret', kind: bytes, name: 'totp' },
  { table: 'api_keys', column: 'callback_key', kind: text, owner: ofAccount },
];

export const secretTables: readonly string[] = [...new Set(columns.map(({ table }) => table))];

/** The place that a value is bound to: it cannot be decrypted in another column, in another row or for another account. */
export const places = {
  carrier: (column: 'url' | 'description' | 'signing_secret' | 'callback_secret', id: string) =>
    `carriers.${column} ${id}`,
  webhookSecret: (accountId: string, id: string) => `webhook_secrets.secret ${accountId} ${id}`,
  // The same place for both columns: a rotation moves the secret.
  endpointSecret: (accountId: string, id: string) => `webhook_endpoints.secret ${accountId} ${id}`,
  // The same place for both columns: a secret moves from the new one to the other with its first code.
  totp: (id: string) => `console_operators.totp ${id}`,
  callbackKey: (accountId: string, id: string) => `api_keys.callback_key ${accountId} ${id}`,
};

/** Number of values by data key; without an id, of clear values. */
type Held = {
  readonly table: string;
  readonly column: string;
  readonly keyId?: string;
  readonly values: number;
};

export async function countSecrets(db: Queryable): Promise<Held[]> {
  const held: Held[] = [];
  for (const { table, column, kind } of columns) {
    const { rows } = await db.query<{ key_id: string | null; values: number }>(
      `SELECT substring(stored FROM '^${sealedPrefix}([^:]+):') AS key_id, count(*)::integer AS values
       FROM (SELECT ${kind.read(column)} AS stored FROM ${table} WHERE ${column} IS NOT NULL) s GROUP BY 1 ORDER BY 1`,
    );
    held.push(
      ...rows.map(({ key_id, values }) => ({ table, column, values, ...(key_id === null ? {} : { keyId: key_id }) })),
    );
  }
  return held;
}

const rowsPerSet = 500;

/**
 * Encrypts every value with the newest data key (or, with `clear`, decrypts every value), in sets that are committed one by one: after
 * a crash, the next call continues. Returns the number of changed values.
 */
export async function rewriteSecrets(db: Db, form: 'sealed' | 'clear'): Promise<number> {
  let changed = 0;
  for (const column of columns)
    for (let count = rowsPerSet; count === rowsPerSet; changed += count) count = await rewriteSet(db, column, form);
  return changed;
}

type Rewritten = { readonly id: string; readonly value: string };
const rewrittenRows = rowSet<Rewritten>({ id: 'uuid', value: 'text' });

/** The rows are locked while they are rewritten, so that no change is lost. */
function rewriteSet(db: Db, { table, column, kind, owner = 'id', name = column }: Column, form: 'sealed' | 'clear') {
  return db.transaction(async (tx) => {
    const { keyId, seal } = await sealerFor(tx);
    const isSealing = form === 'sealed';
    if (isSealing && keyId === undefined) return 0;
    const wrong = isSealing
      ? `NOT starts_with(stored, '${sealedPrefix}${keyId}:')`
      : `starts_with(stored, '${sealedPrefix}')`;
    const { rows } = await tx.query<{ id: string; owner: string; stored: string }>(
      `SELECT t.id, s.owner, s.stored
       FROM ${table} t, LATERAL (SELECT (${owner})::text AS owner, ${kind.read(column)} AS stored) s
       WHERE t.${column} IS NOT NULL AND ${wrong} ORDER BY t.id LIMIT ${rowsPerSet} FOR NO KEY UPDATE OF t`,
    );
    const rewritten: Rewritten[] = [];
    for (const { id, owner, stored } of rows) {
      const place = `${table}.${name} ${owner}`;
      const clear = await unseal(tx, place, stored);
      rewritten.push({ id, value: isSealing ? seal(place, clear) : clear });
    }
    if (rows.length > 0)
      await tx.query(
        `UPDATE ${table} t SET ${column} = ${kind[form]('w.value')} FROM ${rewrittenRows.from('w')} WHERE t.id = w.id`,
        rewrittenRows.values(rewritten),
      );
    return rows.length;
  });
}

/** Deletes the data keys that encrypt no value any more, except the newest. */
export async function dropUnusedKeys(db: Db): Promise<void> {
  const [, ...older] = await listDataKeys(db);
  for (const { id } of older)
    await db.transaction(async (tx) => {
      await lockDataKey(tx, id);
      if (!(await countSecrets(tx)).some(({ keyId }) => keyId === id)) await deleteDataKey(tx, id);
    });
}
