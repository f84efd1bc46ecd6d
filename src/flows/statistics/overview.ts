import type { Db } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { percentile } from '../../domain/message/delivery-time.ts';
import { deliveredShare, type OverviewRange, stepsOf } from '../../domain/statistics/overview-range.ts';
import type { Runtime } from '../../runtime.ts';
import * as store from '../../store/statistics/overview.ts';
import type { Reads } from '../reads.ts';
import { type FirstSteps, readFirstSteps } from './first-steps.ts';
import { type AccountNow, type OperatorNow, readAccountsNow, readOperatorNow } from './now.ts';

export type OverviewFigures = Awaited<ReturnType<typeof readFigures>> & { readonly empty: boolean };

/** Figures are counted at most every ten seconds, and those of a month change slowly. */
const keptMs: Readonly<Record<OverviewRange, number>> = { '1h': 2_000, '24h': 10_000, '30d': 30_000 };
const nowKeptMs = 1_000;
const mostKept = 2_000;

type Kept = { readonly until: number; readonly value: Promise<unknown> };

/** The figures of the console's front page, cached for some seconds for all viewers. `accountId`: undefined for all accounts. */
export class Overviews {
  readonly #reads: Reads;
  readonly #clock: () => number;
  readonly #holder: string;
  readonly #kept = new Cache<string, Kept>(mostKept);
  readonly #used = new Cache<string, true>(mostKept);

  constructor({ clock }: Pick<Runtime, 'clock'>, reads: Reads, holder: string) {
    this.#reads = reads;
    this.#clock = clock;
    this.#holder = holder;
  }

  figures(share: string, range: OverviewRange, accountId?: string): Promise<OverviewFigures> {
    return this.#keep(`${accountId ?? ''} ${range}`, keptMs[range], () =>
      this.#reads.run(share, async (db) => {
        const figures = await readFigures(db, range, this.#clock(), accountId);
        return { ...figures, empty: await this.#isEmpty(db, accountId) };
      }),
    );
  }

  operatorNow(share: string): Promise<OperatorNow> {
    return this.#keep('now', nowKeptMs, () => this.#reads.run(share, (db) => readOperatorNow(db, this.#holder)));
  }

  accountNow(accountId: string): Promise<AccountNow> {
    return this.#keep(`${accountId} now`, nowKeptMs, () =>
      this.#reads.run(accountId, async (db) => (await readAccountsNow(db, this.#holder, [accountId])).get(accountId)!),
    );
  }

  firstSteps(share: string, accountId?: string): Promise<FirstSteps> {
    return this.#keep(`${accountId ?? ''} first steps`, nowKeptMs, () =>
      this.#reads.run(share, (db) => readFirstSteps(db, this.#clock(), accountId)),
    );
  }

  async #isEmpty(db: Db, accountId = ''): Promise<boolean> {
    if (this.#used.has(accountId)) return false;
    const used = await store.wasEverUsed(db, accountId || undefined);
    if (used) this.#used.set(accountId, true);
    return !used;
  }

  #keep<T>(key: string, ms: number, read: () => Promise<T>): Promise<T> {
    const now = this.#clock();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > now && kept.until <= now + ms) return kept.value as Promise<T>;
    const value = read();
    this.#kept.set(key, { until: now + ms, value });
    // A failure is not cached: the next caller reads again.
    value.catch(() => this.#kept.delete(key));
    return value;
  }
}

const nothing = Object.fromEntries(store.countColumns.map((column) => [column, 0])) as store.StateCounts;

/** Counts and delivery times of each step, also of those without messages, and of the whole span. */
export async function seriesOf(db: Db, span: store.TrafficSpan, stepSeconds: number) {
  const rows = await store.stepsOfTraffic(db, span, stepSeconds);
  const times = await store.stepsOfTimes(db, span, stepSeconds);
  const byStep = new Map(rows.map(({ at, ...counts }) => [at.getTime(), counts]));
  const timesByStep = Map.groupBy(times, ({ at }) => at.getTime());
  const series = [];
  for (let at = span.from.getTime(); at < span.to.getTime(); at += stepSeconds * 1_000) {
    const counts = byStep.get(at) ?? nothing;
    series.push({ ...counts, at: new Date(at), ...percentiles(timesByStep.get(at) ?? []) });
  }
  const totals = { ...nothing };
  for (const row of rows) for (const column of store.countColumns) totals[column] += row[column];
  return { series, totals: { ...totals, ...percentiles(times) } };
}

async function readFigures(db: Db, range: OverviewRange, now: number, accountId: string | undefined) {
  const { from, to, stepSeconds } = stepsOf(range, now);
  const span = { from, to, accountId };
  const { series, totals } = await seriesOf(db, span, stepSeconds);
  return {
    ...{ range, stepSeconds, series },
    totals: { ...totals, deliveredShare: deliveredShare(totals) },
    spend: await store.spendByCurrency(db, span),
    failures: await store.failuresOf(db, span),
  };
}

function percentiles(rows: readonly store.StepTimesRow[]) {
  const sums = new Map<number, number>();
  for (const { bucket, messages } of rows) sums.set(bucket, (sums.get(bucket) ?? 0) + messages);
  const buckets = [...sums].map(([bucket, messages]) => ({ bucket, messages }));
  return { p50Seconds: rounded(percentile(buckets, 0.5)), p95Seconds: rounded(percentile(buckets, 0.95)) };
}

/** Three digits: the buckets are not more accurate. */
const rounded = (seconds: number | undefined) => (seconds === undefined ? undefined : Number(seconds.toPrecision(3)));
