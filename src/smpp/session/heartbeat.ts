export type HeartbeatSettings = {
  /** Silence after which the peer is asked. */
  readonly everyMs: number;
  /** The same while it owes an answer. */
  readonly owingMs: number;
  /** Since when it owes one, if it does. */
  owedSince(): number | undefined;
  /** Settles with the answer, or when there will be none. */
  ask(): Promise<unknown>;
  onDead(): void;
};

/**
 * Asks a silent peer whether it is still there (enquire_link). Anything heard counts as life: an answer that is late is not a
 * reason to send its request again while the link lives. Two questions in a row without an answer are the end, since one may
 * have been lost in the peer's restart or in a moment of overload; a request that it owes an answer to is the first of them.
 */
export class Heartbeat {
  readonly #settings: HeartbeatSettings;
  #lastHeard = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(settings: HeartbeatSettings) {
    this.#settings = settings;
    this.#wait();
  }

  heard(): void {
    this.#lastHeard = performance.now();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Until the next question is due; one that is owed from a moment on cannot be due sooner than this. */
  get #restMs(): number {
    const { everyMs, owingMs } = this.#settings;
    const owed = this.#settings.owedSince() ?? performance.now();
    const due = Math.min(this.#lastHeard + everyMs, Math.max(owed, this.#lastHeard) + owingMs);
    return due - performance.now();
  }

  #wait(): void {
    if (!this.#isStopped) this.#timer = setTimeout(this.#check, Math.max(1, this.#restMs));
  }

  readonly #check = (): void => {
    // Timers fire up to a millisecond early.
    if (this.#restMs >= 1) this.#wait();
    else void this.#question(this.#settings.owedSince() === undefined ? 2 : 1);
  };

  async #question(times: number): Promise<void> {
    const asked = performance.now();
    for (let time = 0; time < times; time++) {
      await this.#settings.ask();
      if (this.#isStopped) return;
      if (this.#lastHeard >= asked) return this.#wait();
    }
    this.#settings.onDead();
  }
}
