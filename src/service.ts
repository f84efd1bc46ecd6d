import type net from 'node:net';
import { buildServer } from './api/server/server.ts';
import { startCarriers } from './carriers/start.ts';
import { type Config, mostProcesses } from './config/config.ts';
import { certificateOf } from './config/tls.ts';
import { sharesOf } from './database/budget.ts';
import { type OnNote, openDb } from './database/db.ts';
import { MailReader } from './email/read/threads.ts';
import { startEmail } from './email/start.ts';
import { emailTest } from './email/test-email.ts';
import { recover } from './flows/messages/recover.ts';
import { Reads, readSeconds } from './flows/reads.ts';
import { Sending } from './flows/sending/send.ts';
import { startRates } from './flows/statistics/now.ts';
import { SharedFigures } from './flows/statistics/shared-figures.ts';
import { startStatistics } from './flows/statistics/statistics.ts';
import { startEncryption } from './flows/upkeep/encryption.ts';
import { startHousekeeping } from './flows/upkeep/housekeeping.ts';
import type { Runtime } from './runtime.ts';
import { useMasterKeys } from './secrets/cipher.ts';
import { Binds } from './smpp/server/bind.ts';
import { BindEventDelivery } from './smpp/server/event-delivery.ts';
import { startSmppServer } from './smpp/server/start.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createTraces } from './telemetry/traces.ts';
import { startWebhooks } from './webhooks/start.ts';
import { Worker } from './work/worker.ts';

export type Service = {
  readonly port: number;
  /** Fails /health/ready from now on, and still serves requests. */
  leave(): void;
  /** Asks clients to reconnect; the kernel spreads the new connections over all processes of this machine. */
  shed(): void;
  /**
   * `graceful`: a successor already listens, so idle connections stay until their clients close them; `immediate`: they are closed.
   * May be called a second time as `immediate`.
   */
  stop(manner: 'graceful' | 'immediate'): Promise<void>;
  metrics(): Promise<object>;
};

type ServiceOptions = {
  config: Config;
  databaseUrl: string;
  slot?: number;
  /** A socket from the supervisor; without it, the process listens on the configured address. */
  listener?: unknown;
  gatherMetrics?: () => Promise<string>;
};

/** Starts everything that one process runs; `stop` stops it in reverse order. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, databaseUrl, slot = 0 } = options;
  const log = createLog(config.logLevel, { process: slot });
  const metrics = createMetrics();
  const budget = sharesOf(config.databaseConnections);
  const db = openDb(databaseUrl, log, {
    name: `hermod ${slot}`,
    connections: budget.work,
    onNote: countStates(metrics),
  });
  const readsDb = openDb(databaseUrl, log, {
    name: `hermod ${slot} reads`,
    connections: budget.reads,
    statementSeconds: readSeconds,
    isReadOnly: true,
  });
  const reads = new Reads(readsDb, budget.reads);
  metrics.readings.pools = { work: db.pool, reads: readsDb.pool };
  metrics.readings.writeFault = () => db.writes.fault;
  const certificate = certificateOf(config);
  if (certificate !== undefined) metrics.certificate.set({ of: 'https' }, certificate.validToDate.getTime() / 1_000);
  const traces = createTraces(config, log, metrics, slot);
  const runtime: Runtime = { config, db, log, metrics, clock: Date.now, traces };
  const shared = new SharedFigures(runtime, reads);
  const own = options.gatherMetrics ?? (() => metrics.registry.metrics());
  const gather = async () => (await Promise.all([own(), shared.text()])).join('\n');
  useMasterKeys(config.secretKey, config.secretKeyPrevious);
  const encryption = await startEncryption(runtime);
  const worker = new Worker(db, log, recover, promisedConnections(config, slot));
  await worker.start();
  const binds = new Binds();
  const webhooks = startWebhooks(runtime, worker, new BindEventDelivery(runtime, binds));
  const carriers = await startCarriers(runtime, databaseUrl, webhooks.consumer, worker);
  const sending = new Sending(runtime, carriers.gateway);
  const reader = new MailReader(config);
  const http = await buildServer(
    { ...runtime, reads },
    gather,
    sending,
    {
      checkCarrierUrl: carriers.checkUrl,
      testCarrierUrl: carriers.testUrl,
      carrierCallbacks: carriers.callbacks,
      testEmail: emailTest(runtime, sending, reader),
    },
    worker,
  );
  await listen(http.app.server, options.listener ?? { host: config.host, port: config.port });
  const email = await startEmail(runtime, databaseUrl, sending, reader, worker.waiting);
  const smpp = await startSmppServer(runtime, sending, worker, binds);
  let closed: Promise<void> | undefined;
  const stopHousekeeping = startHousekeeping(runtime);
  const statistics = startStatistics(runtime);
  const rates = startRates(runtime, worker.id, worker.waiting.gate('rateReaders'));
  return {
    port: (http.app.server.address() as net.AddressInfo).port,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    leave: () => http.leave(),
    shed: () => http.shed(),
    async stop(manner) {
      stopHousekeeping();
      const budgetMs = config.drainSeconds * 1_000;
      await Promise.all([http.stop(manner, budgetMs), email.stop(budgetMs), smpp.stop(budgetMs)]);
      await reader.close();
      await carriers.stop(budgetMs);
      await webhooks.stop(budgetMs);
      await worker.stop();
      await traces?.stop();
      await Promise.all([statistics.stop(), rates.stop(), encryption.stop()]);
      closed ??= Promise.all([db.close(), reads.close()]).then(() => {});
      await closed;
    },
  };
}

/** With HERMOD_PROCESSES=auto, the first process reserves connections for all: a node that starts later must leave room for them. */
function promisedConnections(config: Config, slot: number): number {
  if (config.processes !== 'auto') return config.databaseConnections;
  return slot === 0 ? config.databaseConnections * mostProcesses(config) : 0;
}

/** Counts the states that messages reach, and observes the seconds from acceptance to delivery. */
function countStates({ states, deliveredSeconds }: Metrics): OnNote {
  return (state, seconds) => {
    states.inc({ state }, seconds.length);
    if (state !== 'DELIVERED') return;
    for (const each of seconds) if (!Number.isNaN(each)) deliveredSeconds.observe(each);
  };
}

/** Connections that the kernel queues until they are accepted; more are reset. Linux allows at most 4,096. */
const backlog = 4_096;

function listen(server: net.Server, where: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, backlog, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
