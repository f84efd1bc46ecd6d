import { newId } from '../base/ids.ts';
import type { Runtime } from '../runtime.ts';
import {
  type OtherLinks,
  type OwnLinks,
  pollRouting,
  removeLinks,
  renewLinks,
  type SharedCircuit,
} from '../store/carrier/links.ts';
import { Loop } from '../work/loop.ts';

const pollMs = 1_000;
/** Well below the time after which other processes consider this one gone. */
const renewMs = 3_000;

type LinksEvents = {
  own(): OwnLinks[];
  /** A carrier has come up or gone down in another process, or carriers and routes have changed. */
  onChange(): void;
  onCircuits(circuits: readonly SharedCircuit[], askedAt: number): void;
};

/** Connections of all processes: publishes those of this process, and reads those of the others. */
export class Links {
  readonly #runtime: Runtime;
  readonly #events: LinksEvents;
  /** A new id at every start: what an earlier process held is not ours. */
  readonly #holder = newId();
  #others = new Map<string, OtherLinks>();
  #version = '';
  #published = '';
  #publishedAt = Number.NEGATIVE_INFINITY;
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

  /** The version of carriers and routes, at most a second old. */
  get version(): string {
    return this.#version;
  }

  others(carrierId: string): OtherLinks | undefined {
    return this.#others.get(carrierId);
  }

  publish(): void {
    this.#loop?.wake();
  }

  /** From now on other processes take the messages that this process would have taken. */
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
    const current = JSON.stringify(own.map(({ throttledMs, ...rest }) => ({ ...rest, throttled: throttledMs > 0 })));
    if (current === this.#published && now - this.#publishedAt < renewMs) return;
    if (own.length > 0 || this.#published !== '') await renewLinks(this.#runtime.db, this.#holder, own);
    this.#published = own.length > 0 ? current : '';
    this.#publishedAt = now;
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

/** The carriers that are up in other processes, as comparable text. */
function upNames(others: ReadonlyMap<string, OtherLinks>): string {
  return [...others.values()]
    .filter(({ up }) => up > 0)
    .map(({ carrierId }) => carrierId)
    .sort()
    .join();
}
