import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';
import { Refusal } from '../domain/errors.ts';
import { type GivenRequest, type SendRequest, withoutNulls } from '../domain/message/send.ts';
import { isDemoElsewhere } from '../flows/demo.ts';
import type { Keys } from '../flows/keys.ts';
import type { Sending } from '../flows/send.ts';
import type { Runtime } from '../runtime.ts';
import type { Principal } from '../store/account/keys.ts';
import type { TSchema } from '../type.ts';
import type { Bodies } from './bodies.ts';
import type { Door } from './door.ts';
import { answerFor, logFault } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { jsonOrFault } from './json.ts';
import { costOf, type KeyLimits, type Toll } from './limits.ts';
import type { Recorder } from './recorder.ts';
import { sendBody } from './schemas/messages.ts';
import { cutDestinations, shapeRefusal } from './shape.ts';
import { traceSend } from './traced.ts';

export const sendPath = '/v1/sms/messages';
/** Enough for some thousand recipients less than a large request has; those spend their time elsewhere. */
const mostBytes = 16_384;
/** A request with any of these asks for something unusual. */
const unusual = ['content-encoding', 'expect'] as const;
const usualTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

const replayedHeader = { 'idempotent-replayed': 'true' };

type Dependencies = {
  runtime: Runtime;
  keys: Keys;
  limits: KeyLimits;
  door: Door;
  bodies: Bodies;
  sending: Sending;
  recorder: Recorder;
  newRequestId: (request: IncomingMessage) => string;
};
type Visit = {
  request: IncomingMessage;
  response: ServerResponse;
  principal: Principal;
  began: number;
  requestId: string;
};

/**
 * The usual send request goes past the framework: a known key, a small JSON body, nothing special. It is checked by the
 * same schema and sent by the same flow, and refused with the same words; whatever is unusual goes the long way. The
 * framework's turns cost as much as the rest of the request (docs/decisions/0004).
 */
export function openFastPath(app: FastifyInstance, given: Dependencies): void {
  const server = app.server as Server;
  const [longWay] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const { maxRecipients: mostRecipients } = given.runtime.config;
  const validate = validator(app, sendBody(given.runtime.config));
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isPlain = isUsual(request) && !app.draining && given.bodies.fault(request) === undefined;
    const principal = isPlain ? callerOf(request) : undefined;
    if (principal === undefined) longWay!.call(server, request, response);
    else receive({ request, response, principal, began: performance.now(), requestId: given.newRequestId(request) });
  });

  function callerOf({ headers, socket }: IncomingMessage): Principal | undefined {
    const key = headers['apikey'];
    const principal = typeof key === 'string' ? given.keys.known(key) : undefined;
    if (principal === undefined) return undefined;
    // Whether a proxy is trusted is known on the long way.
    const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
    const address = isPassedOn ? undefined : socket.remoteAddress;
    return isDemoElsewhere(given.runtime.config, principal.accountId, address) ? undefined : principal;
  }

  function receive(visit: Visit): void {
    let bytes: Buffer | undefined;
    visit.request.on('data', (chunk: Buffer) => {
      bytes = bytes === undefined ? chunk : Buffer.concat([bytes, chunk]);
    });
    visit.request.on('end', () => {
      const body = bytes ?? Buffer.alloc(0);
      bytes = undefined;
      given.door.body(visit.principal.accountId, body.length, () => serve(visit, body));
    });
  }

  function serve(visit: Visit, bytes: Buffer): void {
    const body = jsonOrFault(bytes);
    const toll = given.limits.take(visit.principal.keyId, costOf(body, mostRecipients));
    const refuse = (error: unknown) => answerError(visit, toll, error);
    try {
      if (toll?.refusal) throw toll.refusal;
      const key = idempotencyKey(visit.request);
      given.sending.send(visit.principal, requestIn(body), key, visit).then(({ answer: text, replayed }) => {
        answer(visit, toll, 202, text, replayed ? replayedHeader : {});
        if (!replayed) traceSend(given.runtime, visit.request, visit, text);
      }, refuse);
    } catch (error) {
      refuse(error);
    }
  }

  function requestIn(body: unknown): SendRequest {
    if (body instanceof Refusal) throw body;
    cutDestinations(body, mostRecipients);
    const refusal = validate(body) ? undefined : shapeRefusal(validate.errors ?? [], body);
    if (refusal) throw refusal;
    return withoutNulls(body as GivenRequest);
  }

  function answerError(visit: Visit, toll: Toll | undefined, error: unknown): void {
    if (error instanceof Refusal) given.runtime.metrics.refused.inc({ code: error.code });
    const { status, text, headers = {}, delayMs } = answerFor(error, true);
    const tell = () =>
      answer(visit, toll, status, JSON.stringify({ error: text }), headers, () =>
        logFault(given.runtime.log, status, error, visit.requestId),
      );
    if (delayMs === undefined) tell();
    else setTimeout(tell, delayMs);
  }

  function answer(
    { request, response, began, requestId }: Visit,
    toll: Toll | undefined,
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
    also?: () => void,
  ): void {
    const lines = ['x-request-id', requestId];
    if (app.draining || app.shedding?.closes(request.socket)) lines.push('connection', 'close');
    if (toll) lines.push('ratelimit-policy', given.limits.policy, 'ratelimit', toll.ratelimit);
    for (const [name, value] of Object.entries(headers)) lines.push(name, value);
    lines.push('content-type', 'application/json; charset=utf-8', 'content-length', `${Buffer.byteLength(body)}`);
    response.writeHead(status, lines).end(body);
    given.recorder.record({
      route: sendPath,
      method: 'POST',
      url: sendPath,
      status,
      ms: performance.now() - began,
      requestId,
    });
    also?.();
  }
}

function isUsual({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    url === sendPath &&
    headers.host !== undefined &&
    usualTypes.has(headers['content-type'] ?? '') &&
    Number(headers['content-length'] ?? Number.NaN) <= mostBytes &&
    unusual.every((name) => headers[name] === undefined)
  );
}

type Validate = { (body: unknown): boolean; errors?: FastifySchemaValidationError[] | null };

/** The framework's own, with its settings. */
function validator(app: FastifyInstance, schema: TSchema): Validate {
  return app.validatorCompiler!({ schema, method: 'POST', url: sendPath, httpPart: 'body' }) as unknown as Validate;
}
