import type { Entry as TimelineEntry } from '../../domain/message/timeline.ts';
import type { Money } from '../../domain/money/money.ts';

/** Formats amounts: numbers for customers, strings for operators. JSON does the rest. */
export function entriesBody(entries: readonly TimelineEntry[], amountOf: (money: Money) => string | number): object[] {
  return entries.map((entry) => (entry.kind === 'ledger' ? { ...entry, amount: amountOf(entry.amount) } : entry));
}
