import { exitCodes, Problem } from '../../base/problem.ts';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import {
  type DataKey,
  decrypt,
  fingerprints,
  newDataKey,
  seal,
  sealedParts,
  unwrap,
  type WrappedKey,
  wrap,
} from '../../secrets/cipher.ts';

const migration = '0040_secrets';

/** Data keys in clear. Their ids are random, so databases do not share any. */
const opened = new Map<string, Buffer>();
/** Decrypted values by place and stored value, since webhook secrets are read every second: decrypting takes 25 µs, a lookup 1 µs. */
const known = new Cache<string, string>(20_000);

export type Sealer = {
  /** The id of the data key; undefined while encryption is off and values stay as they are. */
  readonly keyId: string | undefined;
  /** Encrypts a value for the one place (table, column, row) in which it may be read. */
  readonly seal: (place: string, clear: string) => string;
};

/** Encrypts the values that this transaction writes. Locks the data key until its end, so that a rotation waits and finds the values. */
export async function sealerFor(tx: Transaction): Promise<Sealer> {
  if (!(await isEncryptionOn(tx))) return { keyId: undefined, seal: (_, clear) => clear };
  for (let tries = 0; tries < mostTries; tries++) {
    const { rows } = await tx.query<WrappedKey>(
      'SELECT id, wrapped, master FROM data_keys ORDER BY created_at DESC LIMIT 1 FOR KEY SHARE',
    );
    // No data key: the statement has waited for a rotation that has dropped the previously newest key.
    if (rows[0] === undefined) continue;
    const key: DataKey = { id: rows[0].id, key: clearKey(rows[0]) };
    return { keyId: key.id, seal: (place, clear) => seal(key, place, clear) };
  }
  throw new Error('the data key to encrypt with is missing');
}

const mostTries = 3;

/** The value in clear, whether it is stored encrypted or not. */
export async function unseal(db: Queryable, place: string, value: string): Promise<string> {
  const kept = known.get(`${place} ${value}`);
  if (kept !== undefined) return kept;
  const parts = sealedParts(value);
  if (parts === undefined) return value;
  const key = opened.get(parts.keyId) ?? (await loadKey(db, parts.keyId, place));
  try {
    const clear = decrypt(key, place, parts.encrypted).toString();
    known.set(`${place} ${value}`, clear);
    return clear;
  } catch {
    throw unreadable(place);
  }
}

export async function unsealOptional(db: Queryable, place: string, value: string | null): Promise<string | null> {
  return value === null ? null : unseal(db, place, value);
}

async function loadKey(db: Queryable, id: string, place: string): Promise<Buffer> {
  const row = (await listDataKeys(db)).find((known) => known.id === id);
  if (row === undefined) throw unreadable(place);
  return clearKey(row);
}

function unreadable(place: string): Problem {
  return new Problem(
    `the secret in ${place} cannot be decrypted: it was changed, or moved from another row`,
    'Set this secret again, or restore the row from a backup',
    exitCodes.unavailable,
  );
}

function clearKey(row: WrappedKey): Buffer {
  const key = opened.get(row.id) ?? unwrapped(row);
  opened.set(row.id, key);
  return key;
}

function unwrapped(row: WrappedKey): Buffer {
  let key: Buffer | undefined;
  try {
    key = unwrap(row);
  } catch {
    throw unreadable(`data_keys ${row.id}`);
  }
  if (key === undefined) throw wrongKey(row.master);
  return key;
}

const noKeyGiven = 'none';

function wrongKey(expected: string): Problem {
  const [given = noKeyGiven] = fingerprints();
  return new Problem(
    `HERMOD_SECRET_KEY is not the key that the secrets in this database are encrypted with (fingerprint ${given}, expected ${expected})`,
    'Set HERMOD_SECRET_KEY, or secret-key in the data directory, to the key that belongs to this database or backup',
    exitCodes.unavailable,
  );
}

type ListedDataKey = WrappedKey & { readonly createdAt: Date };

/** Newest first. */
export async function listDataKeys(db: Queryable): Promise<ListedDataKey[]> {
  const { rows } = await db.query<ListedDataKey>(
    'SELECT id, wrapped, master, created_at AS "createdAt" FROM data_keys ORDER BY created_at DESC',
  );
  return rows;
}

/** Throws unless this process can decrypt every secret of this database. */
export async function checkDataKeys(db: Queryable): Promise<number> {
  const rows = await listDataKeys(db);
  // Not from memory, so that the master key is checked.
  for (const row of rows) unwrapped(row);
  return rows.length;
}

/**
 * At every start, before anything is written: checks the master key, makes the first data key, and turns encryption on unless a
 * process of a release that cannot decrypt is alive.
 */
export async function prepareSecrets(db: Db): Promise<void> {
  if ((await checkDataKeys(db)) === 0) {
    await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE');
      if ((await checkDataKeys(tx)) === 0) await insertDataKey(tx);
    });
  }
  await turnEncryption(db, true);
}

/** Encrypts all values from now on. */
export async function insertDataKey(tx: Queryable): Promise<string> {
  const { id, key } = newDataKey();
  const { wrapped, master } = wrap(id, key);
  await tx.query('INSERT INTO data_keys (id, wrapped, master) VALUES ($1, $2, $3)', [id, wrapped, master]);
  return id;
}

export async function rewrapDataKeys(tx: Queryable): Promise<void> {
  for (const row of await listDataKeys(tx)) {
    const { wrapped, master } = wrap(row.id, clearKey(row));
    await tx.query('UPDATE data_keys SET wrapped = $2, master = $3 WHERE id = $1', [row.id, wrapped, master]);
  }
}

/** Waits for transactions that write with this key. */
export async function lockDataKey(tx: Queryable, id: string): Promise<void> {
  await tx.query('SELECT FROM data_keys WHERE id = $1 FOR UPDATE', [id]);
}

export async function deleteDataKey(tx: Queryable, id: string): Promise<void> {
  await tx.query('DELETE FROM data_keys WHERE id = $1', [id]);
}

/** Turns encryption on only if no process of an older release is alive; such a release then refuses to start. */
export async function turnEncryption(db: Queryable, isWanted: boolean): Promise<void> {
  await db.query('SELECT encrypt_secrets($1)', [isWanted]);
}

export async function isEncryptionOn(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM schema_migrations WHERE name = '${migration}' AND requires IS NOT NULL`,
  );
  return rowCount === 1;
}
