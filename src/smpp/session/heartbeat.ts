export type HeartbeatSettings = {
  /** Silence after which enquire_link is sent. */
  readonly everyMs: number;
  /** The same while the peer owes a response. */
  readonly owingMs: number;
  /** Since when it owes one. */
  owedSince(): number | undefined;
  /** Sends enquire_link; settles with the response or the timeout. */
  ask(): Promise<unknown>;
  onDead(): void;
};

/**
 * Sends enquire_link to a silent peer. Any PDU counts as a sign of life, so a late response does not end the connection. Two
 * enquiries in a row without one do: a single one may be lost to a restart or to overload. A request without a response
 * counts as the first.
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

  /** Time until the next enquiry is due. A request sent later cannot make it due sooner. */
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
    else void this.#enquire(this.#settings.owedSince() === undefined ? 2 : 1);
  };

  async #enquire(times: number): Promise<void> {
    const began = performance.now();
    for (let time = 0; time < times; time++) {
      await this.#settings.ask();
      if (this.#isStopped) return;
      if (this.#lastHeard >= began) return this.#wait();
    }
    this.#settings.onDead();
  }
}
