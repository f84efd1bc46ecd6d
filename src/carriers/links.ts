import { newId } from '../base/ids.ts';
import type { Runtime } from '../runtime.ts';
import type { SharedCircuit } from '../store/carrier/circuits.ts';
import { type OtherLinks, type OwnLinks, pollRouting, removeLinks, renewLinks } from '../store/carrier/links.ts';
import { Loop } from '../work/loop.ts';

const pollMs = 1_000;
/** Well below the time after which the others count this process as gone. */
const renewMs = 3_000;

export type LinksEvents = {
  /** What this process is connected to. */
  own(): OwnLinks[];
  /** A carrier has come up or gone down elsewhere, or carriers and routes have changed. */
  onChange(): void;
  /** The circuits that are not closed, as the database had them when it was asked. */
  onCircuits(circuits: readonly SharedCircuit[], askedAt: number): void;
};

/** What is connected anywhere: tells the others what this process has, and keeps what they tell. */
export class Links {
  readonly #runtime: Runtime;
  readonly #events: LinksEvents;
  /** A new name at every start: what an earlier life held is not ours. */
  readonly #holder = newId();
  #others = new Map<string, OtherLinks>();
  #version = '';
  #told = '';
  #toldAt = Number.NEGATIVE_INFINITY;
  #loop: Loop | undefined;
  #isLeaving = false;

  constructor(runtime: Runtime, events: LinksEvents) {
    this.#runtime = runtime;
    this.#events = events;
  }

  async start(): Promise<void> {
    await this.#poll();
    this.#loop = new Loop('carrier links', pollMs, this.#runtime.log, () => this.#round());
  }

  /** The version of carriers and routes, as it was a second ago at most. */
  get version(): string {
    return this.#version;
  }

  others(carrierId: string): OtherLinks | undefined {
    return this.#others.get(carrierId);
  }

  /** Something has changed here that the others should know at once. */
  tell(): void {
    this.#loop?.wake();
  }

  /** From now on others take what this process would have taken. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#loop?.stop();
    await removeLinks(this.#runtime.db, this.#holder).catch((err: unknown) =>
      this.#runtime.log.warn({ err }, 'the other processes learn only by its silence that this one has stopped'),
    );
  }

  async #round(): Promise<boolean> {
    if (this.#isLeaving) return false;
    await this.#renew();
    await this.#poll();
    return false;
  }

  async #renew(): Promise<void> {
    const own = this.#events.own();
    const now = performance.now();
    const news = JSON.stringify(own.map(({ throttledMs, ...rest }) => ({ ...rest, throttled: throttledMs > 0 })));
    if (news === this.#told && now - this.#toldAt < renewMs) return;
    if (own.length > 0 || this.#told !== '') await renewLinks(this.#runtime.db, this.#holder, own);
    this.#told = own.length > 0 ? news : '';
    this.#toldAt = now;
  }

  async #poll(): Promise<void> {
    const askedAt = performance.now();
    const { version, links, circuits } = await pollRouting(this.#runtime.db, this.#holder);
    const others = new Map(links.map((link) => [link.carrierId, link]));
    const changed = version !== this.#version || upNames(others) !== upNames(this.#others);
    this.#version = version;
    this.#others = others;
    this.#events.onCircuits(circuits, askedAt);
    if (changed) this.#events.onChange();
  }
}

/** Which carriers are up elsewhere, in a form that compares. */
function upNames(others: ReadonlyMap<string, OtherLinks>): string {
  return [...others.values()]
    .filter(({ up }) => up > 0)
    .map(({ carrierId }) => carrierId)
    .sort()
    .join();
}
