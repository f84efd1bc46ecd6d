import { version } from '../base/version.ts';
import { Batch } from '../bounds/batch.ts';
import type { Config } from '../config/config.ts';
import { hostPort, hostsOf } from '../database/hosts.ts';
import { Cache } from '../domain/cache.ts';
import { callbackIn } from '../domain/callback/callback.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { endpointIn } from '../domain/webhook/endpoint.ts';
import { receiverAnswer, receiverOrigin } from '../domain/webhook/receiver.ts';
import { sign, verify } from '../domain/webhook/signature.ts';
import { isOfThisMachine } from '../flows/this-machine.ts';
import {
  type AttemptOutcome,
  type BindDelivery,
  type BindTransport,
  secretsFor,
  secretsKeptMs,
} from '../flows/webhooks/deliver.ts';
import { keptAllowedRanges } from '../flows/webhooks/webhook-targets.ts';
import { type ClientRequest, createPoster, type ExchangeOutcome, type Poster } from '../http-client/client.ts';
import { createLookup } from '../http-client/resolver.ts';
import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import { originOf } from '../store/webhook/outbox.ts';
import { type EndpointTarget, findEndpointTargets } from '../store/webhook/webhook-endpoints.ts';
import type { Traces } from '../telemetry/traces.ts';
import { CompatReports, judged, messageGone } from './callbacks.ts';
import { fastSlots } from './endpoints.ts';

/** How long the ranges that an account may reach by exception are cached. */
const exceptionMs = 1_000;
const withdrawn = { ok: false, final: true, withdrawn: true, durationMs: 0, answer: '' } as const;
const deleted: AttemptOutcome = { ...withdrawn, error: 'given up: the webhook endpoint was deleted' };
const disabled: AttemptOutcome = { ...withdrawn, error: 'given up: the webhook endpoint is disabled' };
const noBind: BindDelivery = { ok: false, error: 'no bind', durationMs: 0, answer: '', stopped: true };

/**
 * Makes one attempt to deliver an event: a signed POST, a callback in the format of another gateway, or a deliver_sm over a bind. The
 * built-in receiver answers the first two without a connection.
 */
export class Attempts {
  readonly #runtime: Runtime;
  readonly #secrets: Kept<readonly string[]>;
  readonly #endpoints: Kept<EndpointTarget>;
  readonly #callbacks: CompatReports;
  readonly #poster: Poster;
  readonly #binds: BindTransport | undefined;

  constructor(runtime: Runtime, binds: BindTransport | undefined) {
    const { config, db, log } = runtime;
    this.#runtime = runtime;
    this.#binds = binds;
    this.#secrets = new Kept<readonly string[]>((accountIds) => secretsFor(db, accountIds));
    this.#endpoints = new Kept((ids) => findEndpointTargets(db, ids));
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
    const target = await this.#targetOf(event);
    // A sender's URL for status changes may name the endpoint of another account.
    if (target?.accountId !== event.accountId) return deleted;
    if (!target.enabled) return disabled;
    const { payload: body, accountId: account } = event;
    return this.#post(event, { url: target.url, body, account, headers: this.#headers(event, target.secrets) });
  }

  /** Aborts running attempts. */
  close(): Promise<void> {
    return this.#poster.close();
  }

  /** Where an event goes and what signs it: an endpoint of the customer, or a URL and the secrets of the account. */
  async #targetOf({ url, accountId }: ClaimedEvent): Promise<EndpointTarget | undefined> {
    const id = endpointIn(url)?.id;
    if (id !== undefined) return (this.#endpoints.kept(id) ?? (await this.#endpoints.of(id))).value;
    const { value } = this.#secrets.kept(accountId) ?? (await this.#secrets.of(accountId));
    return { accountId, url, enabled: true, secrets: value ?? [] };
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

  #exchange(event: ClaimedEvent, request: ClientRequest): Promise<ExchangeOutcome> {
    const origin = endpointIn(event.url) === undefined ? event.origin : originOf(request.url);
    return origin === receiverOrigin ? this.#receive(event, request) : this.#poster.post(request);
  }

  async #receive(event: ClaimedEvent, { headers, body, manner }: ClientRequest): Promise<ExchangeOutcome> {
    const began = performance.now();
    const claimed = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    };
    const now = Math.floor(this.#runtime.clock() / 1_000);
    const signature = verify(claimed, body, (await this.#targetOf(event))?.secrets ?? [], now);
    const answer = receiverAnswer({ method: manner?.method ?? 'POST', headers, signature });
    return { ok: true, status: 200, durationMs: Math.round(performance.now() - began), answer };
  }

  async #traced(traces: Traces, event: ClaimedEvent, request: ClientRequest): Promise<ExchangeOutcome> {
    const { id, kind, subjectId } = event;
    const began = Date.now();
    const { span, headers } = traces.webhook(subjectId);
    const attempt = await this.#exchange(event, { ...request, headers: { ...request.headers, ...headers } });
    const { status, ok, error = `status ${status}` } = attempt;
    const details = {
      'hermod.event_id': id,
      'hermod.event': kind,
      'server.address': URL.parse(request.url)?.hostname,
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

type Read<Value> = { readonly value: Value | undefined; readonly until: number };

/**
 * Caches what webhooks are delivered with, for `secretsKeptMs`: a change waits that long before it returns. Its age counts from before
 * the query, by a monotonic clock. `value` is undefined if there is none.
 */
class Kept<Value> {
  readonly #kept = new Cache<string, Read<Value>>(mostKept);
  readonly #reading: Batch<string, Read<Value>>;

  constructor(find: (ids: readonly string[]) => Promise<Map<string, Value>>) {
    this.#reading = new Batch({ most: 1_000, run: (ids) => this.#read(find, ids) });
  }

  /** The cached value, if it is not too old. */
  kept(id: string): Read<Value> | undefined {
    const known = this.#kept.get(id);
    return known !== undefined && known.until > performance.now() ? known : undefined;
  }

  /** Reads again if the value expired during the query; after three slow queries, the last result is used. */
  async of(id: string): Promise<Read<Value>> {
    for (let tries = 1; ; tries++) {
      const read = await this.#reading.add(id);
      const fresh = this.kept(id) ?? (tries === mostTries ? read : undefined);
      if (fresh !== undefined) return fresh;
    }
  }

  async #read(find: (ids: readonly string[]) => Promise<Map<string, Value>>, ids: string[]) {
    const until = performance.now() + secretsKeptMs;
    const found = await find([...new Set(ids)]);
    return ids.map((id) => {
      const read = { value: found.get(id), until };
      this.#kept.set(id, read);
      return read;
    });
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
