import type { Runtime } from '../../runtime.ts';
import { writeRates } from '../../store/live/rates.ts';
import { type Gate, Loop } from '../../work/loop.ts';

const everyMs = 2_000;
/** The busiest accounts of this process. */
const mostAccounts = 1_000;

/** Stores the accept and delivery rates of this process, while any process asks for them (`wanted`). */
export function startRates({ db, log, metrics }: Runtime, holder: string, wanted: Gate): Loop {
  let since = performance.now();
  return new Loop('rates', everyMs, log, async () => {
    const now = performance.now();
    const rates = [...metrics.tally.rates(Math.max(1, now - since))];
    since = now;
    if (!wanted.isOpen) return false;
    const busiest = rates
      .map(([accountId, rate]) => ({ accountId, ...rate }))
      .sort((a, b) => b.accepted + b.delivered - a.accepted - a.delivered)
      .slice(0, mostAccounts);
    await writeRates(db, holder, busiest);
    return false;
  });
}
