const most = 1_000;
const mostOfOne = 100;

/** Connections that have not said who they are. Who has, is bounded by what its credential allows. */
export class Strangers {
  readonly #counts = new Map<string, number>();
  #all = 0;

  /** False: there are too many, of this network or of all. */
  enter(network: string): boolean {
    const count = this.#counts.get(network) ?? 0;
    if (this.#all >= most || count >= mostOfOne) return false;
    this.#all += 1;
    this.#counts.set(network, count + 1);
    return true;
  }

  leave(network: string): void {
    this.#all -= 1;
    const left = this.#counts.get(network)! - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }
}
