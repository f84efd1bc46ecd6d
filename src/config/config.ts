import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Problem } from '../base/problem.ts';
import { leastBudget, usualBudget } from '../database/budget.ts';
import { samplers } from '../telemetry/trace-context.ts';
import { fileName, textOf } from './secret-file.ts';
import type { Setting } from './setting.ts';
import * as read from './setting.ts';

const setting = <T>(
  name: string,
  fallback: string | undefined,
  help: string,
  parse: (text: string) => T,
): Setting<T> => ({
  name,
  fallback,
  help,
  parse,
});

/** On one machine. */
const processLimit = 256;
/** As IANA has it. */
const usualSmppPort = 2775;

/** Every setting once: the name people type, its default, what it means, what it accepts. `''` means "not set". */
export const settings = {
  host: setting('HERMOD_HOST', '127.0.0.1', 'Address the HTTP API listens on', read.text),
  port: setting('HERMOD_PORT', '8080', 'Port of the HTTP API and its reference', read.port),
  dataDir: setting('HERMOD_DATA_DIR', './data', 'Embedded PostgreSQL, admin token and secret key', (text) =>
    resolve(read.text(text)),
  ),
  databaseUrl: {
    ...setting('DATABASE_URL', undefined, 'PostgreSQL 15 or newer; unset: embedded', read.databaseUrl),
    secret: true,
  },
  databaseConnections: setting(
    'HERMOD_DATABASE_CONNECTIONS',
    `${usualBudget}`,
    'Connections to PostgreSQL that one process may have; a start takes fewer if the server has no room',
    read.count(leastBudget, 500),
  ),
  databaseWaitSeconds: setting(
    'HERMOD_DATABASE_WAIT_SECONDS',
    '60',
    'How long a start waits for a database that is away; 0: not at all',
    read.count(0, 86_400),
  ),
  processes: setting(
    'HERMOD_PROCESSES',
    'auto',
    'Processes on this machine; auto: one, and more under load, up to one per core',
    read.countOr('auto', 1, processLimit),
  ),
  adminToken: {
    ...setting('HERMOD_ADMIN_TOKEN', undefined, 'Operator access; unset: generated, kept in the data dir', read.token),
    secret: true,
  },
  secretKey: {
    ...setting(
      'HERMOD_SECRET_KEY',
      undefined,
      'Encrypts secrets in the database: 32 bytes, base64 or hex; required with DATABASE_URL; unset: generated, kept in the data dir',
      read.secretKey,
    ),
    secret: true,
  },
  secretKeyPrevious: {
    ...setting(
      'HERMOD_SECRET_KEY_PREVIOUS',
      undefined,
      'The key before HERMOD_SECRET_KEY, while hermod secrets rotate has not ended',
      read.secretKey,
    ),
    secret: true,
  },
  demo: setting(
    'HERMOD_DEMO',
    undefined,
    'Create the demo account once; true: it can be used from other machines too. Unset: true if embedded, for this machine only',
    read.flag,
  ),
  demoKey: {
    ...setting(
      'HERMOD_DEMO_KEY',
      undefined,
      "The demo account's API key; unset: random, kept in the data dir",
      read.uuid,
    ),
    secret: true,
  },
  carrierUrl: {
    ...setting(
      'HERMOD_CARRIER_URL',
      undefined,
      'Default carrier; simulator: delivers to no phone. Unset: simulator if embedded, else none, and nothing is accepted until one is added',
      read.carrierUrl,
    ),
    secret: true,
  },
  senderApproval: setting(
    'HERMOD_SENDER_APPROVAL',
    undefined,
    'Alphanumeric senders; unset: auto if embedded, else manual',
    read.oneOf('auto', 'manual'),
  ),
  maxSenders: setting('HERMOD_MAX_SENDERS', '1000', 'Senders that an account may have', read.count(1, 100_000)),
  senderCodesPerDay: setting(
    'HERMOD_SENDER_CODES_PER_DAY',
    '2000',
    'Confirmation codes by SMS in 24 hours, over all accounts',
    read.count(1, 1_000_000),
  ),
  verifyPerNumber: setting(
    'HERMOD_VERIFY_PER_NUMBER',
    '5',
    'Verification codes of an account to one number in an hour; four times as many in a day',
    read.count(1, 1_000),
  ),
  verifyPerPrefix: setting(
    'HERMOD_VERIFY_PER_PREFIX',
    '100',
    'Verification codes of an account to a range of 10,000 numbers in an hour',
    read.count(1, 1_000_000),
  ),
  verifyFreshPrefix: setting(
    'HERMOD_VERIFY_FRESH_PREFIX',
    '10',
    'The same for a range in which no code was confirmed in the last 30 days',
    read.count(1, 1_000_000),
  ),
  verifyPerAccount: setting(
    'HERMOD_VERIFY_PER_ACCOUNT',
    '1000',
    'Verification codes of an account in an hour',
    read.count(1, 10_000_000),
  ),
  verifyConversion: setting(
    'HERMOD_VERIFY_CONVERSION',
    '10',
    'Percent of the codes to a range or country that have to be confirmed, or it is blocked; 0: nothing is',
    read.count(0, 100),
  ),
  verifyWindowHours: setting(
    'HERMOD_VERIFY_WINDOW_HOURS',
    '24',
    'How far back codes are counted for that, and how long a block lasts',
    read.count(1, 168),
  ),
  webhookAllow: setting(
    'HERMOD_WEBHOOK_ALLOW',
    undefined,
    'Private ranges that webhooks of all accounts may reach; unset: none, but loopback for a demo account that is the only account (embedded)',
    read.ranges,
  ),
  smtpHost: setting('HERMOD_SMTP_HOST', '127.0.0.1', 'Address of the Email2SMS listener', read.text),
  smtpPort: setting('HERMOD_SMTP_PORT', '2525', 'Port of the Email2SMS listener; 0 turns it off', read.port),
  smppHost: setting('HERMOD_SMPP_HOST', '127.0.0.1', 'Address that customers bind to by SMPP', read.text),
  smppPort: setting(
    'HERMOD_SMPP_PORT',
    undefined,
    'Port that customers bind to by SMPP; 0 turns it off; unset: 2775 if embedded, else off',
    read.port,
  ),
  smppsPort: setting(
    'HERMOD_SMPPS_PORT',
    '0',
    'The same with TLS, by HERMOD_TLS_CERT and HERMOD_TLS_KEY; 0: off',
    read.port,
  ),
  emailAddress: setting('HERMOD_EMAIL_ADDRESS', 'sms@localhost', 'The Email2SMS address', read.emailAddress),
  emailTrustedRelays: setting(
    'HERMOD_EMAIL_TRUSTED_RELAYS',
    '127.0.0.0/8,::1/128',
    'Peers whose From needs no SPF/DKIM proof; none: all need it',
    read.ranges,
  ),
  smtpForwarders: setting(
    'HERMOD_SMTP_XFORWARD_PEERS',
    'none',
    'Mail servers that say by XFORWARD whom an e-mail came from; SPF is checked for that address',
    read.ranges,
  ),
  emailMaxMegabytes: setting('HERMOD_EMAIL_MAX_MB', '25', 'Largest e-mail in megabytes', read.count(1, 100)),
  emailReadSeconds: setting(
    'HERMOD_EMAIL_READ_SECONDS',
    '10',
    'Seconds of the processor one e-mail may take to be read; after two tries it is rejected',
    read.count(1, 60),
  ),
  emailReadMegabytes: setting(
    'HERMOD_EMAIL_READ_MB',
    '256',
    'Memory in which e-mails are read, beside their own bytes; what exceeds it twice is rejected',
    read.count(16, 4_096),
  ),
  emailFallbackCharset: setting(
    'HERMOD_EMAIL_FALLBACK_CHARSET',
    'windows-1250',
    'Charset of e-mails that declare none and are not UTF-8',
    read.charset,
  ),
  emailTextDays: setting(
    'HERMOD_EMAIL_TEXT_DAYS',
    '3',
    'Days the text of an e-mail is kept, its key masked; 0: not at all',
    read.count(0, 365),
  ),
  smtpRateLimit: setting(
    'HERMOD_SMTP_RATE_LIMIT',
    '50',
    'E-mails per second, peer and process, of peers that are no trusted relays; 0: no limit',
    read.count(0, 1_000_000),
  ),
  emailProofSeconds: setting(
    'HERMOD_EMAIL_PROOF_SECONDS',
    '20',
    'Seconds the proof of an e-mail’s From may take, and a tenth of it each question to DNS; then the e-mail is to come again',
    read.count(1, 600),
  ),
  dnsServers: setting(
    'HERMOD_DNS_SERVERS',
    undefined,
    'DNS servers for webhooks and the proof of From (address or address:port); unset: those of the system',
    read.servers,
  ),
  imapUrl: {
    ...setting('HERMOD_IMAP_URL', undefined, 'Mailbox to read requests from', read.imapUrl),
    secret: true,
  },
  mailRelayUrl: {
    ...setting(
      'HERMOD_MAIL_RELAY_URL',
      undefined,
      'Where e-mails go out; unset: kept and shown',
      read.url('smtp', 'smtps'),
    ),
    secret: true,
  },
  serviceName: setting('HERMOD_SERVICE_NAME', 'Hermod', 'Name in e-mails and in the reference', read.text),
  serviceSender: setting(
    'HERMOD_SERVICE_SENDER',
    undefined,
    'Sender of confirmation codes by SMS; unset: the service name',
    read.sender,
  ),
  tlsCert: setting('HERMOD_TLS_CERT', undefined, 'Certificate file (PEM): HTTPS without a proxy', read.text),
  tlsKey: setting('HERMOD_TLS_KEY', undefined, 'Private key file (PEM) of the certificate', read.text),
  retentionDays: setting(
    'HERMOD_RETENTION_DAYS',
    '90',
    'Age at which messages and attempts are dropped',
    read.count(1, 36_500),
  ),
  validitySeconds: setting(
    'HERMOD_VALIDITY_SECONDS',
    '172800',
    'How long sending a message is tried, and how long carriers may try',
    read.count(1, 604_800),
  ),
  receiptGraceSeconds: setting(
    'HERMOD_RECEIPT_GRACE_SECONDS',
    '86400',
    'Time after the validity in which a receipt may still come; then UNKNOWN',
    read.count(0, 2_592_000),
  ),
  webhookRetryScale: setting(
    'HERMOD_WEBHOOK_RETRY_SCALE',
    '1',
    'Multiplies the delays between webhook retries; for tests and demos',
    read.fraction(0, 1),
  ),
  maxRecipients: setting('HERMOD_MAX_RECIPIENTS', '1000', 'Recipients in one request', read.count(1, 10_000)),
  rateLimit: setting(
    'HERMOD_RATE_LIMIT',
    '10000',
    'Requests per second, API key and process, every ten recipients counted as one; 0: no limit',
    read.count(0, 1_000_000),
  ),
  maxConnections: setting(
    'HERMOD_MAX_CONNECTIONS',
    undefined,
    'HTTP connections per process; unset: 24000, or three quarters of the descriptors it may have',
    read.count(16, 1_000_000),
  ),
  maxConnectionsPerPeer: setting(
    'HERMOD_MAX_CONNECTIONS_PER_PEER',
    undefined,
    'HTTP connections per process and address (IPv6: /64), of peers that are no trusted proxies; unset: half of all',
    read.count(1, 1_000_000),
  ),
  trustedProxies: setting(
    'HERMOD_TRUSTED_PROXIES',
    undefined,
    'Ranges of proxies whose X-Forwarded-For is believed; unset: none',
    read.ranges,
  ),
  metricsBalances: setting(
    'HERMOD_METRICS_BALANCES',
    'false',
    'Show what each account can spend in /metrics, which asks for no key',
    read.flag,
  ),
  drainSeconds: setting(
    'HERMOD_DRAIN_SECONDS',
    '10',
    'Time a stopping process has to finish its work',
    read.count(0, 600),
  ),
  lameDuckSeconds: setting(
    'HERMOD_LAME_DUCK_SECONDS',
    '0',
    'Time in which a service that stops says so on /health/ready and still accepts requests',
    read.count(0, 600),
  ),
  stallSeconds: setting(
    'HERMOD_STALL_SECONDS',
    '10',
    'A process that stands still for so long is replaced; 0: never',
    read.count(0, 600),
  ),
  logLevel: setting(
    'HERMOD_LOG_LEVEL',
    'info',
    'trace, debug (every request), info, warn, error or silent',
    read.oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    undefined,
    'Collector of OpenTelemetry that gets traces, by HTTP (/v1/traces); unset: none are made',
    read.url('http', 'https'),
  ),
  otlpHeaders: {
    ...setting(
      'OTEL_EXPORTER_OTLP_HEADERS',
      undefined,
      'Headers for the collector, as name=value,name=value',
      read.headers,
    ),
    secret: true,
  },
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/json',
    'http/json; http/protobuf is taken too, and JSON is sent to the same address',
    read.oneOf('http/json', 'http/protobuf'),
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'hermod', 'Name of this service in traces', read.text),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which traces are made: always_on, always_off, traceidratio, or these with parentbased_ in front',
    read.oneOf(...samplers),
  ),
  tracesRatio: setting('OTEL_TRACES_SAMPLER_ARG', '1', 'Share of the traces for traceidratio', read.fraction(0, 1)),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
