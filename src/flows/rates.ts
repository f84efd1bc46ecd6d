import type { Runtime } from '../runtime.ts';
import { areRatesWanted, writeRates } from '../store/live/rates.ts';
import { Loop } from '../work/loop.ts';

const everyMs = 2_000;
/** The busiest accounts of this process. */
const mostAccounts = 1_000;

/** Tells all processes, while one of them wants to know, how much this one accepts and learns to be delivered. */
export function startRates({ db, log, metrics }: Runtime, holder: string): Loop {
  let since = performance.now();
  return new Loop('rates', everyMs, log, async () => {
    const now = performance.now();
    const rates = [...metrics.tally.rates(Math.max(1, now - since))];
    since = now;
    if (!(await areRatesWanted(db))) return false;
    const busiest = rates
      .map(([accountId, rate]) => ({ accountId, ...rate }))
      .sort((a, b) => b.accepted + b.delivered - a.accepted - a.delivered)
      .slice(0, mostAccounts);
    await writeRates(db, holder, busiest);
    return false;
  });
}
