import { Batch } from '../flows/batch.ts';
import type { CheckUrl } from '../flows/carriers.ts';
import type { Desk } from '../flows/courier.ts';
import { receiveInbound } from '../flows/inbound.ts';
import { type CarrierReceipt, receiveReceipts } from '../flows/receipts.ts';
import type { DirectWay } from '../flows/way-out.ts';
import type { Runtime } from '../runtime.ts';
import type { CarrierEvents } from './carrier.ts';
import { Dispatcher } from './dispatcher.ts';
import { Fleet } from './fleet.ts';
import { kindOf } from './kinds.ts';
import type { Member } from './members.ts';
import { Sweeper } from './sweeper.ts';

export type Carriers = {
  readonly direct: DirectWay;
  /** What an operator may set as the address of a carrier. */
  readonly checkUrl: CheckUrl;
  stop(budgetMs: number): Promise<void>;
};

/** Receipts are stored in sets of what comes in this time; carriers have windows to wait in. */
const restMs = 15;

/** Connects this process to its carriers and starts handing messages over. `desk` takes their reports. */
export async function startCarriers(runtime: Runtime, databaseUrl: string, desk: Desk): Promise<Carriers> {
  const { db, log, metrics } = runtime;
  const receipts = new Batch<CarrierReceipt, undefined>({
    most: 2_000,
    restMs,
    run: async (batch) => {
      await receiveReceipts(db, batch, desk);
      return batch.map(() => undefined);
    },
  });
  const eventsOf = (member: Member): CarrierEvents => ({
    onReceipt: (receipt) => {
      metrics.receipts.inc({ carrier: member.row.name, outcome: receipt.outcome });
      return receipts.add({ ...receipt, carrierId: member.row.id });
    },
    onInbound: (inbound) => {
      metrics.inbound.inc({ carrier: member.row.name });
      return receiveInbound(db, { ...inbound, carrierId: member.row.id }).then(() => desk.wake());
    },
    onRoom: () => dispatcher.onRoom(),
    onState: (state) => log.info({ carrier: member.row.name, ...state }, 'a carrier has changed its state'),
  });
  const fleet = new Fleet(runtime, {
    databaseUrl,
    kindOf: (url) => kindOf(url, log),
    eventsOf,
    onQueued: (lanes) => dispatcher.wake(lanes),
    onChange: () => {
      dispatcher.onChange();
      sweeper.onChange();
    },
  });
  const dispatcher = new Dispatcher(runtime, fleet, desk);
  const sweeper = new Sweeper(runtime, fleet, desk);
  await fleet.start();
  dispatcher.start();
  sweeper.start();
  return {
    direct: dispatcher.direct,
    checkUrl: (url) => void kindOf(url, log),
    async stop(budgetMs) {
      await fleet.leave();
      await sweeper.stop();
      await dispatcher.stop(budgetMs);
      await fleet.stop(budgetMs);
    },
  };
}
