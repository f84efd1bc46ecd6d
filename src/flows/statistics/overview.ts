import type { Db } from '../../database/db.ts';
import { Cache } from '../../domain/cache.ts';
import { reasonForCustomer } from '../../domain/carrier/reasons/reason.ts';
import { percentile } from '../../domain/message/delivery-time.ts';
import type { Annotation } from '../../domain/statistics/annotations.ts';
import { deliveredShare, type OverviewRange, stepsOf } from '../../domain/statistics/overview-range.ts';
import type { Runtime } from '../../runtime.ts';
import { countFailingEndpoints, countWaiting, type Waiting } from '../../store/live/attention.ts';
import * as store from '../../store/statistics/overview.ts';
import { explainRows } from '../messages/reasons.ts';
import type { Reads } from '../reads.ts';
import { readAnnotations } from './annotations.ts';
import { type FirstSteps, readFirstSteps } from './first-steps.ts';
import { type AccountNow, type OperatorNow, readAccountsNow, readOperatorNow } from './now.ts';

export type OverviewFigures = Awaited<ReturnType<typeof readFigures>> & { readonly empty: boolean };

/** Figures are counted at most every ten seconds, and those of a month change slowly. */
const keptMs: Readonly<Record<OverviewRange, number>> = { '1h': 2_000, '24h': 10_000, '30d': 30_000 };
const nowKeptMs = 1_000;
const endpointsKeptMs = 20_000;
const annotationsKeptMs = 5_000;
const mostKept = 2_000;

export type Attention = Waiting & { readonly failingEndpoints: number };

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

  /** What waits for a person. The state of webhook endpoints takes longer to read than the counts. */
  async attention(share: string): Promise<Attention> {
    const [waiting, failing] = await Promise.all([
      this.#keep('attention', nowKeptMs, () => this.#reads.run(share, countWaiting)),
      this.#keep('endpoints', endpointsKeptMs, () => this.#reads.run(share, countFailingEndpoints)),
    ]);
    return { ...waiting, failingEndpoints: failing };
  }

  annotations(share: string, range: OverviewRange): Promise<Annotation[]> {
    return this.#keep(`${range} annotations`, annotationsKeptMs, () =>
      this.#reads.run(share, (db) => readAnnotations(db, stepsOf(range, this.#clock()))),
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
  return { series, totals: { ...sumOf(rows), ...percentiles(times) } };
}

async function readFigures(db: Db, range: OverviewRange, now: number, accountId: string | undefined) {
  const { from, to, stepSeconds } = stepsOf(range, now);
  const span = { from, to, accountId };
  const { series, totals } = await seriesOf(db, span, stepSeconds);
  return {
    ...{ range, stepSeconds, series },
    previous: await previousOf(db, span, stepSeconds),
    totals: { ...totals, deliveredShare: deliveredShare(totals) },
    spend: await store.spendByCurrency(db, span),
    failures: await explainedFailures(db, span),
  };
}

/** Of one account for its customers, of all for operators. */
async function explainedFailures(db: Db, span: store.TrafficSpan) {
  const rows = await explainRows(db, await store.failuresOf(db, span));
  return rows.map(({ reason, count, explained }) => {
    const shown = explained && span.accountId !== undefined ? reasonForCustomer(explained) : explained;
    return { reason, reasonText: explained?.isRaw === true ? undefined : shown?.text, count };
  });
}

/** The counts of the same length before: in total, and accepted messages in each step. */
async function previousOf(db: Db, { from, to, accountId }: store.TrafficSpan, stepSeconds: number) {
  const start = from.getTime() - (to.getTime() - from.getTime());
  const rows = await store.stepsOfTraffic(db, { from: new Date(start), to: from, accountId }, stepSeconds);
  const byStep = new Map(rows.map(({ at, accepted }) => [at.getTime(), accepted]));
  const totals = sumOf(rows);
  const accepted = [];
  for (let at = start; at < from.getTime(); at += stepSeconds * 1_000) accepted.push(byStep.get(at) ?? 0);
  return { totals: { ...totals, deliveredShare: deliveredShare(totals) }, accepted };
}

function sumOf(rows: readonly store.StateCounts[]): store.StateCounts {
  const totals = { ...nothing };
  for (const row of rows) for (const column of store.countColumns) totals[column] += row[column];
  return totals;
}

function percentiles(rows: readonly store.StepTimesRow[]) {
  const sums = new Map<number, number>();
  for (const { bucket, messages } of rows) sums.set(bucket, (sums.get(bucket) ?? 0) + messages);
  const buckets = [...sums].map(([bucket, messages]) => ({ bucket, messages }));
  return { p50Seconds: rounded(percentile(buckets, 0.5)), p95Seconds: rounded(percentile(buckets, 0.95)) };
}

/** Three digits: the buckets are not more accurate. */
const rounded = (seconds: number | undefined) => (seconds === undefined ? undefined : Number(seconds.toPrecision(3)));
