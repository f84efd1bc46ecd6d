import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { version } from '../base/version.ts';
import { Durations, Tally } from './tally.ts';

/** The metrics of one process. A scrape gathers those of all processes of the machine, since they share one port. */
export type Metrics = ReturnType<typeof createMetrics>;

type Readings = {
  acceptPending: () => number;
  /** Why the database accepts no writes. */
  writeFault: () => string | undefined;
  pools: Readonly<
    Record<string, { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }>
  >;
};

/** In seconds. A message can take as long as its phone is off. */
const messageBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const batchBuckets = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * Metrics of the library whose names `promtool check metrics` rejects: gauges that end like counters, and a type in the name. The first
 * three are sums of `nodejs_active_*` by type; the delay of the event loop tells more than its utilization.
 */
const unused = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
  // Sampled every 10 ms, which wakes an idle process 100 times a second; `hermod_event_loop_delay_seconds` has its own samples.
  ...['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map((name) => `nodejs_eventloop_lag_${name}_seconds`),
];

const neverMs = 2 ** 31 - 1;
/** Of the event loop delay: 10 samples a second have no measurable cost in an idle process. */
const sampleMs = 100;

/** One call per metric: name, help, labels. */
export function builders(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** Over several processes the least or the largest value, instead of their sum. */
    extreme: <Label extends string>(aggregator: 'min' | 'max', name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, aggregator, registers }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

export function createMetrics() {
  const registry = new Registry();
  // The samplers of the library cannot be switched off, only slowed down.
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: neverMs,
    eventLoopUtilizationTimeout: neverMs,
  });
  for (const name of unused) registry.removeSingleMetric(name);
  const { counter, gauge, extreme, histogram } = builders(registry);
  const readings: Readings = { acceptPending: () => 0, writeFault: () => undefined, pools: {} };
  registerCollected(registry, readings);
  const jobs = extreme(
    'max',
    'hermod_job_last_success_timestamp_seconds',
    'When a periodic job last ended without an error, in any process',
    'job',
  );
  return {
    registry,
    readings,
    requests: counter('hermod_http_requests_total', 'HTTP requests answered', 'route', 'method', 'status'),
    requestSeconds: histogram('hermod_http_request_seconds', 'Time to answer an HTTP request', latencyBuckets, 'route'),
    accepted: counter('hermod_messages_accepted_total', 'Messages accepted and committed'),
    refused: counter('hermod_requests_refused_total', 'Send requests refused, by application error code', 'code'),
    consoleLogins: counter('hermod_console_logins_total', 'Attempts to sign in to the console, by outcome', 'outcome'),
    verifications: counter(
      'hermod_verifications_total',
      'Verification codes requested (sent, limited, blocked) and checked (approved, denied)',
      'outcome',
    ),
    carrierConnections: gauge('hermod_carrier_connections', 'Connections to a carrier that are up', 'carrier'),
    submits: counter(
      'hermod_carrier_submits_total',
      'Messages submitted to a carrier, by its response (later: to be tried again)',
      'carrier',
      'outcome',
    ),
    fallbacks: counter(
      'hermod_second_tries_total',
      'Messages sent again over another carrier because no receipt arrived in time, by its response',
      'outcome',
    ),
    refusals: counter(
      'hermod_carrier_refusals_total',
      'Submits that a carrier rejected, temporarily or for good, by its status (no answer: no response)',
      'carrier',
      'status',
    ),
    receipts: counter('hermod_carrier_receipts_total', 'Receipts from a carrier, by outcome', 'carrier', 'outcome'),
    inbound: counter(
      'hermod_carrier_inbound_total',
      'Inbound SMS from a carrier; each part of a long one counts',
      'carrier',
    ),
    webhooks: counter('hermod_webhook_attempts_total', 'Webhook requests made, by outcome', 'outcome'),
    smppDelivers: counter(
      'hermod_smpp_delivers_total',
      'Receipts and inbound messages sent to customers over SMPP, by the status of the response; lost: the connection was closed; unanswered: no response in time',
      'status',
    ),
    webhooksHeld: gauge(
      'hermod_webhooks_held',
      'Events held by the deliverer: waiting for a slot, in progress, or not yet stored',
    ),
    emails: counter(
      'hermod_emails_total',
      'E-mails received, by outcome (later: the sender tries again)',
      'via',
      'outcome',
    ),
    unreadableEmails: counter(
      'hermod_unreadable_emails_total',
      'Attempts to read an e-mail that were ended, by the limit exceeded (time, memory) or fault',
      'reason',
    ),
    outgoingMails: counter(
      'hermod_outgoing_mails_total',
      'Attempts to hand an e-mail to the relay, by outcome',
      'outcome',
    ),
    smtpConnections: gauge('hermod_smtp_connections', 'Open connections to the Email2SMS listener'),
    smppConnections: gauge(
      'hermod_smpp_connections',
      'Open connections of customers to the SMPP listener, bound or not',
    ),
    smppBinds: gauge('hermod_smpp_binds', 'Binds of customers by SMPP, by bind type', 'mode'),
    smppBindAttempts: counter(
      'hermod_smpp_bind_attempts_total',
      'Bind requests of customers by SMPP, by outcome',
      'outcome',
    ),
    smppRequests: counter(
      'hermod_smpp_requests_total',
      'Requests of customers by SMPP, by command and status of the response',
      'command',
      'status',
    ),
    smppIncomplete: counter(
      'hermod_smpp_incomplete_messages_total',
      'Long messages by SMPP with missing parts, by what was done with the received ones',
      'outcome',
    ),
    spans: counter('hermod_trace_spans_total', 'OpenTelemetry spans, by outcome (exported, dropped)', 'outcome'),
    /** By account, and only for the console: there are too many accounts for labels. */
    tally: new Tally(),
    streams: gauge('hermod_streams', 'Open event streams, of operators and of accounts', 'of'),
    feedTicks: counter('hermod_feed_ticks_total', 'Reads of the feed behind event streams; none without listeners'),
    feedSeconds: histogram('hermod_feed_query_seconds', 'Time of a read of the feed', latencyBuckets),
    acceptBatch: histogram('hermod_accept_batch_requests', 'Send requests per transaction', batchBuckets),
    states: counter('hermod_message_states_total', 'Messages that have reached a state', 'state'),
    sentSeconds: new Durations(
      registry,
      'hermod_message_sent_seconds',
      'Time from acceptance, or from the scheduled time, until a carrier has taken the message',
      messageBuckets,
    ),
    deliveredSeconds: new Durations(
      registry,
      'hermod_message_delivered_seconds',
      'Time from acceptance until the receipt says DELIVERED; without scheduled messages',
      messageBuckets,
    ),
    jobDone: (job: string): void => jobs.set({ job }, Date.now() / 1_000),
    certificate: extreme(
      'min',
      'hermod_certificate_expiry_timestamp_seconds',
      'When the served certificate expires; absent without HERMOD_TLS_CERT',
      'of',
    ),
  };
}

