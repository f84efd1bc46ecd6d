import type { Entry } from '../domain/message/timeline.ts';
import type { Money } from '../domain/money/money.ts';

/** Times become texts when it is written as JSON, and what is undefined is left out; only amounts are written in two ways. */
export function entriesBody(entries: readonly Entry[], amountOf: (money: Money) => string | number): object[] {
  return entries.map((entry) => (entry.kind === 'ledger' ? { ...entry, amount: amountOf(entry.amount) } : entry));
}
