import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import type { CarrierState } from '../carrier.ts';

const usual: Backoff = { leastMs: 1_000, mostMs: 30_000 };

export type StandingOptions = {
  /** As the state shows it: the provider and its host. */
  readonly name: string;
  readonly backoff?: Backoff | undefined;
  onState(state: CarrierState): void;
  /** It may be tried again. */
  onOpen(): void;
};

/**
 * Whether a provider can be called. There is no link to see go down: a call that reaches nobody, or is refused whatever it says,
 * closes it for a while; then one message at a time is tried, until one is answered.
 */
export class Standing {
  readonly #options: StandingOptions;
  #state: CarrierState;
  #failures = 0;
  #restUntil = 0;
  #reopening: NodeJS.Timeout | undefined;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: StandingOptions) {
    this.#options = options;
    this.#state = { up: true, detail: options.name };
  }

  get state(): CarrierState {
    return this.#state;
  }

  /** It was closed, and nothing has been answered since. */
  get isOnTrial(): boolean {
    return this.#failures > 0;
  }

  get isResting(): boolean {
    return performance.now() < this.#restUntil;
  }

  answered(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#options.onOpen();
  }

  /** Calls that were under way together count once. */
  close(reason: string): void {
    if (!this.#state.up) return;
    const waitMs = backoffMs(this.#failures, this.#options.backoff ?? usual);
    this.#failures += 1;
    this.#set({ up: false, detail: `${reason}; tried again in ${(waitMs / 1_000).toFixed(1)} s`, error: reason });
    this.#reopening = setTimeout(() => this.#open(), waitMs).unref();
  }

  /** The provider asked to be left alone. */
  rest(ms: number): void {
    const until = performance.now() + ms;
    if (ms <= 0 || until <= this.#restUntil) return;
    this.#restUntil = until;
    clearTimeout(this.#resting);
    // A timer may come a moment early, when the rest is not over.
    this.#resting = setTimeout(() => this.#options.onOpen(), ms + 2).unref();
  }

  end(detail: 'stopping' | 'stopped'): void {
    clearTimeout(this.#reopening);
    clearTimeout(this.#resting);
    this.#set({ up: false, detail });
  }

  #open(): void {
    this.#set({ up: true, detail: this.#options.name });
    this.#options.onOpen();
  }

  #set(state: CarrierState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
