import { type Backoff, backoffMs } from '../domain/backoff.ts';
import { drained } from '../work/drain.ts';
import type { Verdict } from './incoming.ts';

const retries: Backoff = { leastMs: 1_000, mostMs: 60_000, chance: 0.25 };

export type Final = Exclude<Verdict, { outcome: 'later' }>;

type Entry = { tries: number; dueAt: number; running: boolean; verdict: Final | undefined };

const fresh = (): Entry => ({ tries: 0, dueAt: 0, running: false, verdict: undefined });

/**
 * E-mails that were tried and are not marked yet. Only for pace: everything here may be lost, and the mailbox and the
 * database still know what is done. It outlives connections, so an e-mail that breaks them is not first in line again.
 * `key` names a message for good, also when the mailbox is made anew: UIDVALIDITY and UID.
 */
export class Backlog {
  readonly #clock: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #work = new Set<Promise<void>>();
  #suspicious = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Those of all unmarked ones whose turn it is, fresh ones first; forgets what is no longer among them. */
  due<T extends { readonly key: string }>(unmarked: readonly T[]): T[] {
    const keys = new Set(unmarked.map(({ key }) => key));
    for (const [key, { running }] of this.#entries) if (!running && !keys.has(key)) this.#entries.delete(key);
    if (keys.size === 0) this.#suspicious = false;
    const now = this.#clock();
    const isDue = ({ running, dueAt }: Entry) => !running && dueAt <= now;
    const tries = ({ key }: T) => this.#entries.get(key)?.tries ?? 0;
    return unmarked.filter(({ key }) => isDue(this.#entries.get(key) ?? fresh())).sort((a, b) => tries(a) - tries(b));
  }

  /** One of them cannot even be looked at; that holds until there is nothing left to look at. */
  suspect(): void {
    this.#suspicious = true;
  }

  get isSuspicious(): boolean {
    return this.#suspicious;
  }

  /** Time until the next one is due, at most so long. */
  dueInMs(most: number): number {
    let earliest = this.#clock() + most;
    for (const { running, dueAt } of this.#entries.values()) if (!running) earliest = Math.min(earliest, dueAt);
    return Math.max(0, earliest - this.#clock());
  }

  /** What was decided when it could not be marked. */
  verdict(key: string): Final | undefined {
    return this.#entries.get(key)?.verdict;
  }

  decide(key: string, verdict: Final): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.verdict = verdict;
  }

  /** Does the work on one e-mail, which says whether it is done with; if not, or if it fails, the next try is later. */
  run(key: string, work: (attempt: number) => Promise<boolean>): Promise<void> {
    const entry = this.#entries.get(key) ?? fresh();
    entry.tries += 1;
    entry.running = true;
    this.#entries.set(key, entry);
    const done = this.#finish(key, entry, work);
    this.#work.add(done);
    return done.finally(() => this.#work.delete(done));
  }

  async #finish(key: string, entry: Entry, work: (attempt: number) => Promise<boolean>): Promise<void> {
    let done = false;
    try {
      done = await work(entry.tries);
    } finally {
      entry.running = false;
      entry.dueAt = this.#clock() + backoffMs(entry.tries - 1, retries);
      if (done) this.#entries.delete(key);
    }
  }

  /** Until nothing is being worked on, at most so long. */
  async settled(budgetMs: number): Promise<void> {
    await drained(() => this.#work.size, budgetMs);
  }
}
