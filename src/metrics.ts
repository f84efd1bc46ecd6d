import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { Tally } from './tally.ts';

/** The numbers of one process. `collect` gathers those of all processes of the machine, since they share one port. */
export type Metrics = ReturnType<typeof createMetrics>;

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
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
    }),
    acceptBatch: new Histogram({
      name: 'hermod_accept_batch_requests',
      help: 'Send requests that shared one transaction',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    }),
  };
}

/** Sums of the same metrics over several processes, in the text format Prometheus reads. */
export async function mergeMetrics(parts: object[]): Promise<string> {
  return Registry.aggregate(parts as never).metrics();
}
