/**
 * Places that accounts share. An account may take another one as long as it holds fewer than are free. So one account alone
 * gets half of all, two get a third each, n of them 1/(n+1), and as much is always free for whoever comes next: nothing that
 * is lent has to be called back.
 */
export class Shares {
  readonly #most: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Of all accounts. */
  get held(): number {
    return this.#total;
  }

  /** How many more the account may take, if nobody else takes any meanwhile. Each one that it takes is one less that is free. */
  roomOf(account: string): number {
    const free = this.#most - this.#total;
    return Math.max(0, Math.ceil((free - (this.#held.get(account) ?? 0)) / 2));
  }

  take(account: string): boolean {
    if (this.roomOf(account) === 0) return false;
    this.add(account);
    return true;
  }

  /** Takes a place without asking: in exchange for one that the account gives back at the same moment. */
  add(account: string): void {
    this.#held.set(account, (this.#held.get(account) ?? 0) + 1);
    this.#total += 1;
  }

  giveBack(account: string): void {
    const left = (this.#held.get(account) ?? 0) - 1;
    if (left < 0) throw new RangeError('a place was given back that nobody holds');
    if (left === 0) this.#held.delete(account);
    else this.#held.set(account, left);
    this.#total -= 1;
  }
}
