import type { Db } from '../../database/db.ts';
import type { Runtime } from '../../runtime.ts';
import * as live from '../../store/live/now.ts';
import { type Gate, Loop } from '../../work/loop.ts';

export type OperatorNow = Awaited<ReturnType<typeof readOperatorNow>>;
export type AccountNow = NonNullable<ReturnType<Awaited<ReturnType<typeof readAccountsNow>>['get']>>;

/** The current figures of all accounts. Takes a few milliseconds with any backlog, since counts are bounded. */
export async function readOperatorNow(db: Db, holder: string) {
  await live.wantRates(db, holder);
  const ratesOf = await live.readRates(db, undefined);
  const queues = await live.waitingByQueue(db);
  const oldestWaitingSeconds = queues.length === 0 ? 0 : await live.oldestWaiting(db);
  const webhooks = await live.webhookBacklog(db);
  const carriers = await live.carriersNow(db);
  const byQueue = new Map(queues.map(({ queue, waiting }) => [queue, waiting]));
  return {
    at: new Date(),
    ...ratesOf(''),
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestWaitingSeconds,
    ...webhooks,
    carriers: carriers.map(({ queue, ...carrier }) => ({ ...carrier, waiting: byQueue.get(queue) ?? 0 })),
  };
}

/** The current figures of each of these accounts, with one set of queries. */
export async function readAccountsNow(db: Db, holder: string, accountIds: readonly string[]) {
  await live.wantRates(db, holder);
  const ratesOf = await live.readRates(db, accountIds);
  const queues = (await live.waitingByQueue(db)).map(({ queue }) => queue);
  const rows = await live.accountsNow(db, accountIds, queues);
  const at = new Date();
  return new Map(rows.map(({ accountId, ...now }) => [accountId, { at, ...ratesOf(accountId), ...now }]));
}

const writeMs = 2_000;
/** The busiest accounts of this process. */
const mostAccounts = 1_000;

/** Stores the accept and delivery rates of this process, while any process asks for them (`wanted`). */
export function startRates({ db, log, metrics }: Runtime, holder: string, wanted: Gate): Loop {
  let since = performance.now();
  return new Loop('rates', writeMs, log, async () => {
    const now = performance.now();
    const rates = [...metrics.tally.rates(Math.max(1, now - since))];
    since = now;
    if (!wanted.isOpen) return false;
    const busiest = rates
      .map(([accountId, rate]) => ({ accountId, ...rate }))
      .sort((a, b) => b.accepted + b.delivered - a.accepted - a.delivered)
      .slice(0, mostAccounts);
    await live.writeRates(db, holder, busiest);
    return false;
  });
}
