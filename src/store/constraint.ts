/** Rules that the schema itself keeps, so that they hold whoever comes at the same time; by the names they have there. */
const names = { coveredBalance: 'balance_covered', priceListOrder: 'price_lists_check' } as const;

/** Whether PostgreSQL has refused a change because it would break this rule. */
export function breaks(error: unknown, rule: keyof typeof names): boolean {
  return (error as { constraint?: unknown }).constraint === names[rule];
}

/** Whether a number would be larger than its column holds. */
export function isOutOfRange(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22003';
}
