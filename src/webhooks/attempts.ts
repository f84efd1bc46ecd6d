import { version } from '../base/version.ts';
import { Batch } from '../bounds/batch.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/db.ts';
import { hostPort, hostsOf } from '../database/hosts.ts';
import { Cache } from '../domain/cache.ts';
import { callbackIn } from '../domain/callback/callback.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { receiverAnswer, receiverOrigin } from '../domain/webhook/receiver.ts';
import { sign, verify } from '../domain/webhook/signature.ts';
import { isOfThisMachine } from '../flows/this-machine.ts';
import { type BindDelivery, type BindTransport, secretsFor, secretsKeptMs } from '../flows/webhooks/deliver.ts';
import { keptAllowedRanges } from '../flows/webhooks/webhook-targets.ts';
import { type ClientRequest, createPoster, type ExchangeOutcome, type Poster } from '../http-client/client.ts';
import { createLookup } from '../http-client/resolver.ts';
import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import type { Traces } from '../telemetry/traces.ts';
import { CompatReports, judged, messageGone } from './callbacks.ts';
import { fastSlots } from './endpoints.ts';

/** How long the ranges that an account may reach by exception are cached. */
const exceptionMs = 1_000;
const noBind: BindDelivery = { ok: false, error: 'no bind', durationMs: 0, answer: '', stopped: true };

/**
 * Makes one attempt to deliver an event: a signed POST, a callback in the format of another gateway, or a deliver_sm over a bind. The
 * built-in receiver answers the first two without a connection.
 */
export class Attempts {
  readonly #runtime: Runtime;
  readonly #secrets: Secrets;
  readonly #callbacks: CompatReports;
  readonly #poster: Poster;
  readonly #binds: BindTransport | undefined;

  constructor(runtime: Runtime, binds: BindTransport | undefined) {
    const { config, db, log } = runtime;
    this.#runtime = runtime;
    this.#binds = binds;
    this.#secrets = new Secrets(db);
    this.#callbacks = new CompatReports(db);
    this.#poster = createPoster({
      allow: config.webhookAllow,
      exceptions: config.demoLoopback
        ? { of: keptAllowedRanges(runtime, exceptionMs), holdsMs: exceptionMs }
        : undefined,
      isClosed: ownPorts(config),
      userAgent: `${config.serviceName}/${version}`,
      connections: fastSlots,
      lookup: createLookup(config.dnsServers),
      log,
    });
  }

  async make(event: ClaimedEvent): Promise<ExchangeOutcome | BindDelivery> {
    if (event.kind === 'delivery report' && callbackIn(event.url) !== undefined) return this.#call(event);
    if (event.origin === bindOrigin) return (await this.#binds?.attempt(event)) ?? noBind;
    const secrets = this.#secrets.kept(event.accountId) ?? (await this.#secrets.of(event.accountId));
    const { url, payload: body, accountId: account } = event;
    return this.#post(event, { url, body, account, headers: this.#headers(event, secrets) });
  }

  /** Aborts running attempts. */
  close(): Promise<void> {
    return this.#poster.close();
  }

  async #call(event: ClaimedEvent): Promise<ExchangeOutcome> {
    const request = await this.#callbacks.requestFor(event);
    if (request === undefined) return messageGone;
    return judged(await this.#post(event, request), event.origin === receiverOrigin ? undefined : request.expected);
  }

  #post(event: ClaimedEvent, request: ClientRequest): Promise<ExchangeOutcome> {
    const { traces } = this.#runtime;
    return traces === undefined ? this.#exchange(event, request) : this.#traced(traces, event, request);
  }

  #exchange({ origin }: ClaimedEvent, request: ClientRequest): Promise<ExchangeOutcome> {
    return origin === receiverOrigin ? this.#receive(request) : this.#poster.post(request);
  }

  async #receive({ headers, body, account = '', manner }: ClientRequest): Promise<ExchangeOutcome> {
    const began = performance.now();
    const claimed = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    };
    const now = Math.floor(this.#runtime.clock() / 1_000);
    const signature = verify(claimed, body, await this.#secrets.of(account), now);
    const answer = receiverAnswer({ method: manner?.method ?? 'POST', headers, signature });
    return { ok: true, status: 200, durationMs: Math.round(performance.now() - began), answer };
  }

  async #traced(traces: Traces, event: ClaimedEvent, request: ClientRequest): Promise<ExchangeOutcome> {
    const { id, kind, subjectId, origin } = event;
    const began = Date.now();
    const { span, headers } = traces.webhook(subjectId);
    const attempt = await this.#exchange(event, { ...request, headers: { ...request.headers, ...headers } });
    const { status, ok, error = `status ${status}` } = attempt;
    const details = {
      'hermod.event_id': id,
      'hermod.event': kind,
      'server.address': URL.parse(origin)?.hostname,
      'http.response.status_code': status,
    };
    traces.posted(span, subjectId, began, details, ok ? undefined : error);
    return attempt;
  }

  #headers({ id, kind, subjectId, payload: body }: ClaimedEvent, secrets: readonly string[]): Record<string, string> {
    const timestamp = Math.floor(this.#runtime.clock() / 1_000);
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': sign({ id, timestamp, body, secrets }),
      ...(kind === 'delivery report' ? { 'x-message-id': subjectId } : {}),
    };
  }
}

const mostKept = 10_000;
const mostTries = 3;

/**
 * Caches the secrets that webhooks are signed with, for `secretsKeptMs`: a rotation waits that long before it returns the new secret.
 * Their age counts from before the query, by a monotonic clock.
 */
export class Secrets {
  readonly #kept = new Cache<string, { secrets: string[]; until: number }>(mostKept);
  readonly #reading: Batch<string, string[]>;

  constructor(db: Db) {
    this.#reading = new Batch({ most: 1_000, run: (accountIds) => this.#read(db, accountIds) });
  }

  /** The cached secrets, if they are not too old. */
  kept(accountId: string): readonly string[] | undefined {
    const known = this.#kept.get(accountId);
    return known !== undefined && known.until > performance.now() ? known.secrets : undefined;
  }

  /** Reads again if the secrets expired during the query; after three slow queries, the last result is used. */
  async of(accountId: string): Promise<readonly string[]> {
    let secrets = this.kept(accountId);
    for (let tries = 0; secrets === undefined && tries < mostTries; tries++) {
      const read = await this.#reading.add(accountId);
      secrets = this.kept(accountId) ?? (tries === mostTries - 1 ? read : undefined);
    }
    return secrets!;
  }

  async #read(db: Db, accountIds: string[]): Promise<string[][]> {
    const until = performance.now() + secretsKeptMs;
    const found = await secretsFor(db, [...new Set(accountIds)]);
    for (const [id, secrets] of found) this.#kept.set(id, { secrets, until });
    return accountIds.map((id) => found.get(id)!);
  }
}

/**
 * Whether an address and port are Hermod's own, or those of a PostgreSQL on this machine. Such a webhook is refused whatever
 * HERMOD_WEBHOOK_ALLOW lists: it would reach listeners from inside, past a firewall.
 */
export function ownPorts(config: Config): (address: string, port: number) => boolean {
  const { port: http, smtpPort, smppPort, smppsPort, databaseUrl } = config;
  const database = databaseUrl === undefined ? [] : hostsOf(databaseUrl).map(hostPort);
  const ports = new Set([http, smtpPort, smppPort, smppsPort, ...database]);
  return (address, port) => ports.has(port) && isOfThisMachine(address);
}
