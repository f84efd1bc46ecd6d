/** Constraints of the schema that enforce a rule under concurrency, by their names. */
const names = { coveredBalance: 'balance_covered', priceListOrder: 'price_lists_check' } as const;

/** Whether PostgreSQL has rejected a change because of this constraint. */
export function breaks(error: unknown, rule: keyof typeof names): boolean {
  return (error as { constraint?: unknown }).constraint === names[rule];
}

/** Whether a number is too large for its column. */
export function isOutOfRange(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22003';
}
