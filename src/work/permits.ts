import { Turns } from '../domain/turns.ts';

/** Why somebody got no permit: too many of the same owner wait already, or it waited for too long. */
export class PermitRefused extends Error {
  readonly kind: 'too many' | 'waited';

  constructor(kind: PermitRefused['kind']) {
    super(`no permit: ${kind}`);
    this.name = 'PermitRefused';
    this.kind = kind;
  }
}

export type PermitOptions = {
  /** At the same time, of all. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Of one owner, that wait for theirs. */
  readonly mostWaiting: number;
  readonly patienceMs: number;
};

type Waiting = { go(): void };

/** So much at once and no more. Owners take turns, and who wants too much waits for itself. */
export class Permits {
  readonly #options: PermitOptions;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Turns<Waiting>();
  #free: number;

  constructor(options: PermitOptions) {
    this.#options = options;
    this.#free = options.most;
  }

  /** Each one that is had has to be given back, once. Without a promise if there is no wait. */
  enter(owner: string): Promise<void> | undefined {
    if (this.#free > 0 && this.#mayGo(owner)) {
      this.#take(owner);
      return undefined;
    }
    if (this.#waiting.sizeOf(owner) >= this.#options.mostWaiting) throw new PermitRefused('too many');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.remove(owner, waiting);
        reject(new PermitRefused('waited'));
      }, this.#options.patienceMs);
      const waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(owner, waiting);
    });
  }

  leave(owner: string): void {
    this.#free += 1;
    const left = this.#held.get(owner)! - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    const next = this.#waiting.next((waiting) => this.#mayGo(waiting));
    if (next === undefined) return;
    this.#waiting.shift(next.owner);
    this.#take(next.owner);
    next.item.go();
  }

  #mayGo(owner: string): boolean {
    return (this.#held.get(owner) ?? 0) < this.#options.mostOfOne;
  }

  #take(owner: string): void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }
}
