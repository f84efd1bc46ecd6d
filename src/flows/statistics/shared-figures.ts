import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../database/db.ts';
import { pauseKinds } from '../../domain/carrier/pauses.ts';
import type { Runtime } from '../../runtime.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { accountFigures, queueFigures, webhookFigures } from '../../store/health/figures.ts';
import { countBlocks } from '../../store/verify/settings.ts';
import { createSharedMetrics } from '../../telemetry/shared-metrics.ts';
import type { Reads } from '../reads.ts';

/** The database is queried at most this often, however often metrics are scraped. */
const freshMs = 10_000;
/** A scrape waits at most this long, and then gets the previous figures. */
const patienceMs = 1_000;
/** Older figures are omitted, since they would hide that the database is unreachable. */
const staleMs = 60_000;
/** Owner of these reads, with a share of its own. */
const share = 'metrics';

/** Figures of all processes, read from the database by the process that is scraped. */
export class SharedFigures {
  readonly #runtime: Runtime;
  readonly #reads: Reads;
  readonly #metrics = createSharedMetrics();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(runtime: Runtime, reads: Reads) {
    this.#runtime = runtime;
    this.#reads = reads;
  }

  /** The figures in the Prometheus text format; empty if they could not be read recently. */
  async text(): Promise<string> {
    if (performance.now() - this.#readAt > freshMs) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await Promise.race([this.#reading, sleep(patienceMs, undefined, { ref: false })]);
    }
    return performance.now() - this.#readAt > staleMs ? '' : this.#metrics.registry.metrics();
  }

  async #read(): Promise<void> {
    const { log, clock } = this.#runtime;
    try {
      await this.#reads.run(share, (db) => this.#readAll(db));
      this.#readAt = performance.now();
      this.#metrics.readAt.set(clock() / 1_000);
    } catch (err) {
      log.warn({ err }, 'the figures of the database could not be read for a scrape');
    }
  }

  async #readAll(db: Db): Promise<void> {
    const { waiting, oldest, webhooks, webhooksOldest, paused, balances, verifyBlocks } = this.#metrics;
    const queues = await queueFigures(db);
    const outbox = await webhookFigures(db);
    const pauses = await listPauses(db);
    const accounts = this.#runtime.config.metricsBalances ? await accountFigures(db) : [];
    for (const gauge of [waiting, oldest, balances]) gauge.reset();
    for (const { carrier, ...figures } of queues) {
      waiting.set({ carrier }, figures.waiting);
      oldest.set({ carrier }, figures.oldestSeconds);
    }
    verifyBlocks.set(await countBlocks(db));
    webhooks.set(outbox.waiting);
    webhooksOldest.set(outbox.oldestSeconds);
    for (const kind of pauseKinds) paused.set({ kind }, pauses.filter((pause) => pause.kind === kind).length);
    for (const { id, name, currency, available } of accounts)
      balances.set({ account_id: id, account: name, currency }, available);
  }
}
