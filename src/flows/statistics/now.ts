import type { Db } from '../../database/db.ts';
import * as live from '../../store/live/now.ts';
import { type Rate, readRates, wantRates } from '../../store/live/rates.ts';

/** Current figures, of all accounts or of one. */
export type Now = {
  readonly at: Date;
  readonly acceptedPerSecond: number;
  readonly deliveredPerSecond: number;
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
  readonly webhookBacklog: number;
  readonly webhookOldestSeconds: number;
};
export type CarrierFigures = Omit<live.CarrierNow, 'queue'> & { readonly waiting: number };
export type OperatorNow = Now & { readonly carriers: readonly CarrierFigures[] };
export type AccountNow = Now & { readonly balance: string; readonly currency: string };

/** Of all accounts. Takes a few milliseconds with any backlog, since counts are bounded. */
export async function readOperatorNow(db: Db, holder: string): Promise<OperatorNow> {
  await wantRates(db, holder);
  const rates = await readRates(db, undefined);
  const queues = await live.waitingByQueue(db);
  const oldestWaitingSeconds = queues.length === 0 ? 0 : await live.oldestWaiting(db);
  const webhooks = await live.webhookBacklog(db);
  const carriers = await live.carriersNow(db);
  const byQueue = new Map(queues.map(({ queue, waiting }) => [queue, waiting]));
  return {
    ...ratesOf(rates.get('')),
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestWaitingSeconds: round(oldestWaitingSeconds),
    webhookBacklog: webhooks.events,
    webhookOldestSeconds: round(webhooks.oldestSeconds),
    carriers: carriers.map(({ queue, ...carrier }) => ({ ...carrier, waiting: byQueue.get(queue) ?? 0 })),
  };
}

/** Of each of these accounts, with one set of queries. */
export async function readAccountsNow(
  db: Db,
  holder: string,
  accountIds: readonly string[],
): Promise<Map<string, AccountNow>> {
  await wantRates(db, holder);
  const rates = await readRates(db, accountIds);
  const queues = await live.waitingByQueue(db);
  const rows = await live.accountsNow(
    db,
    accountIds,
    queues.map(({ queue }) => queue),
  );
  return new Map(rows.map((row) => [row.accountId, toAccountNow(row, rates.get(row.accountId))]));
}

function toAccountNow(row: live.AccountNow, rate: Rate | undefined): AccountNow {
  return {
    ...ratesOf(rate),
    waiting: row.waiting,
    oldestWaitingSeconds: round(row.oldestSeconds),
    webhookBacklog: row.events,
    webhookOldestSeconds: round(row.eventSeconds),
    balance: row.balance,
    currency: row.currency,
  };
}

function ratesOf(rate: Rate | undefined) {
  const { accepted = 0, delivered = 0 } = rate ?? {};
  return { at: new Date(), acceptedPerSecond: round(accepted), deliveredPerSecond: round(delivered) };
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
