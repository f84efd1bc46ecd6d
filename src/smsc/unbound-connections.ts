const most = 1_000;
const mostOfOne = 100;

/**
 * Connections that have not bound yet; a bound one is limited by its credential instead. When all places are taken, the network with
 * the most of them loses its oldest: connections that never bind must not keep out a customer who wants to.
 */
export class UnboundConnections<C> {
  readonly #byNetwork = new Map<string, Set<C>>();
  readonly #close: (connection: C) => void;
  #count = 0;

  constructor(close: (connection: C) => void) {
    this.#close = close;
  }

  /** False: the network has its share already. */
  add(network: string, connection: C): boolean {
    const count = this.#byNetwork.get(network)?.size ?? 0;
    if (count >= mostOfOne || (this.#count >= most && !this.#makeRoom(count))) return false;
    const own = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, own.add(connection));
    this.#count += 1;
    return true;
  }

  remove(network: string, connection: C): void {
    const own = this.#byNetwork.get(network);
    if (!own?.delete(connection)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byNetwork.delete(network);
  }

  /** Closes a connection of a network that has more than `count`. */
  #makeRoom(count: number): boolean {
    let largest: readonly [string, Set<C>] | undefined;
    for (const entry of this.#byNetwork) if (entry[1].size > (largest?.[1].size ?? count)) largest = entry;
    if (largest === undefined) return false;
    const [oldest] = largest[1] as Iterable<C>;
    this.remove(largest[0], oldest!);
    this.#close(oldest!);
    return true;
  }
}
