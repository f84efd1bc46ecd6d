import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isWithin, loopback } from '../../domain/webhook/address.ts';
import type { Runtime } from '../../runtime.ts';

/**
 * The id of a request: the caller's X-Request-Id if it has only safe characters, so that logs of both sides can be joined; otherwise a
 * random prefix of the process and a counter, which is much cheaper than a UUID per request.
 */
export function requestIds(): (request?: IncomingMessage) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    const given = request?.headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

/** The client of a request. A proxy may report any text; a text that is not an address is ignored. */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  return isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip;
}

/** Undefined behind a proxy that HERMOD_TRUSTED_PROXIES does not list: then only the address of the proxy is known. */
export function knownAddress(request: FastifyRequest): string | undefined {
  const { headers, ip, raw } = request;
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return isPassedOn && ip === raw.socket.remoteAddress ? undefined : clientAddress(request);
}

const passedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Whether a program on this machine opened the connection over loopback, and is not a proxy that passes on a request. */
export function isLocal({ headers, raw }: FastifyRequest): boolean {
  return isWithin(raw.socket.remoteAddress ?? '', loopback) && !passedOn.some((name) => headers[name] !== undefined);
}

export type CompletedRequest = {
  route: string;
  method: string;
  url: string;
  status: number;
  ms: number;
  requestId: string;
};
type RouteMetrics = { count: () => void; observe: (seconds: number) => void };

/** Counts every response and, at level debug, logs it. The metrics of a route are looked up once, not per request. */
export class Recorder {
  readonly #runtime: Runtime;
  readonly #counters = new Map<string, RouteMetrics>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  record(request: CompletedRequest): void {
    const { route, method, status, ms } = request;
    const name = `${method} ${route} ${status}`;
    const counter = this.#counters.get(name) ?? this.#make(name, route, method, status);
    counter.count();
    counter.observe(ms / 1_000);
    const { log } = this.#runtime;
    if (!log.isLevelEnabled('debug')) return;
    const { requestId, url } = request;
    log.debug({ requestId, method, url, status, ms: Math.round(ms) }, 'request');
  }

  #make(name: string, route: string, method: string, status: number): RouteMetrics {
    const { metrics } = this.#runtime;
    const count = metrics.requests.labels({ route, method, status });
    const timing = metrics.requestSeconds.labels({ route });
    const counter = { count: () => count.inc(), observe: (seconds: number) => timing.observe(seconds) };
    this.#counters.set(name, counter);
    return counter;
  }
}

type TracedCall = { readonly began: number; readonly requestId: string };

export function traceSend({ traces }: Runtime, { headers }: IncomingMessage, call: TracedCall, answer: string): void {
  traces?.accepted({
    began: call.began,
    name: 'POST /v1/sms/messages',
    traceparent: headers['traceparent'],
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/sms/messages',
      'http.response.status_code': 202,
      'hermod.request_id': call.requestId,
    },
    answer,
  });
}
