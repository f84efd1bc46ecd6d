import { Overloaded } from '../bounds/batch.ts';
import { FairQueue } from '../bounds/fair-queue.ts';

/** Messages or requests of the last moments. Who has had no more is small; and one request for more takes milliseconds of a turn. */
const mostSmall = 50;
/** Use is counted by spans, of which this one and the one before are looked at. */
const spanMs = 500;

/**
 * A second, of all large ones together: where they begin, and how they get from there to what leaves room enough. What has not
 * run yet, in this process and in the database, takes several times as long at first: so they begin with the least.
 */
const rates = { least: 200, fast: 2, slower: 0.8, faster: 1.15 };
const lookMs = 200;
/** What may go at once after a pause: timers are no more exact than this. */
const burstMs = 2;
type Waiting = { readonly weight: number; readonly go: () => void };

export type HeadroomOptions = {
  /** Share of the time of this process, 0 to 1. */
  readonly share: number;
  readonly busyness: { readonly share: number };
  /** Whoever would wait for longer, where room is missing, is told to come again. Without it, something else bounds what waits. */
  readonly mostWaitMs?: number;
};

/**
 * Keeps some of this process free. Whoever sends much fills all of its time, and then the request of a small customer waits at each
 * of its steps for whatever is being done just then, however fairly turns are taken. So while there are small ones,
 * the large ones go at a pace that leaves a part of the time unused. Alone, or among themselves, they have all of it.
 */
export class Headroom {
  readonly #mostBusy: number;
  readonly #busyness: HeadroomOptions['busyness'];
  readonly #mostWaitMs: number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #waitingWeight = new Map<string, number>();
  #used = new Map<string, number>();
  #usedBefore = new Map<string, number>();
  #spanEnds = 0;
  #looksAt = 0;
  /** None while there are no small ones. */
  #rate = Number.POSITIVE_INFINITY;
  /** Since the large ones came, there was a moment without room enough. Until then nobody knows how fast they may be. */
  #isTight = false;
  #freeAt = 0;
  /** One that takes milliseconds has gone in this turn of the event loop. */
  #isTurnTaken = false;
  #isWaiting = false;

  constructor({ share, busyness, mostWaitMs = Number.POSITIVE_INFINITY }: HeadroomOptions) {
    this.#mostBusy = 1 - share;
    this.#busyness = busyness;
    this.#mostWaitMs = mostWaitMs;
  }

  /** A promise only if there is something to wait for. */
  pass(owner: string, weight: number): Promise<void> | undefined {
    const now = performance.now();
    this.#look(now);
    if (this.#isSmall(owner, weight) || (this.#waiting.size === 0 && this.#mayGo(weight, now))) {
      this.#spend(owner, weight, now);
      return undefined;
    }
    const ahead = this.#waitingWeight.get(owner) ?? 0;
    if (this.#isTight && ahead > (this.#rate * this.#mostWaitMs) / 1_000) throw new Overloaded(true);
    this.#waitingWeight.set(owner, ahead + weight);
    return new Promise((go) => {
      this.#waiting.push(owner, { weight, go });
      this.#wait(now);
    });
  }

  /** Somebody is there, who does not wait here. */
  note(owner: string): void {
    this.#look(performance.now());
    this.#use(owner, 1);
  }

  #isSmall(owner: string, weight: number): boolean {
    return this.#recent(owner) + weight <= mostSmall;
  }

  #recent(owner: string): number {
    return (this.#used.get(owner) ?? 0) + (this.#usedBefore.get(owner) ?? 0);
  }

  #mayGo(weight: number, now: number): boolean {
    if (weight > mostSmall && this.#isTurnTaken) return false;
    return this.#rate === Number.POSITIVE_INFINITY || this.#freeAt <= now;
  }

  #spend(owner: string, weight: number, now: number): void {
    if (!this.#isSmall(owner, weight))
      this.#freeAt = Math.max(this.#freeAt, now - burstMs) + (weight * 1_000) / this.#rate;
    this.#use(owner, weight);
    if (weight > mostSmall) this.#takeTurn();
  }

  #use(owner: string, weight: number): void {
    this.#used.set(owner, (this.#used.get(owner) ?? 0) + weight);
  }

  #takeTurn(): void {
    this.#isTurnTaken = true;
    setImmediate(() => {
      this.#isTurnTaken = false;
      this.#goOn();
    });
  }

  #wait(now: number): void {
    if (this.#isTurnTaken || this.#isWaiting) return;
    this.#isWaiting = true;
    const wake = () => {
      this.#isWaiting = false;
      this.#goOn();
    };
    setTimeout(wake, Math.max(1, Math.min(this.#freeAt - now, lookMs)));
  }

  #goOn(): void {
    if (this.#waiting.size === 0) return;
    const now = performance.now();
    this.#look(now);
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      const { owner, item } = next;
      if (!this.#mayGo(item.weight, now)) break;
      this.#leave(owner, item.weight);
      this.#spend(owner, item.weight, now);
      item.go();
    }
    if (this.#waiting.size > 0) this.#wait(now);
  }

  #leave(owner: string, weight: number): void {
    this.#waiting.shift(owner);
    const left = this.#waitingWeight.get(owner)! - weight;
    if (left > 0) this.#waitingWeight.set(owner, left);
    else this.#waitingWeight.delete(owner);
  }

  #look(now: number): void {
    if (now >= this.#spanEnds) {
      // Whoever waits is looked after several times in a span: if one was left out, the process itself stood still.
      const isNext = now < this.#spanEnds + spanMs || this.#waiting.size > 0;
      this.#usedBefore = isNext ? this.#used : new Map();
      this.#used = new Map();
      this.#spanEnds = now + spanMs;
    }
    if (now < this.#looksAt) return;
    this.#looksAt = now + lookMs;
    this.#rate = this.#rateNow();
  }

  #rateNow(): number {
    const isBusy = this.#busyness.share > this.#mostBusy;
    const { small, large } = this.#present();
    if (!small || this.#mostBusy === 1) return Number.POSITIVE_INFINITY;
    if (!large || this.#rate === Number.POSITIVE_INFINITY) {
      this.#isTight = false;
      return rates.least;
    }
    this.#isTight ||= isBusy;
    if (isBusy) return Math.max(rates.least, this.#rate * rates.slower);
    if (this.#waiting.size === 0) return this.#rate;
    return this.#rate * (this.#isTight ? rates.faster : rates.fast);
  }

  #present(): { small: boolean; large: boolean } {
    const recents = [...new Set([...this.#used.keys(), ...this.#usedBefore.keys()])].map((owner) =>
      this.#recent(owner),
    );
    return {
      small: recents.some((recent) => recent <= mostSmall),
      large: this.#waiting.size > 0 || recents.some((recent) => recent > mostSmall),
    };
  }
}
