import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Says when a request has its turn. */
export type Begin = (request: IncomingMessage, response: ServerResponse, go: () => void) => void;
type Visit = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Requests of one connection that are worked on at the same time. Those behind them wait, and nothing more is read. */
const mostAtOnce = 16;
/** Whoever lets more than this wait has sent many in one piece. */
const mostAhead = 64;
/** Those that wait, over all connections of the process: some 2 kB each. One connection has a slice of them (`slices.ts`). */
const mostWaitingInAll = 20_000;

/** Of one connection: its answers that are not written yet, and the requests that have to wait. */
export type Pipeline = { readonly open: Set<ServerResponse>; readonly waiting: Visit[] };

/** `_paused` is how Node marks a connection that it holds, because answers are not read; it lets it go by itself. */
export type Connection = Socket & { _paused?: boolean };

export function goOn(connection: Connection): void {
  if (!connection._paused) connection.resume();
}

/** Bounds what one connection makes this process do: beyond some unanswered requests nothing more is read from it. */
export class Pipelines {
  /** All connections that have sent a request. */
  readonly all = new Map<Socket, Pipeline>();
  /** A connection has sent far more than it was answered. */
  onFlood: (socket: Socket) => void = () => {};
  /** Every request of a connection is answered. */
  onIdle: (socket: Socket) => void = () => {};
  readonly #handle: Handler;
  #waiting = 0;

  constructor(server: Server, begin: Begin) {
    const handlers = server.listeners('request') as Handler[];
    this.#handle = (request, response) =>
      begin(request, response, () => {
        for (const handler of handlers) handler.call(server, request, response);
      });
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#receive(request, response));
  }

  /** Whether nothing more is to be parsed of what this connection sends. */
  isFull(socket: Socket): boolean {
    return (this.all.get(socket)?.waiting.length ?? 0) > 0;
  }

  /** Whether it has sent more requests than the one that is being answered. */
  hasOthers(socket: Socket): boolean {
    const pipeline = this.all.get(socket);
    return pipeline !== undefined && pipeline.open.size + pipeline.waiting.length > 1;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const pipeline = this.all.get(socket) ?? this.#add(socket);
    if (pipeline.open.size < mostAtOnce && pipeline.waiting.length === 0) {
      this.#serve(socket, pipeline, request, response);
    } else if (this.#waiting < mostWaitingInAll) {
      this.#waiting += 1;
      pipeline.waiting.push({ request, response });
      if (pipeline.waiting.length === mostAhead) this.onFlood(socket);
    } else socket.destroy();
  }

  #add(socket: Socket): Pipeline {
    const pipeline: Pipeline = { open: new Set(), waiting: [] };
    this.all.set(socket, pipeline);
    socket.once('close', () => {
      this.#waiting -= pipeline.waiting.length;
      pipeline.waiting.length = 0;
      this.all.delete(socket);
    });
    return pipeline;
  }

  #serve(socket: Socket, pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.open.add(response);
    // Written, or its connection is gone.
    response.on('close', () => {
      pipeline.open.delete(response);
      if (pipeline.waiting.length > 0) setImmediate(() => this.#next(socket, pipeline));
      else if (pipeline.open.size === 0) this.onIdle(socket);
    });
    this.#handle(request, response);
  }

  /** In another turn of the event loop, so that other connections have theirs. */
  #next(socket: Socket, pipeline: Pipeline): void {
    if (socket.destroyed || pipeline.open.size >= mostAtOnce) return;
    const visit = pipeline.waiting.shift();
    if (visit === undefined) return;
    this.#waiting -= 1;
    this.#serve(socket, pipeline, visit.request, visit.response);
    if (pipeline.waiting.length === 0) goOn(socket);
  }
}
