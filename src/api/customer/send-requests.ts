import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import { KeyRefused, Refusal } from '../../domain/errors.ts';
import { type GivenRequest, type SendRequest, withoutNulls } from '../../domain/message/send.ts';
import { isDemoElsewhere, type Keys } from '../../flows/accounts/keys.ts';
import { oncePerKey, requestOrigin, type SendResponse } from '../../flows/sending/order.ts';
import type { Sending } from '../../flows/sending/send.ts';
import type { Runtime } from '../../runtime.ts';
import type { Principal } from '../../store/account/keys.ts';
import { cutDestinations, shapeRefusal } from '../operation/validation.ts';
import { sendBody } from '../schemas/messages.ts';
import { bodyLimit, jsonOrFault, whenBodyTurn } from '../server/bodies.ts';
import { answerFor, HttpError, logFault } from '../server/errors.ts';
import { type Recorder, traceSend } from '../server/requests.ts';
import type { KeyLimits } from './rates.ts';

export const sendPath = '/v1/sms/messages';

type Validate = { (body: unknown): boolean; errors?: FastifySchemaValidationError[] | null };
type Headers = Readonly<Record<string, string>>;
type Dependencies = { readonly runtime: Runtime; readonly limits: KeyLimits; readonly sending: Sending };
type SendCall = {
  readonly request: IncomingMessage;
  readonly principal: Principal;
  readonly began: number;
  readonly requestId: string;
  /** Authentication has already counted it as one request. */
  readonly isCounted: boolean;
  /** Looks the key up again if it was only cached. Accepting a message checks the key; refusing one does not. */
  readonly confirmKey?: (() => Promise<boolean>) | undefined;
};
type SendReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

export class SendRequests {
  readonly #given: Dependencies;
  readonly #validate: () => Validate;

  constructor(app: FastifyInstance, given: Dependencies) {
    const schema = sendBody(given.runtime.config);
    let validate: Validate | undefined;
    this.#given = given;
    // Fastify's compiler, with its settings. It exists only after all schemas were added.
    this.#validate = () =>
      (validate ??= app.validatorCompiler!({
        schema,
        method: 'POST',
        url: sendPath,
        httpPart: 'body',
      }) as unknown as Validate);
  }

  /** Parses, rate-limits, validates and sends. Never rejects: errors become a reply. */
  async answer(call: SendCall, bytes: Buffer): Promise<SendReply> {
    const { request, principal, isCounted } = call;
    let headers: Headers = {};
    try {
      const body = jsonOrFault(bytes);
      this.#count(principal, body, isCounted, (rate) => {
        headers = rate;
      });
      const key = idempotencyKey(request);
      const origin = requestOrigin(principal, 'http', call.requestId);
      const order = { principal, request: this.#requestIn(body), origin };
      const once = key === undefined ? undefined : oncePerKey(order, key);
      const { answer, replayed } = await this.#given.sending.send(order, once);
      if (replayed) return { status: 202, headers: { ...headers, 'idempotent-replayed': 'true' }, body: answer };
      traceSend(this.#given.runtime, request, call, answer);
      return { status: 202, headers, body: answer };
    } catch (error) {
      return this.#refusal(await this.#faultOf(error, call), call.requestId, headers);
    }
  }

