import type { Queryable, Transaction } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';
import { places } from '../secrets/columns.ts';
import { sealerFor, unseal } from '../secrets/data-keys.ts';

/** The live secrets of these accounts, newest first. */
export async function findSecrets(db: Queryable, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ account_id: string; id: string; secret: string }>({
    name: 'secrets',
    text: `SELECT account_id, id, secret FROM webhook_secrets
      WHERE account_id = ANY ($1::uuid[]) AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at DESC`,
    values: [accountIds],
  });
  const found = new Map<string, string[]>();
  for (const { account_id: accountId, id, secret } of rows) {
    const clear = await unseal(db, places.webhookSecret(accountId, id), secret);
    found.set(accountId, [...(found.get(accountId) ?? []), clear]);
  }
  return found;
}

type NewSecret = { readonly accountId: string; readonly id: string; readonly secret: string };
const secretRows = rowSet<NewSecret>({ accountId: 'uuid', id: 'uuid', secret: 'text' });

/** A first secret for accounts that have none; for others nothing changes. */
export async function insertFirstSecrets(tx: Transaction, secrets: readonly NewSecret[]): Promise<void> {
  const { seal } = await sealerFor(tx);
  await tx.query(
    `WITH locked AS (SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
     INSERT INTO webhook_secrets (account_id, id, secret)
     SELECT w.account_id, w.id, w.secret FROM ${secretRows.from('w')} JOIN locked l ON l.id = w.account_id
     WHERE NOT EXISTS (SELECT 1 FROM webhook_secrets s WHERE s.account_id = w.account_id)`,
    secretRows.values(
      secrets.map((row) => ({ ...row, secret: seal(places.webhookSecret(row.accountId, row.id), row.secret) })),
    ),
  );
}

/** The new secret signs from now on; the old one stays valid beside it for a day. */
export async function rotateSecret(tx: Transaction, accountId: string, id: string, secret: string): Promise<void> {
  const { seal } = await sealerFor(tx);
  await tx.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  // Never more than two: one that was already expiring is deleted immediately.
  await tx.query('DELETE FROM webhook_secrets WHERE account_id = $1 AND expires_at IS NOT NULL', [accountId]);
  await tx.query(`UPDATE webhook_secrets SET expires_at = now() + interval '24 hours' WHERE account_id = $1`, [
    accountId,
  ]);
  await tx.query('INSERT INTO webhook_secrets (account_id, id, secret) VALUES ($1, $2, $3)', [
    accountId,
    id,
    seal(places.webhookSecret(accountId, id), secret),
  ]);
}
