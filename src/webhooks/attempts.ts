import { version } from '../base/version.ts';
import { callbackIn } from '../domain/callback/callback.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { sign } from '../domain/webhook/signature.ts';
import type { BindAttempt, BindTransport } from '../flows/webhooks/bind-transport.ts';
import { keptAllowedRanges } from '../flows/webhooks/webhook-targets.ts';
import { type Attempt, type ClientRequest, createPoster, type Poster } from '../http-client/client.ts';
import { createLookup } from '../http-client/resolver.ts';
import type { Runtime } from '../runtime.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import type { Traces } from '../telemetry/traces.ts';
import { Callbacks, judged, messageGone } from './callbacks.ts';
import { fastSlots } from './endpoints.ts';
import { ownPorts } from './own-ports.ts';
import { Secrets } from './secrets.ts';

/** How long the ranges that an account may reach by exception are cached. */
const exceptionMs = 1_000;
const noBind: BindAttempt = { ok: false, error: 'no bind', durationMs: 0, answer: '', stopped: true };

/** Makes one attempt to deliver an event: a signed POST, a callback in the format of another gateway, or a deliver_sm over a bind. */
export class Attempts {
  readonly #runtime: Runtime;
  readonly #secrets: Secrets;
  readonly #callbacks: Callbacks;
  readonly #poster: Poster;
  readonly #binds: BindTransport | undefined;

  constructor(runtime: Runtime, binds: BindTransport | undefined) {
    const { config, db, log } = runtime;
    this.#runtime = runtime;
    this.#binds = binds;
    this.#secrets = new Secrets(db);
    this.#callbacks = new Callbacks(db);
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

  async make(event: ClaimedEvent): Promise<Attempt | BindAttempt> {
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

  async #call(event: ClaimedEvent): Promise<Attempt> {
    const request = await this.#callbacks.requestFor(event);
    if (request === undefined) return messageGone;
    return judged(await this.#post(event, request), request.expected);
  }

  #post(event: ClaimedEvent, request: ClientRequest): Promise<Attempt> {
    const { traces } = this.#runtime;
    return traces === undefined ? this.#poster.post(request) : this.#traced(traces, event, request);
  }

  async #traced(traces: Traces, event: ClaimedEvent, request: ClientRequest): Promise<Attempt> {
    const { id, kind, subjectId, origin } = event;
    const began = Date.now();
    const { span, headers } = traces.webhook(subjectId);
    const attempt = await this.#poster.post({ ...request, headers: { ...request.headers, ...headers } });
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
