import type { Queryable, Transaction } from '../../database/db.ts';
import { places } from '../secrets/columns.ts';
import { sealerFor, unseal } from '../secrets/data-keys.ts';

/** The key that signs Twilio callbacks. It depends on the notation of the API key (dashes, capitals). */
export type CallbackKey = { readonly accountId: string; readonly keyId: string; readonly key: string };

const mostNotations = 8;
const referenceTo = (keyId: string, place: number): string => `${keyId}_${place}`;

/** The API key that a reference names; undefined if it is not a reference. */
export const keyIdIn = (reference: string): string | undefined => /^([\da-f-]{36})_\d$/.exec(reference)?.[1];

/**
 * Stores the callback key with the API key, and returns the reference that messages store. `off`: encryption is off, nothing was
 * stored. `full`: this API key has been used in too many notations.
 */
export async function keepCallbackKey(
  tx: Transaction,
  { accountId, keyId, key }: CallbackKey,
): Promise<{ readonly reference: string } | 'off' | 'full'> {
  const sealer = await sealerFor(tx);
  if (sealer.keyId === undefined) return 'off';
  const { rows } = await tx.query<{ stored: string | null }>(
    'SELECT callback_key AS stored FROM api_keys WHERE id = $1 FOR NO KEY UPDATE',
    [keyId],
  );
  const place = places.callbackKey(accountId, keyId);
  const stored = rows[0]?.stored;
  const known = stored ? (await unseal(tx, place, stored)).split(' ') : [];
  if (known.includes(key)) return { reference: referenceTo(keyId, known.indexOf(key)) };
  if (known.length === mostNotations) return 'full';
  await tx.query('UPDATE api_keys SET callback_key = $2 WHERE id = $1', [
    keyId,
    sealer.seal(place, [...known, key].join(' ')),
  ]);
  return { reference: referenceTo(keyId, known.length) };
}

/** The callback keys of these API keys, or of all, by reference. */
export async function findCallbackKeys(db: Queryable, keyIds?: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ account_id: string; id: string; callback_key: string }>(
    `SELECT account_id, id, callback_key FROM api_keys
     WHERE callback_key IS NOT NULL AND ($1::uuid[] IS NULL OR id = ANY ($1))`,
    [keyIds ?? null],
  );
  const found = new Map<string, string>();
  for (const { account_id: accountId, id, callback_key: stored } of rows) {
    const keys = (await unseal(db, places.callbackKey(accountId, id), stored)).split(' ');
    for (const [place, key] of keys.entries()) found.set(referenceTo(id, place), key);
  }
  return found;
}
