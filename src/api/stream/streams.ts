import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { allAccounts, type Feed } from '../../flows/statistics/feed.ts';
import type { Overviews } from '../../flows/statistics/overview.ts';
import type { Runtime } from '../../runtime.ts';
import { noSession } from '../console/access.ts';
import { HttpError } from '../server/errors.ts';
import { Broadcast, eventText, type View, write } from './broadcast.ts';

/** Live data for customers and operators. */
export type Live = { readonly overviews: Overviews; readonly streams: Streams };

const checkMs = 2_000;
const heartbeatMs = 15_000;
/** A disconnected client reconnects after this time. */
const retryMs = 1_000;
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy must not buffer the stream. The connection is not reused, as its process may be about to stop.
  'x-accel-buffering': 'no',
  connection: 'close',
};

type Client = {
  readonly response: ServerResponse;
  readonly isStillAllowed: () => Promise<boolean>;
};

/** The event streams of this process: their limits, repeated authorisation, and closing. */
export class Streams {
  readonly #runtime: Runtime;
  readonly #feed: Feed;
  readonly #broadcasts = new Map<string, Broadcast>();
  readonly #clients = new Set<Client>();
  #timers: NodeJS.Timeout[] = [];
  #isEnding = false;

  constructor(runtime: Runtime, feed: Feed) {
    this.#runtime = runtime;
    this.#feed = feed;
  }

  /** Responds with the stream of a scope, until the client disconnects or loses its authorisation. */
  open(request: FastifyRequest, reply: FastifyReply, scope: string, view: View): void {
    checkSession(request);
    this.#checkRoom(scope);
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
    write(response, `retry: ${retryMs}\n\n`);
    const broadcast = this.#broadcasts.get(scope) ?? this.#start(scope, view);
    // The operator token cannot be revoked while the process runs.
    const isStillAllowed = request.stillAllowed ?? (() => Promise.resolve(true));
    this.#keep({ response, isStillAllowed }, scope, broadcast);
    const given = request.headers['last-event-id'];
    const after = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
    if (given !== undefined && after === undefined) write(response, eventText('reset', {}));
    broadcast.add(response, after);
  }

  /** Closes all streams; clients reconnect to another process. */
  end(): void {
    this.#isEnding = true;
    for (const { response } of this.#clients) response.end();
    this.#stopTimers();
    this.#feed.stop();
  }

  #checkRoom(scope: string): void {
    if (this.#isEnding) throw new HttpError(503, 'This process is about to end, try again', { 'retry-after': '1' });
    const most = scope === allAccounts ? httpLimits.streamsOfOperators.most : httpLimits.streamsOfAccount.most;
    const isFull = (this.#broadcasts.get(scope)?.size ?? 0) >= most;
    if (isFull || this.#clients.size >= httpLimits.streams.most)
      throw new HttpError(429, 'Too many event streams are open; close one, or try again', { 'retry-after': '5' });
  }

  #start(scope: string, view: View): Broadcast {
    const broadcast = new Broadcast(this.#feed, scope, view);
    this.#broadcasts.set(scope, broadcast);
    return broadcast;
  }

  #keep(client: Client, scope: string, broadcast: Broadcast): void {
    const { streams } = this.#runtime.metrics;
    const of = scope === allAccounts ? 'operators' : 'accounts';
    streams.inc({ of });
    this.#clients.add(client);
    if (this.#timers.length === 0) this.#startTimers();
    // Emitted in every case: closed by the client, ended by this process, or destroyed.
    client.response.once('close', () => {
      streams.dec({ of });
      this.#clients.delete(client);
      if (broadcast.remove(client.response) && this.#broadcasts.get(scope) === broadcast)
        this.#broadcasts.delete(scope);
      if (this.#clients.size === 0) this.#stopTimers();
    });
  }

  #startTimers(): void {
    const beat = () => {
      for (const { response } of this.#clients) write(response, ':\n\n');
    };
    this.#timers = [setInterval(() => void this.#check(), checkMs), setInterval(beat, heartbeatMs)];
    for (const timer of this.#timers) timer.unref();
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Checks all clients concurrently, so that their lookups share one query. While the database fails, they stay connected. */
  async #check(): Promise<void> {
    await Promise.all(
      [...this.#clients].map(async ({ response, isStillAllowed }) => {
        const isAllowed = await isStillAllowed().catch(() => true);
        if (!isAllowed) response.end();
      }),
    );
  }
}

/**
 * The console names the session of its page in the query. A browser that resumes a stream sends its current cookie; after another sign-in
 * in the same browser, the page would otherwise show the events of another person.
 */
function checkSession({ session, query }: FastifyRequest): void {
  const { session: named } = query as { session?: unknown };
  if (session !== undefined && named !== undefined && named !== session.id) throw noSession();
}
