import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import { drained } from '../../work/drain.ts';
import type { Verdict } from '../incoming.ts';

const retries: Backoff = { leastMs: 1_000, mostMs: 60_000, chance: 0.25 };

export type Final = Exclude<Verdict, { outcome: 'later' }>;

/** What keeps an e-mail from being done with, on the side of the mail server. */
export type Trouble = 'not kept' | 'not delivered' | 'too many';

type Entry = {
  /** The part of the mailbox in which it was found. */
  window: number;
  tries: number;
  dueAt: number;
  running: boolean;
  verdict: Final | undefined;
  isMarked: boolean;
  trouble: Trouble | undefined;
};

/** E-mails that wait for another try. With more of them something is wrong for all, and others would only join them. */
const mostWaiting = 1_000;

/**
 * E-mails that were tried and are still listed as unmarked. Only for pace: everything here may be lost, and the mailbox and the
 * database still know what is done. It outlives connections, so an e-mail that breaks them is not first in line again. An entry goes
 * when a search no longer lists its e-mail, and not before: a server may confirm a mark and not keep it. `key` identifies a
 * message also when the mailbox is made again: UIDVALIDITY and UID.
 */
export class Backlog {
  readonly #clock: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #work = new Set<Promise<void>>();
  #suspicious = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Those of the unmarked ones of a window whose turn it is, fresh ones first; forgets what is no longer among them. */
  due<T extends { readonly key: string }>(unmarked: readonly T[], window: number): T[] {
    const keys = new Set(unmarked.map(({ key }) => key));
    this.#forget((entry, key) => entry.window === window && !keys.has(key));
    const now = this.#clock();
    const fresh = unmarked.filter(({ key }) => !this.#entries.has(key));
    const again = unmarked.filter(({ key }) => {
      const entry = this.#entries.get(key);
      return entry !== undefined && !entry.running && entry.dueAt <= now;
    });
    const tries = ({ key }: T) => this.#entries.get(key)!.tries;
    again.sort((a, b) => tries(a) - tries(b));
    return [...fresh.slice(0, Math.max(0, mostWaiting - this.#entries.size)), ...again];
  }

  /** All windows of the mailbox were looked at: forgets what was in others, which it had when it was larger. */
  endSweep(windows: number): void {
    this.#forget(({ window }) => window >= windows);
    if (this.#entries.size === 0) this.#suspicious = false;
  }

  #forget(isGone: (entry: Entry, key: string) => boolean): void {
    for (const [key, entry] of this.#entries) if (!entry.running && isGone(entry, key)) this.#entries.delete(key);
  }

  /** One of them cannot even be described; that holds until none is left. */
  suspect(): void {
    this.#suspicious = true;
  }

  get isSuspicious(): boolean {
    return this.#suspicious;
  }

  /** The worst that is wrong with the mailbox as a whole. */
  get trouble(): Trouble | undefined {
    const found = new Set([...this.#entries.values()].map(({ trouble }) => trouble));
    if (found.has('not kept')) return 'not kept';
    if (this.#entries.size >= mostWaiting) return 'too many';
    return found.has('not delivered') ? 'not delivered' : undefined;
  }

  blame(key: string, trouble: Trouble): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.trouble = trouble;
  }

  /** Time until the next one is due, at most so long. */
  dueInMs(most: number): number {
    let earliest = this.#clock() + most;
    for (const { running, dueAt } of this.#entries.values()) if (!running) earliest = Math.min(earliest, dueAt);
    return Math.max(0, earliest - this.#clock());
  }

  /** What was decided about an e-mail that is still unmarked, and whether the server has confirmed its mark. */
  decided(key: string): { readonly verdict: Final; readonly isMarked: boolean } | undefined {
    const { verdict, isMarked = false } = this.#entries.get(key) ?? {};
    return verdict && { verdict, isMarked };
  }

  decide(key: string, verdict: Final): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.verdict = verdict;
  }

  confirmMark(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.isMarked = true;
  }

  /** Does the work on one e-mail. If it is found again, the next try is later each time. */
  run(key: string, window: number, work: (attempt: number) => Promise<void>): Promise<void> {
    const entry = this.#entries.get(key) ?? {
      window,
      tries: 0,
      dueAt: 0,
      running: false,
      verdict: undefined,
      isMarked: false,
      trouble: undefined,
    };
    entry.window = window;
    entry.tries += 1;
    entry.running = true;
    this.#entries.set(key, entry);
    const done = this.#finish(entry, work);
    this.#work.add(done);
    return done.finally(() => this.#work.delete(done));
  }

  async #finish(entry: Entry, work: (attempt: number) => Promise<void>): Promise<void> {
    try {
      await work(entry.tries);
    } finally {
      entry.running = false;
      entry.dueAt = this.#clock() + backoffMs(entry.tries - 1, retries);
    }
  }

  /** Until nothing is being worked on, at most so long. */
  async settled(budgetMs: number): Promise<void> {
    await drained(() => this.#work.size, budgetMs);
  }
}