  /** A caller with a revoked key learns only that the key is refused. */
  async #faultOf(error: unknown, { confirmKey }: SendCall): Promise<unknown> {
    try {
      return confirmKey === undefined || (await confirmKey()) ? error : new KeyRefused();
    } catch (failure) {
      return failure;
    }
  }

  read(principal: Principal, bytes: Buffer, onRate: (rate: Headers) => void): SendRequest {
    const body = jsonOrFault(bytes);
    this.#count(principal, body, true, onRate);
    return this.#requestIn(body);
  }

  async send(principal: Principal, request: SendRequest, requestId: string): Promise<SendResponse> {
    const { maxRecipients } = this.#given.runtime.config;
    this.count(principal, request);
    try {
      if (request.destinations.length > maxRecipients)
        throw new Refusal(7, `at most ${maxRecipients} destinations in one request`);
      const origin = requestOrigin(principal, 'http', requestId);
      const { answer } = await this.#given.sending.send({ principal, request, origin });
      return JSON.parse(answer) as SendResponse;
    } catch (error) {
      this.#noteRefusal(error);
      throw error;
    }
  }

  /** Counts a request of a compatibility API; throws above the rate limit of the key. */
  count(principal: Principal, body?: unknown): void {
    this.#count(principal, body, false);
  }

  #count({ keyId }: Principal, body: unknown, isCounted: boolean, onRate?: (rate: Headers) => void): void {
    const { headers, refusal } = this.#given.limits.takeFor(keyId, body, isCounted);
    onRate?.(headers);
    if (refusal) throw refusal;
  }

  #requestIn(body: unknown): SendRequest {
    if (body instanceof Refusal) throw body;
    const validate = this.#validate();
    cutDestinations(body, this.#given.runtime.config.maxRecipients);
    const refusal = validate(body) ? undefined : shapeRefusal(validate.errors ?? [], body);
    if (refusal) throw refusal;
    return withoutNulls(body as GivenRequest);
  }

  async #refusal(error: unknown, requestId: string, headers: Headers): Promise<SendReply> {
    const { status, text, headers: own, delayMs } = answerFor(error, true);
    this.#noteRefusal(error);
    logFault(this.#given.runtime.log, status, error, requestId);
    if (delayMs !== undefined) await sleep(delayMs);
    return { status, headers: { ...headers, ...own }, body: JSON.stringify({ error: text }) };
  }

  #noteRefusal(error: unknown): void {
    if (error instanceof Refusal) this.#given.runtime.metrics.refused.inc({ code: error.code });
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type FastPath = {
  readonly runtime: Runtime;
  readonly keys: Keys;
  readonly sends: SendRequests;
  readonly recorder: Recorder;
  readonly newRequestId: (request: IncomingMessage) => string;
  /** The body of the request must not be read now. */
  readonly isRefused: (request: IncomingMessage) => boolean;
};

/**
 * Serves common send requests without Fastify, which would double their cost (docs/decisions/0004). Fastify's route of the same path
 * serves the others: an unknown key, a chunked or compressed body, another Content-Type, an Expect header.
 */
export function fastPath(app: FastifyInstance, fastifyHandler: Handler, given: FastPath): Handler {
  const { keys, sends, recorder, runtime } = given;

  return (request, response) => {
    const caller = isCommon(request) && !given.isRefused(request) ? callerOf(request) : undefined;
    if (caller === undefined) fastifyHandler(request, response);
    else
      receive(
        { request, ...caller, began: performance.now(), requestId: given.newRequestId(request), isCounted: false },
        response,
      );
  };

  function callerOf({ headers, socket }: IncomingMessage): Pick<SendCall, 'principal' | 'confirmKey'> | undefined {
    const key = headers['apikey'];
    if (typeof key !== 'string') return undefined;
    const fresh = keys.kept(key);
    // The stored response of an Idempotency-Key is returned without checking the API key.
    const mayBeOld = fresh === undefined && headers['idempotency-key'] === undefined;
    const principal = mayBeOld ? keys.known(key) : fresh;
    if (principal === undefined) return undefined;
    // Only Fastify knows whether a proxy is trusted.
    const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
    const address = isPassedOn ? undefined : socket.remoteAddress;
    if (isDemoElsewhere(runtime.config, principal.accountId, address)) return undefined;
    const confirmKey = mayBeOld ? async () => (await keys.find(key)) !== undefined : undefined;
    return { principal, confirmKey };
  }

  function receive(call: SendCall, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    call.request.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      whenBodyTurn(
        call.principal.accountId,
        bytes,
        () => void sends.answer(call, bytes).then((answer) => write(call, response, answer)),
      );
    });
  }

  function write(
    { request, began, requestId }: SendCall,
    response: ServerResponse,
    { status, headers, body }: SendReply,
  ): void {
    const lines = ['x-request-id', requestId];
    if (app.draining || app.shedding?.closes(request.socket)) lines.push('connection', 'close');
    for (const [name, value] of Object.entries(headers)) lines.push(name, value);
    lines.push('content-type', 'application/json; charset=utf-8', 'content-length', `${Buffer.byteLength(body)}`);
    response.writeHead(status, lines).end(body);
    recorder.record({
      route: sendPath,
      method: 'POST',
      url: sendPath,
      status,
      ms: performance.now() - began,
      requestId,
    });
  }
}

const commonTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

function isCommon({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    url === sendPath &&
    headers.host !== undefined &&
    commonTypes.has(headers['content-type'] ?? '') &&
    Number(headers['content-length'] ?? Number.NaN) <= bodyLimit &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined
  );
}

export function idempotencyKey({ headers }: { readonly headers: IncomingHttpHeaders }): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new HttpError(400, 'Idempotency-Key must be 1 to 255 printable characters without spaces');
}
