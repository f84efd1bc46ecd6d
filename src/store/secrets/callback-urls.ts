import type { Db } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type CallbackKey, findCallbackKeys, keepCallbackKey } from '../account/callback-keys.ts';
import { leavesOf } from '../erasure/erasure.ts';
import { rowSet } from '../row-set.ts';
import { blockRanges } from '../scan/sets.ts';

/** Columns in which release 0.1.0 stored the key of Twilio callbacks in front of the URL: `twilio:<key>:https://…`. */
const holders = [
  { table: 'submissions', column: 'delivery_report_url' },
  { table: 'outbox', column: 'url' },
];
const walk = 'callback keys';
/** The clear key in a URL, as a regular expression. */
export const clearKeyInUrl = 'twilio:[^:]{54}:';

/** Whether messages of release 0.1.0 may contain such keys. Only accounts with the Twilio API have any. */
export async function areUrlsClear(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM accounts WHERE 'twilio' = ANY (doors) AND NOT EXISTS (SELECT FROM walks WHERE name = '${walk}') LIMIT 1`,
  );
  return (rowCount ?? 0) > 0;
}

/** Stores the keys encrypted with their API keys, and replaces them in the URLs by references. In sets of blocks, committed one by one. */
export async function sealUrls(db: Db): Promise<void> {
  await eachRange(db, holders.slice(0, 1), async (leaf, column, range) => {
    const { rows } = await db.query<CallbackKey>(
      `SELECT DISTINCT account_id AS "accountId", key_id AS "keyId", split_part(${column}, ':', 2) AS key FROM ${leaf}
       WHERE ctid >= $1::tid AND ctid < $2::tid AND ${column} ~ '^${clearKeyInUrl}' AND key_id IS NOT NULL`,
      [...range],
    );
    for (const row of rows) await db.transaction((tx) => keepCallbackKey(tx, row));
  });
  const keys = await findCallbackKeys(db);
  await replace(db, new Map([...keys].map(([reference, key]) => [key, reference])));
  await db.query(`INSERT INTO walks (name, at) VALUES ('${walk}', $1) ON CONFLICT (name) DO NOTHING`, [firstUuid]);
}

/** Restores the form that release 0.1.0 reads. */
export async function unsealUrls(db: Db): Promise<void> {
  await replace(db, await findCallbackKeys(db));
  await db.query(`DELETE FROM walks WHERE name = '${walk}'`);
}

type ReplacedKey = { readonly old: string; readonly new: string };
const replacedKeys = rowSet<ReplacedKey>({ old: 'text', new: 'text' });

async function replace(db: Db, byOld: ReadonlyMap<string, string>): Promise<void> {
  if (byOld.size === 0) return;
  await eachRange(db, holders, async (leaf, column, range) => {
    await db.query(
      `UPDATE ${leaf} t SET ${column} = 'twilio:' || w.new || substr(t.${column}, 8 + length(w.old))
       FROM ${replacedKeys.from('w', 3)}
       WHERE t.ctid >= $1::tid AND t.ctid < $2::tid AND t.${column} LIKE 'twilio:%' AND split_part(t.${column}, ':', 2) = w.old`,
      [...range, ...replacedKeys.values([...byOld].map(([old, replacement]) => ({ old, new: replacement })))],
    );
  });
}

type Range = readonly [from: string, to: string];
type RangeWork = (leaf: string, column: string, range: Range) => Promise<void>;

async function eachRange(db: Db, tables: typeof holders, work: RangeWork): Promise<void> {
  for (const { table, column } of tables)
    for (const leaf of await leavesOf(db, table))
      for (const range of await blockRanges(db, leaf)) await work(leaf, column, range);
}
