import type { ServerResponse } from 'node:http';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Beginning, Feed, Tick, What } from '../../flows/statistics/feed.ts';
import type { AnyMessageRow } from '../../store/message/all-messages.ts';
import { Ring } from './ring.ts';

/** The format of events: customers and operators see different fields. */
export type View = {
  readonly lists: readonly What[];
  message(row: AnyMessageRow): object;
  now(now: NonNullable<Tick['now']>): object;
};

/** Longest time between the timestamp of a change and its commit. */
const commitMs = 5_000;
/** A client that was disconnected for longer gets a `reset`. */
const rememberedMs = 300_000;

type PendingClient = { readonly response: ServerResponse; readonly after: number | undefined; readonly came: number };

/** All streams of one scope in this process: an account, or all accounts. Each event is serialised once for all clients. */
export class Broadcast {
  readonly #view: View;
  readonly #stopWatching: () => void;
  readonly #clients = new Set<ServerResponse>();
  /** Clients that connected before the feed began. */
  #waiting: PendingClient[] = [];
  #beginning: Beginning | undefined;
  #ring: Ring | undefined;
  #now = '';

  constructor(feed: Feed, scope: string, view: View) {
    this.#view = view;
    this.#stopWatching = feed.watch(scope, {
      begin: (beginning) => this.#begin(beginning),
      tick: (tick) => this.#tick(tick),
    });
  }

  get size(): number {
    return this.#clients.size;
  }

  /** `after`: the time of the last event that the client has read. */
  add(response: ServerResponse, after: number | undefined): void {
    this.#clients.add(response);
    const waiting = { response, after, came: performance.now() };
    if (this.#beginning === undefined) this.#waiting.push(waiting);
    else if (after !== undefined) this.#resume(waiting);
    else if (this.#now) write(response, this.#now);
  }

  /** Returns true if it was the last client. */
  remove(response: ServerResponse): boolean {
    this.#clients.delete(response);
    if (this.#clients.size > 0) return false;
    this.#stopWatching();
    return true;
  }

  #begin(beginning: Beginning): void {
    this.#beginning = beginning;
    this.#ring = new Ring(beginning.at);
    for (const waiting of this.#waiting) this.#resume(waiting);
    this.#waiting = [];
  }

  #resume({ response, after, came }: PendingClient): void {
    if (!this.#clients.has(response)) return;
    // A new client has missed the changes until the feed began.
    const missed =
      after === undefined ? this.#changedSince(this.#beginning!.at - (performance.now() - came)) : this.#missed(after);
    if (missed === undefined) write(response, eventText('reset', {}));
    else for (const bytes of missed) if (bytes.length > 0) write(response, bytes);
    if (this.#now) write(response, this.#now);
  }

  /** Events after a time: from the ring, or, for a client of another process, from the messages that the feed began with. */
  #missed(after: number): (Buffer | string)[] | undefined {
    const { at, since } = this.#beginning!;
    if (after >= at) return this.#ring!.after(after);
    const behind = after < since ? undefined : this.#ring!.whole(at);
    if (behind === undefined) return undefined;
    // Changes of other lists before the beginning are unknown, so the client must reload all of them.
    return [...this.#changedSince(after), this.#changedText(this.#view.lists), idText(at), ...behind];
  }

  #changedSince(time: number): string[] {
    const { messages } = this.#beginning!;
    const changed = messages.filter((row) => row.state_at.getTime() >= time - commitMs);
    return [this.#messagesText(changed, 0)];
  }

  #tick(tick: Tick): void {
    this.#forget(tick.at);
    const told = this.#messagesText(tick.messages, tick.skipped) + this.#changedText(tick.changed);
    if (tick.now !== undefined) this.#now = eventText('now', this.#view.now(tick.now));
    const text = told + (tick.now === undefined ? '' : this.#now);
    if (text === '') return;
    const bytes = Buffer.from(text + idText(tick.at));
    if (told !== '') this.#ring?.push(tick.at, tick.now === undefined ? bytes : Buffer.from(told + idText(tick.at)));
    for (const response of this.#clients) write(response, bytes);
  }

  #forget(at: number): void {
    const { at: began, messages } = this.#beginning!;
    if (at - began > rememberedMs && messages.length > 0) this.#beginning = { at: began, since: began, messages: [] };
  }

  #changedText(lists: readonly What[]): string {
    return lists.map((what) => eventText('changed', { what })).join('');
  }

  #messagesText(rows: readonly AnyMessageRow[], skipped: number): string {
    if (rows.length === 0 && skipped === 0) return '';
    const messages = rows.map((row) => this.#view.message(row));
    return eventText('messages', { messages, ...(skipped === 0 ? {} : { skipped }) });
  }
}

/** A server-sent event. JSON contains no line breaks. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Written after the events of a tick: the id from which a client resumes. A browser stores it without an event. */
const idText = (at: number): string => `id: ${at}\n\n`;

export function write(response: ServerResponse, bytes: Buffer | string): void {
  response.write(bytes);
  if (response.writableLength > httpLimits.streamUnreadBytes.most) response.destroy();
}
