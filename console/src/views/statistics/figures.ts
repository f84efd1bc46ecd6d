/** As either of the two prefixes of the API has it: amounts as texts or as numbers. */
export type Row = {
  key: string;
  label?: string;
  accepted: number;
  delivered: number;
  failed: number;
  rejected: number;
  unknown: number;
  sent: number;
  waiting: number;
  cancelled: number;
  spend: string | number;
  currency: string;
  deliveredShare?: number;
};

const counted = ['accepted', 'delivered', 'failed', 'rejected', 'unknown', 'sent', 'waiting', 'cancelled'] as const;
type Counts = Record<(typeof counted)[number], number>;
export type Totals = Counts & { deliveredShare?: number; spend: { currency: string; amount: string }[] };

/** All rows together. Spend is added up exactly, each currency for itself. */
export function totalsOf(rows: readonly Row[]): Totals {
  const counts = Object.fromEntries(
    counted.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Counts;
  const spent = new Map<string, bigint>();
  for (const { currency, spend } of rows) spent.set(currency, (spent.get(currency) ?? 0n) + millionths(spend));
  const ended = counts.delivered + counts.failed + counts.rejected + counts.unknown;
  return {
    ...counts,
    ...(ended > 0 && { deliveredShare: counts.delivered / ended }),
    spend: [...spent]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([currency, amount]) => ({ currency, amount: decimal(amount) })),
  };
}

const scale = 1_000_000n;

/** Amounts have at most six decimals. */
function millionths(amount: string | number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainText(amount)) ?? [];
  const size = BigInt(whole) * scale + BigInt(part.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -size : size;
}

/** A small number would be written as 1e-7. */
function plainText(amount: string | number): string {
  return typeof amount === 'string' ? amount : amount.toFixed(6);
}

function decimal(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const part = `${size % scale}`.padStart(6, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / scale}${part && `.${part}`}`;
}

export type Step = { at: number; accepted: number; delivered: number; failed: number };

/** Days or hours of the range in order, also those without a message; currencies together. Keys are in UTC. */
export function stepsOf(rows: readonly Row[], group: 'day' | 'hour', from: Date, to: Date): Step[] {
  const stepMs = group === 'day' ? 86_400_000 : 3_600_000;
  const steps = new Map<number, Step>();
  for (let at = Math.floor(from.getTime() / stepMs) * stepMs; at < to.getTime(); at += stepMs) {
    steps.set(at, { at, accepted: 0, delivered: 0, failed: 0 });
  }
  for (const row of rows) {
    const step = steps.get(Date.parse(row.key));
    if (!step) continue;
    step.accepted += row.accepted;
    step.delivered += row.delivered;
    step.failed += row.failed + row.rejected + row.unknown;
  }
  return [...steps.values()];
}
