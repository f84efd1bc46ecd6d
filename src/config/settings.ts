import { resolve } from 'node:path';
import { leastBudget, usualBudget } from '../database/budget.ts';
import { samplers } from '../telemetry/trace-context.ts';
import type { Setting } from './setting.ts';
import * as read from './setting.ts';

/** `F`: the type of the fallback tells whether a setting can stay unset. */
type Declared<T, F> = Setting<T> & { readonly fallback: F };

function setting<T, const F extends string | undefined>(
  name: string,
  fallback: F,
  help: string,
  parse: (text: string) => T,
): Declared<T, F> {
  return { name, fallback, help, parse };
}

/** Never printed or logged, and readable from a file (`NAME_FILE`). */
function secret<T>(name: string, help: string, parse: (text: string) => T): Declared<T, undefined> {
  return { name, fallback: undefined, help, parse, secret: true };
}

export const processLimit = 256;

/** Every setting: name, default, meaning, accepted values. An empty value counts as unset. */
export const settings = {
  host: setting('HERMOD_HOST', '127.0.0.1', 'Address the HTTP API listens on', read.text),
  port: setting('HERMOD_PORT', '8080', 'Port of the HTTP API and its reference', read.port),
  dataDir: setting('HERMOD_DATA_DIR', './data', 'Embedded PostgreSQL, admin token and secret key', (text) =>
    resolve(read.text(text)),
  ),
  databaseUrl: secret('DATABASE_URL', 'PostgreSQL 15 or newer; unset: embedded', read.databaseUrl),
  databaseConnections: setting(
    'HERMOD_DATABASE_CONNECTIONS',
    `${usualBudget}`,
    'Connections to PostgreSQL per process; fewer if the server has less room at start',
    read.count(leastBudget, 500),
  ),
  databaseWaitSeconds: setting(
    'HERMOD_DATABASE_WAIT_SECONDS',
    '60',
    'How long a start waits for an unreachable database; 0: not at all',
    read.count(0, 86_400),
  ),
  processes: setting(
    'HERMOD_PROCESSES',
    'auto',
    'Processes on this machine; auto: one, and more under load, up to one per core',
    read.countOr('auto', 1, processLimit),
  ),
  adminToken: secret('HERMOD_ADMIN_TOKEN', 'Operator access; unset: generated, kept in the data dir', read.token),
  secretKey: secret(
    'HERMOD_SECRET_KEY',
    'Encrypts secrets in the database: 32 bytes in base64 or hex. Required with DATABASE_URL; otherwise unset: generated, kept in the data dir',
    read.secretKey,
  ),
  secretKeyPrevious: secret(
    'HERMOD_SECRET_KEY_PREVIOUS',
    'The key before HERMOD_SECRET_KEY, until hermod secrets rotate has finished',
    read.secretKey,
  ),
  demo: setting(
    'HERMOD_DEMO',
    undefined,
    'Create the demo account once; true: usable from other machines too. Unset: true if embedded, for this machine only',
    read.flag,
  ),
  demoKey: secret('HERMOD_DEMO_KEY', "The demo account's API key; unset: random, kept in the data dir", read.uuid),
  carrierUrl: secret(
    'HERMOD_CARRIER_URL',
    'Default carrier; `simulator:` delivers to no phone. Unset: the simulator if embedded, otherwise none, and no message is accepted until a carrier is added',
    read.carrierUrl,
  ),
  senderApproval: setting(
    'HERMOD_SENDER_APPROVAL',
    undefined,
    'Approval of alphanumeric senders; unset: auto if embedded, otherwise manual',
    read.oneOf('auto', 'manual'),
  ),
  webhookAllow: setting(
    'HERMOD_WEBHOOK_ALLOW',
    undefined,
    'Private address ranges that webhooks may reach; unset: none, except loopback for a demo account that is the only account (embedded)',
    read.ranges,
  ),
  smtpHost: setting('HERMOD_SMTP_HOST', '127.0.0.1', 'Address of the Email2SMS listener', read.text),
  smtpPort: setting('HERMOD_SMTP_PORT', '2525', 'Port of the Email2SMS listener; 0 turns it off', read.port),
  smppHost: setting('HERMOD_SMPP_HOST', '127.0.0.1', 'Address of the SMPP listener for customers', read.text),
  smppPort: setting(
    'HERMOD_SMPP_PORT',
    undefined,
    'Port of the SMPP listener; 0 turns it off. Unset: 2775 if embedded, otherwise off',
    read.port,
  ),
  smppsPort: setting(
    'HERMOD_SMPPS_PORT',
    '0',
    'Port of the SMPP listener with TLS (HERMOD_TLS_CERT, HERMOD_TLS_KEY); 0 turns it off',
    read.port,
  ),
  emailAddress: setting(
    'HERMOD_EMAIL_ADDRESS',
    'sms@localhost',
    'The Email2SMS address; mail to other recipients is rejected',
    read.emailAddress,
  ),
  emailTrustedRelays: setting(
    'HERMOD_EMAIL_TRUSTED_RELAYS',
    '127.0.0.0/8,::1/128',
    'Peers whose From needs no SPF or DKIM proof; none: every peer needs it',
    read.ranges,
  ),
  smtpForwarders: setting(
    'HERMOD_SMTP_XFORWARD_PEERS',
    'none',
    'Mail servers that report the sending client by XFORWARD; SPF is checked for that address',
    read.ranges,
  ),
  emailMaxMegabytes: setting('HERMOD_EMAIL_MAX_MB', '25', 'Largest e-mail in megabytes', read.count(1, 100)),
  emailTextDays: setting(
    'HERMOD_EMAIL_TEXT_DAYS',
    '3',
    'Days for which the text of an e-mail is kept, with its key masked; 0: not kept',
    read.count(0, 365),
  ),
  smtpRateLimit: setting(
    'HERMOD_SMTP_RATE_LIMIT',
    '50',
    'E-mails per second, peer and process, except from trusted relays; 0: no limit',
    read.count(0, 1_000_000),
  ),
  dnsServers: setting(
    'HERMOD_DNS_SERVERS',
    undefined,
    'DNS servers for webhooks and the proof of From (address or address:port); unset: those of the system',
    read.servers,
  ),
  imapUrl: secret('HERMOD_IMAP_URL', 'Mailbox that Email2SMS requests are read from', read.imapUrl),
  mailRelayUrl: secret(
    'HERMOD_MAIL_RELAY_URL',
    'SMTP server for outgoing e-mails; unset: they are kept and shown in the console',
    read.url('smtp', 'smtps'),
  ),
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
    'Age at which messages and attempts are deleted',
    read.count(1, 36_500),
  ),
  validitySeconds: setting(
    'HERMOD_VALIDITY_SECONDS',
    '172800',
    'How long Hermod and its carriers try to send a message',
    read.count(1, 604_800),
  ),
  receiptGraceSeconds: setting(
    'HERMOD_RECEIPT_GRACE_SECONDS',
    '86400',
    'How long after the validity a receipt may still arrive; then the state is UNKNOWN',
    read.count(0, 2_592_000),
  ),
  webhookRetryScale: setting(
    'HERMOD_WEBHOOK_RETRY_SCALE',
    '1',
    'Factor for the delays between webhook retries; for tests and demos',
    read.fraction(0, 1),
  ),
  rateLimit: setting(
    'HERMOD_RATE_LIMIT',
    '10000',
    'Requests per second, API key and process; ten recipients count as one request. 0: no limit',
    read.count(0, 1_000_000),
  ),
  trustedProxies: setting(
    'HERMOD_TRUSTED_PROXIES',
    'none',
    'Address ranges of proxies whose X-Forwarded-For is trusted',
    read.ranges,
  ),
  metricsBalances: setting(
    'HERMOD_METRICS_BALANCES',
    'false',
    'Show the available balance of each account in /metrics, which needs no key',
    read.flag,
  ),
  drainSeconds: setting(
    'HERMOD_DRAIN_SECONDS',
    '10',
    'Seconds that a stopping process has to finish its work',
    read.count(0, 600),
  ),
  lameDuckSeconds: setting(
    'HERMOD_LAME_DUCK_SECONDS',
    '0',
    'Seconds for which a stopping service fails /health/ready and still accepts requests',
    read.count(0, 600),
  ),
  stallSeconds: setting(
    'HERMOD_STALL_SECONDS',
    '10',
    'Seconds without a turn of the event loop after which a process is replaced; 0: never',
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
    'OpenTelemetry collector for traces, by HTTP (/v1/traces); unset: no traces',
    read.url('http', 'https'),
  ),
  otlpHeaders: secret(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, as name=value,name=value',
    read.headers,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/json',
    'http/json; http/protobuf is accepted too, and JSON is sent to the same address',
    read.oneOf('http/json', 'http/protobuf'),
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'hermod', 'Name of this service in traces', read.text),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which traces are recorded: always_on, always_off, traceidratio, each also with the prefix parentbased_',
    read.oneOf(...samplers),
  ),
  tracesRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Share of the traces that traceidratio records, 0 to 1',
    read.fraction(0, 1),
  ),
} satisfies Record<string, Setting<unknown>>;
