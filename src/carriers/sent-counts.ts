import type { Settlement } from '../flows/settlement.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Counts what carriers have taken; whatever else became of messages is counted where their state is changed. */
export function countSent(metrics: Metrics, settlements: readonly Settlement[], now: number): void {
  const { states, sentSeconds, deliveredSeconds } = metrics;
  let [sent, delivered] = [0, 0];
  for (const settlement of settlements) {
    if (settlement.kind !== 'submitted') continue;
    const seconds = Math.max(0, now - settlement.message.since.getTime()) / 1_000;
    sent += 1;
    sentSeconds.observe(seconds);
    if (!settlement.isDelivered) continue;
    delivered += 1;
    if (!settlement.message.report.isScheduled) deliveredSeconds.observe(seconds);
  }
  if (sent > 0) states.inc({ state: 'SENT' }, sent);
  if (delivered > 0) states.inc({ state: 'DELIVERED' }, delivered);
}
