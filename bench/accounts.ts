/** Extra accounts beside the demo account, for load that comes from many accounts. */

import { newId } from '../src/base/ids.ts';
import { keyHash, keyPrefix } from '../src/domain/access/key.ts';
import { demoAccountId } from '../src/flows/accounts/demo.ts';
import type { BenchService } from './service.ts';

/** Prefix of the keys, followed by the account's number in ten digits. With `@N@` as the number, a load generator rotates through them. */
export const numberedKey = '22222222-3333-4444-8555-66';

/** Copies of the demo account; their keys are numbered from 0. */
/** Copies of the demo account, each with a key of its own. */
export async function makeAccounts({ db }: Pick<BenchService, 'db'>, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, number) => numberedKey + `${number}`.padStart(10, '0'));
  const ids = keys.map(newId);
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO accounts (id, name, currency, balance) SELECT id, 'Bench', 'EUR', 0 FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query(
      `INSERT INTO ledger (account_id, id, kind, amount) SELECT id, id, 'top-up', 1000000 FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query('UPDATE accounts SET balance = 1000000 WHERE id = ANY ($1::uuid[])', [ids]);
    await tx.query(
      `INSERT INTO account_price_lists (account_id, price_list_id, currency)
       SELECT a.id, l.price_list_id, l.currency FROM unnest($1::uuid[]) AS a (id), account_price_lists l WHERE l.account_id = $2`,
      [ids, demoAccountId],
    );
    await tx.query(
      `INSERT INTO senders (id, account_id, value, type, channel, status)
       SELECT gen_random_uuid(), id, 'Hermod', 0, 'SMS', 'Confirmed' FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query(
      `INSERT INTO api_keys (id, account_id, hash, prefix)
       SELECT gen_random_uuid(), * FROM unnest($1::uuid[], $2::bytea[], $3::text[])`,
      [ids, keys.map(keyHash), keys.map(keyPrefix)],
    );
  });
}
