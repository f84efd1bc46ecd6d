import type { Queryable } from '../../database/db.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';

export type Refund = {
  readonly id: string;
  readonly accountId: string;
  readonly messageId: string;
  readonly amount: Money;
};

/** Entries first, balances last and in the order of the accounts' ids, as everywhere that touches several. */
export async function insertRefunds(tx: Queryable, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  const columns = [refunds.map(({ accountId }) => accountId), refunds.map(({ amount }) => formatMoney(amount))];
  await tx.query(
    `INSERT INTO ledger (account_id, id, kind, amount, message_id)
     SELECT account_id, id, 'refund', amount, message_id
     FROM unnest($1::uuid[], $2::numeric[], $3::uuid[], $4::uuid[]) AS w (account_id, amount, id, message_id)`,
    [...columns, refunds.map(({ id }) => id), refunds.map(({ messageId }) => messageId)],
  );
  await tx.query(
    `WITH due AS (
       SELECT account_id, sum(amount) AS amount FROM unnest($1::uuid[], $2::numeric[]) AS w (account_id, amount) GROUP BY 1),
     locked AS (SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
     UPDATE accounts a SET balance = a.balance + d.amount FROM due d JOIN locked l ON l.id = d.account_id WHERE a.id = d.account_id`,
    columns,
  );
}
