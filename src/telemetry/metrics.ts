import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { version } from '../base/version.ts';
import { Durations } from './durations.ts';
import { Tally } from './tally.ts';

/** The numbers of one process. `collect` gathers those of all processes of the machine, since they share one port. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Of the whole way of a message, which may take as long as the phone is off. */
const wayBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400];

/** What is asked for when somebody scrapes, of whoever has it. */
export type Readings = {
  acceptPending: () => number;
  /** Why nothing can be written to the database. */
  writeFault: () => string | undefined;
  /** Connections to the database by what they are for. */
  pools: Readonly<
    Record<string, { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }>
  >;
};

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Of the library, against the rules for names that `promtool check metrics` holds: gauges that end like counters, and a type in the name. The first
 * three are sums of `nodejs_active_*` by type; the delay of the event loop says more than its utilization.
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
/** Of the delay of the event loop: 10 samples a second cost an idle process nothing that can be measured. */
const sampleMs = 100;

export function createMetrics() {
  const registry = new Registry();
  // Their samplers cannot be switched off, only slowed down.
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: neverMs,
    eventLoopUtilizationTimeout: neverMs,
  });
  for (const name of unused) registry.removeSingleMetric(name);
  const registers = [registry];
  const readings: Readings = { acceptPending: () => 0, writeFault: () => undefined, pools: {} };
  const delays = monitorEventLoopDelay({ resolution: sampleMs });
  delays.enable();
  registerOwn(registers, delays);
  const jobs = new Gauge({
    name: 'hermod_job_last_success_timestamp_seconds',
    help: 'When periodic work last came to its end without an error, in any process',
    labelNames: ['job'] as const,
    aggregator: 'max',
    registers,
  });
  return {
    registry,
    readings,
    requests: new Counter({
      name: 'hermod_http_requests_total',
      help: 'HTTP requests answered',
      labelNames: ['route', 'method', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'hermod_http_request_seconds',
      help: 'Time to answer an HTTP request',
      labelNames: ['route'] as const,
      buckets: latencyBuckets,
      registers,
    }),
    accepted: new Counter({
      name: 'hermod_messages_accepted_total',
      help: 'Messages accepted and committed',
      registers,
    }),
    refused: new Counter({
      name: 'hermod_requests_refused_total',
      help: 'Send requests refused, by application error code',
      labelNames: ['code'] as const,
      registers,
    }),
    consoleLogins: new Counter({
      name: 'hermod_console_logins_total',
      help: 'Tries to log in to the console, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    verifications: new Counter({
      name: 'hermod_verifications_total',
      help: 'Verification codes asked for (sent, limited, blocked) and checked (approved, denied)',
      labelNames: ['outcome'] as const,
      registers,
    }),
    carrierConnections: new Gauge({
      name: 'hermod_carrier_connections',
      help: 'Connections to a carrier that are up',
      labelNames: ['carrier'] as const,
      registers,
    }),
    submits: new Counter({
      name: 'hermod_carrier_submits_total',
      help: 'Messages handed to a carrier, by what it said (later: to be tried again)',
      labelNames: ['carrier', 'outcome'] as const,
      registers,
    }),
    secondTries: new Counter({
      name: 'hermod_second_tries_total',
      help: 'Messages sent once more over another carrier because no receipt came in time, by what it said',
      labelNames: ['outcome'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'hermod_carrier_refusals_total',
      help: 'Submits that a carrier did not take, now or for good, by its status (no answer: it said nothing)',
      labelNames: ['carrier', 'status'] as const,
      registers,
    }),
    receipts: new Counter({
      name: 'hermod_carrier_receipts_total',
      help: 'Receipts from a carrier, by what they say',
      labelNames: ['carrier', 'outcome'] as const,
      registers,
    }),
    inbound: new Counter({
      name: 'hermod_carrier_inbound_total',
      help: 'SMS from a carrier to our numbers; long ones by the part',
      labelNames: ['carrier'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'hermod_webhook_attempts_total',
      help: 'Webhook requests made, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    smppDelivers: new Counter({
      name: 'hermod_smpp_delivers_total',
      help: 'Receipts and inbound messages sent to customers over SMPP, by the status of the answer; lost: the link went away; unanswered: it did not, and no answer came in time',
      labelNames: ['status'] as const,
      registers,
    }),
    webhooksHeld: new Gauge({
      name: 'hermod_webhooks_held',
      help: 'Events in the hands of the deliverer: waiting for a slot, under way, or not yet stored',
      registers,
    }),
    emails: new Counter({
      name: 'hermod_emails_total',
      help: 'E-mails that came in, by what came of them (later: to come again)',
      labelNames: ['via', 'outcome'] as const,
      registers,
    }),
    unreadableEmails: new Counter({
      name: 'hermod_unreadable_emails_total',
      help: 'Tries to read an e-mail that were ended, by what it had too much of (time, memory) or fault',
      labelNames: ['reason'] as const,
      registers,
    }),
    outgoingMails: new Counter({
      name: 'hermod_outgoing_mails_total',
      help: 'Tries to hand an e-mail to the relay, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    smtpConnections: new Gauge({
      name: 'hermod_smtp_connections',
      help: 'Open connections to the Email2SMS listener',
      registers,
    }),
    smppConnections: new Gauge({
      name: 'hermod_smpp_connections',
      help: 'Open connections of customers to the SMPP listener, bound or not',
      registers,
    }),
    smppBinds: new Gauge({
      name: 'hermod_smpp_binds',
      help: 'Customers that are bound by SMPP, by what they are bound for',
      labelNames: ['mode'] as const,
      registers,
    }),
    smppBindAttempts: new Counter({
      name: 'hermod_smpp_bind_attempts_total',
      help: 'Tries of customers to bind by SMPP, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    smppRequests: new Counter({
      name: 'hermod_smpp_requests_total',
      help: 'Requests of customers by SMPP, by command and the status they were answered with',
      labelNames: ['command', 'status'] as const,
      registers,
    }),
    smppIncomplete: new Counter({
      name: 'hermod_smpp_incomplete_messages_total',
      help: 'Long messages by SMPP whose other parts never came, by what became of the rest',
      labelNames: ['outcome'] as const,
      registers,
    }),
    spans: new Counter({
      name: 'hermod_trace_spans_total',
      help: 'Spans of OpenTelemetry, by what became of them (exported, dropped)',
      labelNames: ['outcome'] as const,
      registers,
    }),
    /** By account, which is too many for labels: shown in the console alone. */
    tally: new Tally(),
    streams: new Gauge({
      name: 'hermod_streams',
      help: 'Open event streams, of operators and of accounts',
      labelNames: ['of'] as const,
      registers,
    }),
    feedTicks: new Counter({
      name: 'hermod_feed_ticks_total',
      help: 'Rounds of the feed behind event streams; none while nobody listens',
      registers,
    }),
    feedSeconds: new Histogram({
      name: 'hermod_feed_query_seconds',
      help: 'Time that a round of the feed took to read what is new',
      buckets: latencyBuckets,
      registers,
    }),
    acceptPending: new Gauge({
      name: 'hermod_accept_pending',
      help: 'Messages waiting for their commit',
      registers,
      collect() {
        this.set(readings.acceptPending());
      },
    }),
    acceptBatch: new Histogram({
      name: 'hermod_accept_batch_requests',
      help: 'Send requests that shared one transaction',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    }),
    states: new Counter({
      name: 'hermod_message_states_total',
      help: 'Messages that have reached a state',
      labelNames: ['state'] as const,
      registers,
    }),
    sentSeconds: new Durations(
      registry,
      'hermod_message_sent_seconds',
      'Time from acceptance, or from the scheduled time, until a carrier has taken the message',
      wayBuckets,
    ),
    deliveredSeconds: new Durations(
      registry,
      'hermod_message_delivered_seconds',
      'Time from acceptance until the receipt says DELIVERED; scheduled messages are left out',
      wayBuckets,
    ),
    connections: new Gauge({
      name: 'hermod_database_connections',
      help: 'Connections to the database, by what they are for (work, reads), in use or idle',
      labelNames: ['pool', 'state'] as const,
      registers,
      collect() {
        for (const [pool, { totalCount, idleCount }] of Object.entries(readings.pools)) {
          this.set({ pool, state: 'in use' }, totalCount - idleCount);
          this.set({ pool, state: 'idle' }, idleCount);
        }
      },
    }),
    writable: new Gauge({
      name: 'hermod_database_writable',
      help: 'Whether the database accepts writes: 1, or 0 if it does not in at least one process',
      aggregator: 'min',
      registers,
      collect() {
        this.set(readings.writeFault() === undefined ? 1 : 0);
      },
    }),
    connectionsWanted: new Gauge({
      name: 'hermod_database_waiting',
      help: 'Statements and transactions that wait for a connection to the database',
      labelNames: ['pool'] as const,
      registers,
      collect() {
        for (const [pool, { waitingCount }] of Object.entries(readings.pools)) this.set({ pool }, waitingCount);
      },
    }),
    jobDone: (job: string): void => jobs.set({ job }, Date.now() / 1_000),
    certificate: new Gauge({
      name: 'hermod_certificate_expiry_timestamp_seconds',
      help: 'When the certificate that is served ends; absent without HERMOD_TLS_CERT',
      labelNames: ['of'] as const,
      aggregator: 'min',
      registers,
    }),
  };
}

/** Of the process itself. */
function registerOwn(registers: Registry[], delays: ReturnType<typeof monitorEventLoopDelay>): void {
  new Gauge({
    name: 'hermod_processes',
    help: 'Processes of this machine that have answered the scrape',
    registers,
    collect() {
      this.set(1);
    },
  });
  new Gauge({
    name: 'hermod_build_info',
    help: 'Always 1; which version runs, and on which Node',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: 'hermod_event_loop_delay_seconds',
    help: 'How late the event loop came to its work, 99th percentile since the last scrape, of the worst process',
    aggregator: 'max',
    registers,
    collect() {
      const { count } = delays;
      // A sample is the time between two runs of the timer, its period included.
      this.set(count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e9 - sampleMs / 1_000));
      delays.reset();
    },
  });
}

export type SharedMetrics = ReturnType<typeof createSharedMetrics>;

/** Of the database that all processes share: read once for a scrape, by the process that it has reached. */
export function createSharedMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    registry,
    waiting: gauge(
      'hermod_messages_waiting',
      'Messages that wait for a carrier, counted up to 100000 (undecided: for any; none: no route takes them)',
      'carrier',
    ),
    oldest: gauge(
      'hermod_messages_waiting_oldest_seconds',
      'How long the one of them waits that has been due for longest; a retry begins anew',
      'carrier',
    ),
    webhooks: gauge(
      'hermod_webhooks_waiting',
      'Webhooks that are not delivered yet, retries and those behind an earlier one among them, counted up to 100000',
    ),
    webhooksOldest: gauge(
      'hermod_webhooks_waiting_oldest_seconds',
      'How long the one of them is due that nobody has taken for longest',
    ),
    paused: gauge(
      'hermod_paused',
      'What an operator has paused: 1 for all, or the number of carriers or accounts',
      'kind',
    ),
    verifyBlocks: gauge(
      'hermod_verify_blocks',
      'Ranges of numbers and countries to which an account sends no verification codes, because hardly any was confirmed',
    ),
    balances: gauge(
      'hermod_account_available_balance',
      'Balance and credit limit of an account in its currency, of the 1000 that have least; with HERMOD_METRICS_BALANCES only',
      'account_id',
      'account',
      'currency',
    ),
    readAt: gauge('hermod_shared_figures_timestamp_seconds', 'When these figures of the database were read'),
  };
}

export type SupervisorMetrics = ReturnType<typeof createSupervisorMetrics>;

/** Of what keeps the processes of a machine running. */
export function createSupervisorMetrics() {
  const registry = new Registry();
  const restarts = new Counter({
    name: 'hermod_process_restarts_total',
    help: 'Processes that ended although nobody asked them to, and were started again (stall: they stood still)',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  // From the beginning: the first one would be no increase otherwise.
  for (const reason of ['crash', 'stall'] as const) restarts.inc({ reason }, 0);
  return { registry, restarts };
}

/** What processes that have ended leave in the sums, so that these never fall: a scraper takes a fall for a restart at 0. */
export async function countsOf(parts: object[]): Promise<object[]> {
  const merged = (await Registry.aggregate(parts as never).getMetricsAsJSON()) as { type: unknown }[];
  return merged.filter(({ type }) => type === 'counter' || type === 'histogram');
}

/** Sums of the same metrics over several processes, in the text format Prometheus reads. */
export async function mergeMetrics(parts: object[]): Promise<string> {
  return Registry.aggregate(parts as never).metrics();
}
