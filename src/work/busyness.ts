const lookMs = 200;

/** How busy this process is: the share of the last moments in which its event loop did something, 0 to 1. */
export class Busyness {
  #from = performance.eventLoopUtilization();
  #at = performance.now();
  #share = 0;

  get share(): number {
    const now = performance.now();
    if (now - this.#at < lookMs) return this.#share;
    const current = performance.eventLoopUtilization();
    this.#share = performance.eventLoopUtilization(current, this.#from).utilization;
    this.#from = current;
    this.#at = now;
    return this.#share;
  }
}
