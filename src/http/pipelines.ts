import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Visit = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Requests of one connection that are worked on at the same time. Those behind them wait, and nothing more is read. */
const mostAtOnce = 16;
/** What was read in one piece may hold thousands; who sends more than this without waiting for answers is cut off. */
const mostWaiting = 256;
/** The same over all connections of the process: some 2 kB each. */
const mostWaitingInAll = 20_000;

/** Of one connection: its answers that are not written yet, and the requests that have to wait. */
export type Pipeline = { readonly open: Set<ServerResponse>; readonly waiting: Visit[]; paused: boolean };

/** How Node itself holds a connection whose answers pile up; there is no other way that its parser goes along with. */
type Held = Socket & { _paused?: boolean; parser?: { resume(): void } | null };

/**
 * Bounds what one connection makes this process do in one turn. Node reads up to 64 kB at a time and hands over every request
 * in it at once, two thousand if they are small, during which nobody else is served.
 */
export class Pipelines {
  /** Connections that wait for an answer. */
  readonly busy = new Map<Socket, Pipeline>();
  readonly #handle: Handler;
  #waiting = 0;

  /** `begin` says when a request has its turn. */
  constructor(server: Server, begin: (request: IncomingMessage, go: () => void) => void) {
    const handlers = server.listeners('request') as Handler[];
    this.#handle = (request, response) =>
      begin(request, () => {
        for (const handler of handlers) handler.call(server, request, response);
      });
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#receive(request, response));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const pipeline = this.busy.get(socket) ?? this.#begin(socket);
    if (pipeline.open.size < mostAtOnce && pipeline.waiting.length === 0) {
      this.#serve(socket, pipeline, { request, response });
    } else if (pipeline.waiting.length < mostWaiting && this.#waiting < mostWaitingInAll) {
      this.#waiting += 1;
      pipeline.waiting.push({ request, response });
      if (!pipeline.paused) hold(socket, pipeline);
    } else socket.destroy();
  }

  #begin(socket: Socket): Pipeline {
    const pipeline: Pipeline = { open: new Set(), waiting: [], paused: false };
    this.busy.set(socket, pipeline);
    return pipeline;
  }

  #serve(socket: Socket, pipeline: Pipeline, { request, response }: Visit): void {
    pipeline.open.add(response);
    // Written, or its connection is gone.
    response.once('close', () => {
      pipeline.open.delete(response);
      if (socket.destroyed) this.#forget(socket, pipeline);
      else if (pipeline.waiting.length > 0) setImmediate(() => this.#next(socket, pipeline));
      else if (pipeline.open.size === 0) this.#end(socket, pipeline);
    });
    this.#handle(request, response);
  }

  /** In another turn of the event loop, so that other connections have theirs. */
  #next(socket: Socket, pipeline: Pipeline): void {
    if (socket.destroyed) this.#forget(socket, pipeline);
    if (pipeline.open.size >= mostAtOnce) return;
    const visit = pipeline.waiting.shift();
    if (visit === undefined) return;
    this.#waiting -= 1;
    this.#serve(socket, pipeline, visit);
    if (pipeline.waiting.length === 0) letGo(socket, pipeline);
  }

  #end(socket: Socket, pipeline: Pipeline): void {
    letGo(socket, pipeline);
    if (this.busy.get(socket) === pipeline) this.busy.delete(socket);
  }

  #forget(socket: Socket, pipeline: Pipeline): void {
    this.#waiting -= pipeline.waiting.length;
    pipeline.waiting.length = 0;
    if (this.busy.get(socket) === pipeline) this.busy.delete(socket);
  }
}

function hold(socket: Held, pipeline: Pipeline): void {
  pipeline.paused = true;
  socket._paused = true;
  socket.pause();
}

function letGo(socket: Held, pipeline: Pipeline): void {
  if (!pipeline.paused) return;
  pipeline.paused = false;
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}
