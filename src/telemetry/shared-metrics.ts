import { Registry } from '@prometheus-io/client';
import { builders } from './metrics.ts';

/** Metrics of the database, which all processes share: read once per scrape, by the process that answers it. */
export function createSharedMetrics() {
  const registry = new Registry();
  const { gauge } = builders(registry);
  return {
    registry,
    waiting: gauge(
      'hermod_messages_waiting',
      'Messages that wait for a carrier, counted up to 100000 (undecided: for any; none: no route matches)',
      'carrier',
    ),
    oldest: gauge(
      'hermod_messages_waiting_oldest_seconds',
      'Longest time for which a waiting message has been due; a retry starts again at 0',
      'carrier',
    ),
    webhooks: gauge(
      'hermod_webhooks_waiting',
      'Pending webhooks, counted up to 100000; includes retries and those behind an earlier one',
    ),
    webhooksOldest: gauge(
      'hermod_webhooks_waiting_oldest_seconds',
      'Longest time for which a pending webhook that no process has taken has been due',
    ),
    paused: gauge('hermod_paused', 'Pauses by operators: 1 for all, or the number of carriers or accounts', 'kind'),
    verifyBlocks: gauge(
      'hermod_verify_blocks',
      'Number ranges and countries to which an account sends no verification codes, because too few were confirmed',
    ),
    balances: gauge(
      'hermod_account_available_balance',
      'Balance and credit limit of an account in its currency, of the 1000 with the least; only with HERMOD_METRICS_BALANCES',
      'account_id',
      'account',
      'currency',
    ),
    readAt: gauge('hermod_shared_figures_timestamp_seconds', 'When these figures of the database were read'),
  };
}

export function createSupervisorMetrics() {
  const registry = new Registry();
  const restarts = builders(registry).counter(
    'hermod_process_restarts_total',
    'Processes that ended unexpectedly and were started again (stall: the event loop stood still)',
    'reason',
  );
  // Both start at 0: otherwise a scraper would not see the first restart as an increase.
  for (const reason of ['crash', 'stall'] as const) restarts.inc({ reason }, 0);
  return { registry, restarts };
}

/** The counts of processes that have ended. They stay in the sums: a scraper takes a lower sum for a restart at 0. */
export async function countsOf(parts: object[]): Promise<object[]> {
  const merged = (await Registry.aggregate(parts as never).getMetricsAsJSON()) as { type: unknown }[];
  return merged.filter(({ type }) => type === 'counter' || type === 'histogram');
}

/** Sums of the same metrics over several processes, in the text format of Prometheus. */
export async function mergeMetrics(parts: object[]): Promise<string> {
  return Registry.aggregate(parts as never).metrics();
}
