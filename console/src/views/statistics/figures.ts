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
  /** The start of the step, of groups that are divided into steps. */
  at?: string;
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

export type Step = Counts & { at: number };

export const stepMs = { day: 86_400_000, hour: 3_600_000 } as const;
export type StepLength = keyof typeof stepMs;

/** The starts of all days or hours of the range, in UTC. */
export function startsOf(length: StepLength, from: Date, to: Date): number[] {
  const starts = [];
  for (let at = Math.floor(from.getTime() / stepMs[length]) * stepMs[length]; at < to.getTime(); at += stepMs[length])
    starts.push(at);
  return starts;
}

/** Days or hours of the range in order, also those without a message; currencies together. Keys are in UTC. */
export function stepsOf(rows: readonly Row[], group: StepLength, from: Date, to: Date): Step[] {
  const nothing = Object.fromEntries(counted.map((name) => [name, 0])) as Counts;
  const steps = new Map(startsOf(group, from, to).map((at) => [at, { ...nothing, at }]));
  for (const row of rows) {
    const step = steps.get(Date.parse(row.key));
    if (step) for (const name of counted) step[name] += row[name];
  }
  return [...steps.values()];
}

export type Part = { key: string; label: string | undefined; values: number[] };
/** The key of the groups that are too small for a colour of their own. */
export const otherKey = 'other';

/** Accepted messages of each group in each step, the largest group first and the others together at the end. */
export function partsOf(rows: readonly Row[], starts: readonly number[]): Part[] {
  const places = new Map(starts.map((at, place) => [at, place]));
  const parts = new Map<string, Part & { sum: number }>();
  for (const { key, label, at = '', accepted } of rows) {
    const part = parts.get(key) ?? { key, label, values: starts.map(() => 0), sum: 0 };
    const place = places.get(Date.parse(at));
    if (place === undefined) continue;
    parts.set(key, part);
    part.values[place]! += accepted;
    part.sum += accepted;
  }
  return [...parts.values()]
    .sort((one, other) => Number(one.key === otherKey) - Number(other.key === otherKey) || other.sum - one.sum)
    .map(({ key, label, values }) => ({ key, label, values }));
}
