import type { CarrierCallbacks, CheckUrl, TestUrl } from '../flows/carriers/carriers.ts';
import type { CarrierGateway } from '../flows/sending/dispatch-plan.ts';
import type { EventConsumer } from '../flows/webhooks/event-hand-off.ts';
import { createLookup } from '../http-client/resolver.ts';
import type { Runtime } from '../runtime.ts';
import type { Log } from '../telemetry/log.ts';
import type { Worker } from '../work/worker.ts';
import type { CarrierEvents, ReceiptEvent } from './carrier.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { Incoming } from './dispatch/incoming.ts';
import { Sweeper } from './dispatch/sweeper.ts';
import { httpCallbacks } from './http/callbacks.ts';
import { httpAddressOf } from './http/kind.ts';
import { connectionTests, kindOf } from './kinds.ts';
import type { LocalCarrier } from './local-carrier.ts';
import { Refusals } from './refusals.ts';
import { Router } from './router.ts';

export type Carriers = {
  readonly gateway: CarrierGateway;
  /** Checks what an operator sets as the URL of a carrier. */
  readonly checkUrl: CheckUrl;
  readonly testUrl: TestUrl;
  /** Callbacks of HTTP providers, which come to any process. */
  readonly callbacks: CarrierCallbacks;
  stop(budgetMs: number): Promise<void>;
};

/** Connects this process to its carriers and starts handing messages over. `consumer` takes their reports. */
export async function startCarriers(
  runtime: Runtime,
  databaseUrl: string,
  consumer: EventConsumer,
  worker: Worker,
): Promise<Carriers> {
  const { db, log, metrics } = runtime;
  const incoming = new Incoming(db, consumer, () => dispatcher.settler.onParked());
  const refusals = new Refusals(runtime);
  const lookup = createLookup(runtime.config.dnsServers);
  const eventsOf = (local: Pick<LocalCarrier, 'row'>): CarrierEvents => {
    const carrierId = local.row.id;
    const from = (receipt: ReceiptEvent) => ({ ...receipt, carrierId, carriers: router.siblings(carrierId) });
    return {
      onReceipt: (receipt) => {
        metrics.receipts.inc({ carrier: local.row.name, outcome: receipt.outcome });
        const whole = from(receipt);
        return dispatcher.settler.receive(whole, () => incoming.receipt(whole));
      },
      onInbound: (inbound) => {
        metrics.inbound.inc({ carrier: local.row.name });
        return incoming.inbound({ ...inbound, carrierId });
      },
      onDoubtful: async (receipt, inbound) => {
        const kind = await incoming.doubtful(from(receipt), { ...inbound, carrierId });
        if (kind === 'inbound') metrics.inbound.inc({ carrier: local.row.name });
        else metrics.receipts.inc({ carrier: local.row.name, outcome: receipt.outcome });
      },
      onRoom: () => dispatcher.onRoom(),
      onState: stateLog(log, () => local.row.name),
      onRefusal: (status) => refusals.note(local.row, status),
    };
  };
  const router = new Router(runtime, {
    databaseUrl,
    kindOf: (row) => kindOf(httpAddressOf(row), log, lookup),
    eventsOf,
    onQueued: (queues) => dispatcher.wake(queues),
    onChange: () => {
      dispatcher.onChange();
      sweeper.onChange();
    },
  });
  const callbacks = httpCallbacks(runtime, {
    carrier: (id) => router.carrier(id),
    eventsOf: (row) => eventsOf({ row }),
    keep: (row, unread) => {
      metrics.receipts.inc({ carrier: row.name, outcome: 'unread' });
      return incoming.unread({ ...unread, carrierId: row.id });
    },
    lookup,
  });
  const dispatcher = new Dispatcher(runtime, router, consumer, worker);
  const sweeper = new Sweeper(runtime, router, consumer, worker.waiting);
  await router.start();
  dispatcher.start();
  sweeper.start();
  refusals.start();
  return {
    gateway: dispatcher,
    checkUrl: (url, description, signingSecret) => kindOf({ url, description, signingSecret }, log),
    testUrl: connectionTests(lookup),
    callbacks,
    async stop(budgetMs) {
      await router.leave();
      await sweeper.stop();
      await dispatcher.stop(budgetMs);
      await router.stop(budgetMs);
      await refusals.stop();
      await callbacks.stop();
    },
  };
}

/** Warns when a link goes down and when it is up again. While it is down, logs a new reason at info and further attempts at debug. */
export function stateLog(log: Pick<Log, 'info' | 'warn' | 'debug'>, name: () => string): CarrierEvents['onState'] {
  let lastError: string | undefined;
  return ({ up, detail, error }) => {
    const carrier = name();
    const isNew = error !== undefined && error !== lastError;
    if (up && lastError === undefined) log.info({ carrier, detail }, 'a carrier is connected');
    else if (up) log.warn({ carrier, detail }, 'a carrier is connected again');
    else if (isNew && lastError === undefined) log.warn({ carrier, detail, error }, 'a carrier is not connected');
    else if (isNew) log.info({ carrier, detail, error }, 'a carrier is still not connected');
    else log.debug({ carrier, detail }, 'a carrier is not connected yet');
    lastError = up ? undefined : (error ?? lastError);
  };
}
