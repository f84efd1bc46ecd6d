/** What happened of an account's messages in this process. */
export type Count = { accepted: number; delivered: number };

/** A bin is closed whenever somebody asks; so many of them are summed up. */
const bins = 5;

/**
 * Messages of each account that this process has accepted, or learned to be delivered, in the last seconds. Counted here and not in
 * the database, which would have to look through what it has: an addition in memory for each message.
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

  /** A second, by account, over the last bins; this one has been open for so many milliseconds. */
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
