import type { Queryable } from '../../database/db.ts';
import { formatMoney, type Money } from '../../domain/money/money.ts';
import { rowSet } from '../row-set.ts';

export type Refund = {
  readonly id: string;
  readonly accountId: string;
  readonly messageId: string;
  readonly amount: Money;
};

const refundRows = rowSet<Refund>(
  { accountId: 'uuid', id: 'uuid', messageId: 'uuid' },
  { amount: ['numeric', ({ amount }) => formatMoney(amount)] },
);

/** Entries first, balances last and in the order of the accounts' ids, as everywhere that locks several accounts. */
export async function insertRefunds(tx: Queryable, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  const values = refundRows.values(refunds);
  await tx.query(
    `INSERT INTO ledger (${refundRows.names}, kind) SELECT w.*, 'refund' FROM ${refundRows.from('w')}`,
    values,
  );
  await tx.query(
    `WITH due AS (SELECT account_id, sum(amount) AS amount FROM ${refundRows.from('w')} GROUP BY 1),
     locked AS (SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
     UPDATE accounts a SET balance = a.balance + d.amount FROM due d JOIN locked l ON l.id = d.account_id WHERE a.id = d.account_id`,
    values,
  );
}
