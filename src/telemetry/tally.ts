/** Messages of an account in this process. */
export type Count = { accepted: number; delivered: number };

/** A bin is closed at every call of `rates`; rates are averages over this many bins. */
const bins = 5;

/**
 * Messages of each account that this process has accepted, or whose delivery was reported to it, in the last seconds. Counted in
 * memory: the database would have to search its tables.
 */
export class Tally {
  #open = new Map<string, Count>();
  #closed: { readonly counts: Map<string, Count>; readonly ms: number }[] = [];

  accepted(accountId: string, messages: number): void {
    this.#of(accountId).accepted += messages;
  }

  delivered(accountId: string, messages = 1): void {
    this.#of(accountId).delivered += messages;
  }

  /** Messages per second by account, over the last bins. `ms`: how long the current bin has been open. */
  rates(ms: number): Map<string, Count> {
    this.#closed.push({ counts: this.#open, ms });
    this.#open = new Map();
    if (this.#closed.length > bins) this.#closed.shift();
    const seconds = Math.max(0.001, this.#closed.reduce((sum, bin) => sum + bin.ms, 0) / 1_000);
    const rates = new Map<string, Count>();
    for (const { counts } of this.#closed) {
      for (const [accountId, { accepted, delivered }] of counts) {
        const rate = rates.get(accountId) ?? { accepted: 0, delivered: 0 };
        rate.accepted += accepted / seconds;
        rate.delivered += delivered / seconds;
        rates.set(accountId, rate);
      }
    }
    return rates;
  }

  #of(accountId: string): Count {
    const known = this.#open.get(accountId);
    if (known !== undefined) return known;
    const count = { accepted: 0, delivered: 0 };
    this.#open.set(accountId, count);
    return count;
  }
}
