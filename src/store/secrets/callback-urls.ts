import type { Db } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type CallbackKey, findCallbackKeys, keepCallbackKey } from '../account/callback-keys.ts';
import { leavesOf } from '../erasure/erasure.ts';
import { blockRanges } from '../sets.ts';

/** Where release 0.1.0 wrote what Twilio callbacks are signed with, in front of the URL: `twilio:<key>:https://…`. */
const holders = [
  { table: 'submissions', column: 'delivery_report_url' },
  { table: 'outbox', column: 'url' },
];
const walk = 'callback keys';
/** As a regular expression. */
export const clearKeyInUrl = 'twilio:[^:]{54}:';

/** Whether messages of release 0.1.0 may hold such keys. Only accounts with the Twilio interface have written any. */
export async function areUrlsClear(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM accounts WHERE 'twilio' = ANY (doors) AND NOT EXISTS (SELECT FROM walks WHERE name = '${walk}') LIMIT 1`,
  );
  return (rowCount ?? 0) > 0;
}

/** Stores the keys with their API keys, encrypted, and names these in the URLs instead. In sets of blocks, each committed by itself. */
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

/** As release 0.1.0 reads them. */
export async function unsealUrls(db: Db): Promise<void> {
  await replace(db, await findCallbackKeys(db));
  await db.query(`DELETE FROM walks WHERE name = '${walk}'`);
}

async function replace(db: Db, byOld: ReadonlyMap<string, string>): Promise<void> {
  if (byOld.size === 0) return;
  await eachRange(db, holders, async (leaf, column, range) => {
    await db.query(
      `UPDATE ${leaf} t SET ${column} = 'twilio:' || w.new || substr(t.${column}, 8 + length(w.old))
       FROM unnest($3::text[], $4::text[]) AS w (old, new)
       WHERE t.ctid >= $1::tid AND t.ctid < $2::tid AND t.${column} LIKE 'twilio:%' AND split_part(t.${column}, ':', 2) = w.old`,
      [...range, [...byOld.keys()], [...byOld.values()]],
    );
  });
}

type Range = readonly [from: string, to: string];
type Visit = (leaf: string, column: string, range: Range) => Promise<void>;

async function eachRange(db: Db, tables: typeof holders, visit: Visit): Promise<void> {
  for (const { table, column } of tables)
    for (const leaf of await leavesOf(db, table))
      for (const range of await blockRanges(db, leaf)) await visit(leaf, column, range);
}
