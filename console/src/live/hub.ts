import type { LiveEvents } from './events.ts';

/** `polling`: the browser has its streams open for other feeds; this one asks again from time to time. */
export type LiveState = 'off' | 'connecting' | 'live' | 'polling';
export type EventName = keyof LiveEvents;
/** A page joins the feed of a URL, repeats that as a sign of life, and leaves. `isSeen`: it has just come to the front. */
export type FromPage = { readonly join: string; readonly isSeen: boolean } | { readonly leave: true };
export type ToPage = { readonly state: LiveState } | { readonly event: EventName; readonly data: string };

const names: readonly EventName[] = ['now', 'messages', 'changed', 'reset'];
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/**
 * Browsers open six connections to a host over HTTP/1.1, for all tabs together, and a stream keeps one. After an upgrade, pages of
 * the old and the new version have a hub each: two times two still leave two for requests.
 */
const mostStreams = 2;
const pollMs = 10_000;
/** Pages say every 15 s that they are there; one that crashed does not say that it leaves. */
const forgottenMs = 60_000;

/** The event streams of a browser: one for each feed, however many pages show it. Runs in a shared worker, or in the page itself. */
export class Hub {
  /** The feed of the page that came to the front last is the last one. */
  readonly #feeds = new Map<string, Feed>();
  #timer: ReturnType<typeof setInterval> | undefined;

  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<FromPage>) => {
      if ('join' in data) this.#join(port, data.join, data.isSeen);
      else this.leave(port);
    };
  }

  #join(port: MessagePort, url: string, isSeen: boolean): void {
    const feed = this.#feeds.get(url) ?? new Feed(url);
    const isNew = feed.join(port);
    if (isNew || isSeen) {
      this.#feeds.delete(url);
      this.#feeds.set(url, feed);
      this.#share();
    }
    feed.greet(port, isNew);
    this.#timer ??= setInterval(() => this.#forget(), forgottenMs);
  }

  leave(port: MessagePort): void {
    for (const [url, feed] of this.#feeds) if (feed.leave(port)) this.#feeds.delete(url);
    this.#share();
    if (this.#feeds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forget(): void {
    const before = Date.now() - forgottenMs;
    for (const feed of [...this.#feeds.values()]) for (const port of feed.silentSince(before)) this.leave(port);
  }

  #share(): void {
    const feeds = [...this.#feeds.values()];
    // A connection is closed before another one is opened.
    for (const feed of feeds.slice(0, -mostStreams)) feed.poll();
    for (const feed of feeds.slice(-mostStreams)) feed.stream();
  }
}

/**
 * What one URL streams, for the pages that joined. The browser resumes a broken stream by itself and misses nothing; one that was
 * refused is opened again, and the pages read again what they may have missed.
 */
class Feed {
  readonly #url: string;
  /** With the time of the last sign of life. */
  readonly #ports = new Map<MessagePort, number>();
  #mode: 'none' | 'stream' | 'poll' = 'none';
  #source: EventSource | undefined;
  #state: LiveState = 'connecting';
  /** The last figures of this stream. Before the first ones, the service has not begun to look for changes. */
  #now: string | undefined;
  #pauseMs = firstPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  join(port: MessagePort): boolean {
    const isNew = !this.#ports.has(port);
    this.#ports.set(port, Date.now());
    return isNew;
  }

  /** A page that joins later has read its lists without the stream: it reads them again when it joins a feed that is already open. */
  greet(port: MessagePort, isNew: boolean): void {
    send(port, { state: this.#state });
    if (!isNew || this.#now === undefined) return;
    send(port, { event: 'now', data: this.#now });
    send(port, { event: 'reset', data: '{}' });
  }

  /** True if it was the last page. */
  leave(port: MessagePort): boolean {
    if (!this.#ports.delete(port) || this.#ports.size > 0) return false;
    this.#end();
    return true;
  }

  silentSince(time: number): MessagePort[] {
    return [...this.#ports].filter(([, heard]) => heard < time).map(([port]) => port);
  }

  stream(): void {
    if (this.#mode === 'stream') return;
    this.#end();
    this.#mode = 'stream';
    this.#open();
  }

  poll(): void {
    if (this.#mode === 'poll') return;
    this.#end();
    this.#mode = 'poll';
    this.#become('polling');
    this.#tell('reset', '{}');
    this.#timer = setInterval(() => this.#tell('reset', '{}'), pollMs);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#now = undefined;
    this.#mode = 'none';
  }

  #open(): void {
    this.#become('connecting');
    const source = new EventSource(this.#url);
    this.#source = source;
    source.onopen = () => {
      this.#pauseMs = firstPauseMs;
      this.#become('live');
    };
    source.onerror = () => this.#broken(source);
    for (const name of names) source.addEventListener(name, ({ data }) => this.#heard(name, String(data)));
  }

  /** As long as it is connecting, the browser tries by itself and sends the id of the last event. */
  #broken(source: EventSource): void {
    if (source.readyState !== EventSource.CLOSED) {
      this.#become('connecting');
      return;
    }
    this.#now = undefined;
    this.#become('off');
    this.#timer = setTimeout(() => this.#open(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }

  #heard(name: EventName, data: string): void {
    this.#tell(name, data);
    if (name !== 'now') return;
    // Lists that were read up to a second before the first figures may lack what happened since.
    if (this.#now === undefined) this.#tell('reset', '{}');
    this.#now = data;
  }

  #become(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const port of this.#ports.keys()) send(port, { state });
  }

  #tell(event: EventName, data: string): void {
    for (const port of this.#ports.keys()) send(port, { event, data });
  }
}

function send(port: MessagePort, message: ToPage): void {
  port.postMessage(message);
}