type Key = keyof Settings;
type Optional =
  | 'databaseUrl'
  | 'adminToken'
  | 'secretKey'
  | 'secretKeyPrevious'
  | 'demoKey'
  | 'carrierUrl'
  | 'maxConnections'
  | 'maxConnectionsPerPeer'
  | 'dnsServers'
  | 'imapUrl'
  | 'mailRelayUrl'
  | 'serviceSender'
  | 'tlsCert'
  | 'tlsKey'
  | 'otlpEndpoint'
  | 'otlpHeaders';
type Value<K extends Key> = ReturnType<Settings[K]['parse']>;

/** The effective values, parsed once at start, frozen, and handed to every process as they are. */
export type Config = Readonly<{ [K in Key]: K extends Optional ? Value<K> | undefined : Value<K> }> & {
  /** Without a DATABASE_URL, Hermod runs its own PostgreSQL. */
  readonly embedded: boolean;
  /** Webhooks of the demo account may reach loopback while it is the only account. */
  readonly demoLoopback: boolean;
  /** HERMOD_DEMO is set to true: the demo account may be used from other machines. */
  readonly demoAnywhere: boolean;
};

/** Processes that this machine runs at most. */
export const mostProcesses = ({ processes }: Pick<Config, 'processes'>): number =>
  processes === 'auto' ? Math.min(processLimit, availableParallelism()) : processes;

