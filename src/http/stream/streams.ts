import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { allAccounts, type Feed } from '../../flows/feed.ts';
import type { Runtime } from '../../runtime.ts';
import { noSession } from '../console/access.ts';
import { HttpError } from '../errors.ts';
import { Broadcast, type View, write } from './broadcast.ts';
import { eventText, timeOfId } from './event-text.ts';

const checkMs = 2_000;
const heartbeatMs = 15_000;
/** Whoever is cut off comes back after a second. */
const retryMs = 1_000;
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy would wait for more of it; and a connection whose stream has ended leads to a process that may be about to end.
  'x-accel-buffering': 'no',
  connection: 'close',
};

type Client = {
  readonly response: ServerResponse;
  /** Whether whoever opened it might still do so now. */
  readonly isStillAllowed: () => Promise<boolean>;
};

/** The event streams of this process: how many there may be, who may go on reading, and their end. */
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

  /** Answers with a stream of the scope, for as long as the client reads it and may. */
  open(request: FastifyRequest, reply: FastifyReply, scope: string, view: View): void {
    checkSession(request);
    this.#checkRoom(scope);
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
    write(response, `retry: ${retryMs}\n\n`);
    const broadcast = this.#broadcasts.get(scope) ?? this.#start(scope, view);
    // The token of the operator cannot be taken back while the process runs.
    const isStillAllowed = request.stillAllowed ?? (() => Promise.resolve(true));
    this.#keep({ response, isStillAllowed }, scope, broadcast);
    const given = request.headers['last-event-id'];
    const after = typeof given === 'string' ? timeOfId(given) : undefined;
    if (given !== undefined && after === undefined) write(response, eventText('reset', {}));
    broadcast.add(response, after);
  }

  /** Everybody is sent away, to come back to another process. */
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
    // Read to its end, ended by us, or cut.
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

  /** All at once, so that what asks the database asks it once. While it cannot say, there is nothing to read either. */
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
 * The console names the session that its page belongs to: a browser that resumes a stream sends the cookie of the moment, and after
 * another log-in in the same browser the page would show the events of another person.
 */
function checkSession({ session, query }: FastifyRequest): void {
  const { session: named } = query as { session?: unknown };
  if (session !== undefined && named !== undefined && named !== session.id) throw noSession();
}
