import type { LiveEvents, Now } from './events.ts';
import { type EventName, type FromPage, Hub, type LiveState, type ToPage } from './hub.ts';

type Listener<N extends EventName> = (event: LiveEvents[N]) => void;

/** A page in the background leaves after this; a glance at another tab costs nothing. */
const hiddenMs = 30_000;
const signMs = 15_000;
/** A worker that has not answered as many signs of life is gone: it crashed, or the browser ended it. */
const mostUnanswered = 2;

/**
 * The events that a page shows. Their stream belongs to the browser's hub, in a shared worker, and not to the page: each page with
 * a stream of its own would keep one of the six connections that a browser has for a host, also while it lies in the
 * back/forward cache. A shared worker needs no HTTPS, unlike Web Locks, which an elected leader among the pages would need.
 */
export class LiveStream {
  readonly #url: string;
  readonly #listeners = new Map<EventName, Set<Listener<never>>>();
  readonly #watchers = new Set<() => void>();
  #port: MessagePort | undefined;
  #state: LiveState = 'off';
  #now: Now | undefined;
  #signTimer: ReturnType<typeof setInterval> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #unanswered = 0;
  /** Of a hub in this page: after `pagehide` no message reaches it any more, so that its stream would stay open. */
  #leaveOwnHub: (() => void) | undefined;
  /** Chrome for Android has none: then the page keeps a stream of its own, while it is seen. */
  #hasWorker = typeof SharedWorker !== 'undefined';

  constructor(url: string) {
    this.#url = url;
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('pagehide', this.#onPageHide);
    window.addEventListener('pageshow', this.#onPageShow);
    if (!document.hidden) this.#connect();
  }

  get state(): LiveState {
    return this.#state;
  }

  get now(): Now | undefined {
    return this.#now;
  }

  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<never>);
    return () => listeners.delete(listener as Listener<never>);
  }

  /** For useSyncExternalStore: called whenever the state or the figures change. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('pagehide', this.#onPageHide);
    window.removeEventListener('pageshow', this.#onPageShow);
    this.#disconnect();
  }

  #connect(): void {
    this.#disconnect();
    this.#become('connecting');
    this.#port = this.#hubPort();
    this.#port.onmessage = ({ data }: MessageEvent<ToPage>) => this.#heard(data);
    this.#unanswered = 0;
    this.#join(true);
    this.#signTimer = setInterval(() => this.#sign(), signMs);
  }

  #hubPort(): MessagePort {
    if (this.#hasWorker) {
      try {
        const worker = new SharedWorker(new URL('./hub-worker.ts', import.meta.url), { type: 'module' });
        worker.onerror = () => this.#withoutWorker();
        return worker.port;
      } catch {
        this.#hasWorker = false;
      }
    }
    const { port1, port2 } = new MessageChannel();
    const hub = new Hub();
    hub.connect(port1);
    this.#leaveOwnHub = () => hub.leave(port1);
    return port2;
  }

  /** Its file could not be loaded: an old version's is gone, for example. */
  #withoutWorker(): void {
    this.#hasWorker = false;
    if (this.#port) this.#connect();
  }

  #disconnect(): void {
    clearTimeout(this.#hiddenTimer);
    clearInterval(this.#signTimer);
    this.#port?.postMessage({ leave: true } satisfies FromPage);
    this.#port?.close();
    this.#port = undefined;
    this.#leaveOwnHub?.();
    this.#leaveOwnHub = undefined;
  }

  #join(isSeen: boolean): void {
    this.#unanswered++;
    this.#port?.postMessage({ join: this.#url, isSeen } satisfies FromPage);
  }

  #sign(): void {
    if (this.#unanswered >= mostUnanswered) this.#connect();
    else this.#join(false);
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => this.#rest(), this.#hasWorker ? hiddenMs : 0);
    } else if (this.#port) this.#join(true);
    else this.#connect();
  };

  #rest(): void {
    this.#disconnect();
    this.#become('off');
  }

  /** Also when the page goes into the back/forward cache, where no message of the hub may reach it. */
  #onPageHide = (): void => this.#disconnect();

  #onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#connect();
  };

  #heard(message: ToPage): void {
    this.#unanswered = 0;
    if ('state' in message) {
      this.#become(message.state);
      return;
    }
    const event = JSON.parse(message.data || '{}') as LiveEvents[EventName];
    if (message.event === 'now') {
      this.#now = event as Now;
      this.#changed();
    }
    for (const listener of this.#listeners.get(message.event) ?? []) (listener as Listener<EventName>)(event);
  }

  #become(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    // What was read later with the lists is newer than the last figures of a stream that has ended.
    if (state === 'off' || state === 'polling') this.#now = undefined;
    this.#changed();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