export type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment): Config {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = textOf(setting, environment) ?? setting.fallback;
    values[key] = text === undefined ? undefined : read.value(setting, text);
  }
  read.bothOrNeither(settings.tlsCert.name, values['tlsCert'], settings.tlsKey.name, values['tlsKey']);
  const embedded = values['databaseUrl'] === undefined;
  const demoLoopback = embedded && values['webhookAllow'] === undefined;
  const demoAnywhere = values['demo'] === true;
  values['webhookAllow'] ??= [];
  values['demo'] ??= embedded;
  values['senderApproval'] ??= embedded ? 'auto' : 'manual';
  values['trustedProxies'] ??= [];
  values['smppPort'] ??= embedded ? usualSmppPort : 0;
  if (values['smppsPort'] !== 0 && values['tlsCert'] === undefined)
    throw new Problem(
      `${settings.smppsPort.name} is set but ${settings.tlsCert.name} is not`,
      `Set ${settings.tlsCert.name} and ${settings.tlsKey.name} as well, or unset ${settings.smppsPort.name}`,
    );
  return Object.freeze({ ...values, embedded, demoLoopback, demoAnywhere }) as Config;
}

/** Read by commands that talk to a running service. */
const clientNames = ['HERMOD_URL', 'HERMOD_API_KEY', 'HERMOD_WEBHOOK_SECRET'];

/** Names that look like ours and are not: most often a typing mistake, so the nearest known name is offered. */
export function unknownNames(environment: Environment): { name: string; nearest: string }[] {
  const ours = Object.values<Setting<unknown>>(settings);
  const files = ours.filter(({ secret }) => secret).map(fileName);
  const known = [...ours.map((setting) => setting.name), ...files, ...clientNames];
  return Object.keys(environment)
    .filter((name) => name.startsWith('HERMOD_') && !known.includes(name))
    .map((name) => ({ name, nearest: read.nearest(name, known) }));
}

/** Name and value as a person may see them: secrets hidden, unset ones said to be unset. */
export function describeConfig(config: Config): { name: string; value: string; help: string }[] {
  return (Object.entries(settings) as [Key, Setting<unknown>][]).map(([key, setting]) => ({
    name: setting.name,
    value: shown(setting, config[key]),
    help: setting.help,
  }));
}

function shown(setting: Setting<unknown>, value: unknown): string {
  if (value === undefined) return '(unset)';
  if (setting.secret) return '(set, hidden)';
  return Array.isArray(value) ? value.join(',') || '(none)' : String(value as string | number | boolean);
}