function registerCollected(registry: Registry, readings: Readings): void {
  const registers = [registry];
  const delays = monitorEventLoopDelay({ resolution: sampleMs });
  delays.enable();
  const collected = (
    name: string,
    help: string,
    read: (gauge: Gauge<string>) => void,
    options: { aggregator?: 'min' | 'max'; labelNames?: string[] } = {},
  ) =>
    new Gauge<string>({
      name,
      help,
      ...options,
      registers,
      collect() {
        read(this);
      },
    });
  collected('hermod_processes', 'Processes of this machine that answered the scrape', (gauge) => gauge.set(1));
  collected(
    'hermod_build_info',
    'Always 1; the version that runs, and its Node version',
    (gauge) => gauge.set({ version, node: process.versions.node }, 1),
    { aggregator: 'max', labelNames: ['version', 'node'] },
  );
  collected(
    'hermod_event_loop_delay_seconds',
    'Delay of the event loop, 99th percentile since the last scrape, of the worst process',
    (gauge) => {
      // A sample is the time between two runs of the timer, its period included.
      gauge.set(delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e9 - sampleMs / 1_000));
      delays.reset();
    },
    { aggregator: 'max' },
  );
  collected('hermod_accept_pending', 'Messages waiting for their commit', (gauge) =>
    gauge.set(readings.acceptPending()),
  );
  collected(
    'hermod_database_writable',
    'Whether the database accepts writes: 1, or 0 if it does not in at least one process',
    (gauge) => gauge.set(readings.writeFault() === undefined ? 1 : 0),
    { aggregator: 'min' },
  );
  collected(
    'hermod_database_connections',
    'Connections to the database, by use (work, reads) and state (in use, idle)',
    (gauge) => {
      for (const [pool, { totalCount, idleCount }] of Object.entries(readings.pools)) {
        gauge.set({ pool, state: 'in use' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
      }
    },
    { labelNames: ['pool', 'state'] },
  );
  collected(
    'hermod_database_waiting',
    'Statements and transactions that wait for a connection to the database',
    (gauge) => {
      for (const [pool, { waitingCount }] of Object.entries(readings.pools)) gauge.set({ pool }, waitingCount);
    },
    { labelNames: ['pool'] },
  );
}
