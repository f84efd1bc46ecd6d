import type { LiveEvents, Now } from './events.ts';

export type LiveState = 'off' | 'connecting' | 'live';
type Name = keyof LiveEvents;
type Listener<N extends Name> = (event: LiveEvents[N]) => void;

const names: readonly Name[] = ['now', 'messages', 'changed', 'reset'];
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/** A page in the background lets go of its stream after this; a glance at another tab costs nothing. */
const hiddenMs = 30_000;

/**
 * One stream of events for the whole page. The browser resumes a broken one by itself; one that was refused, or let go of while
 * the page was hidden, is opened again, and its listeners are told to ask for what they may have missed.
 */
export class LiveStream {
  readonly #url: string;
  readonly #listeners = new Map<Name, Set<Listener<never>>>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | undefined;
  #state: LiveState = 'off';
  #now: Now | undefined;
  #pauseMs = firstPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNew = true;

  constructor(url: string) {
    this.#url = url;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#open();
  }

  get state(): LiveState {
    return this.#state;
  }

  get now(): Now | undefined {
    return this.#now;
  }

  on<N extends Name>(name: N, listener: Listener<N>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<never>);
    return () => listeners.delete(listener as Listener<never>);
  }

  /** For useSyncExternalStore: told whenever the state or the figures change. */
  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#letGo();
    clearTimeout(this.#timer);
  }

  #open(): void {
    clearTimeout(this.#timer);
    if (this.#source || document.hidden) return;
    this.#become('connecting');
    const source = new EventSource(this.#url);
    this.#source = source;
    source.onopen = () => this.#opened();
    source.onerror = () => this.#broken(source);
    for (const name of names) source.addEventListener(name, (event) => this.#heard(name, event.data));
  }

  #opened(): void {
    this.#pauseMs = firstPauseMs;
    this.#become('live');
  }

  /** As long as it is connecting, the browser tries by itself and says what it has heard last. */
  #broken(source: EventSource): void {
    if (source.readyState !== EventSource.CLOSED) {
      this.#become('connecting');
      return;
    }
    this.#source = undefined;
    this.#isNew = true;
    this.#become('off');
    this.#timer = setTimeout(() => this.#open(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }

  #letGo(): void {
    this.#source?.close();
    this.#source = undefined;
    this.#isNew = true;
    this.#become('off');
  }

  #onVisibility = (): void => {
    clearTimeout(this.#timer);
    if (document.hidden) this.#timer = setTimeout(() => this.#letGo(), hiddenMs);
    else this.#open();
  };

  #heard(name: Name, data: string): void {
    let event: unknown;
    try {
      event = JSON.parse(data || '{}');
    } catch {
      return;
    }
    if (name === 'now') {
      this.#now = event as Now;
      this.#changed();
      this.#begun();
    }
    this.#tell(name, event as LiveEvents[Name]);
  }

  /**
   * The first figures say that the service has begun to look for changes, up to a second after it was asked: lists that were read
   * before may lack what happened since. A stream that broke is resumed by the browser, and misses nothing.
   */
  #begun(): void {
    if (this.#isNew) this.#tell('reset', {});
    this.#isNew = false;
  }

  #tell(name: Name, event: LiveEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(event);
  }

  #become(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#changed();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
