import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import { drained } from '../../work/loop.ts';
import type { IntakeResult } from '../incoming.ts';

const retries: Backoff = { leastMs: 1_000, mostMs: 60_000, chance: 0.25 };

export type FinalResult = Exclude<IntakeResult, { outcome: 'later' }>;

/** Why the mail server keeps an e-mail from being completed. */
export type MailboxTrouble = 'not kept' | 'not delivered' | 'too many';

type BacklogMail = {
  window: number;
  tries: number;
  dueAt: number;
  running: boolean;
  result?: FinalResult;
  isMarked?: boolean;
  trouble?: MailboxTrouble;
};

/** E-mails that wait for a retry. Above this number the fault is general, and new e-mails would only fail too. */
const mostWaiting = 1_000;

/**
 * E-mails that were tried and are still listed as unmarked, to space their retries. It outlives connections, so that an e-mail that breaks
 * them is not tried first again. A server may confirm a mark and not keep it, so an e-mail is forgotten only when a search no longer lists
 * it. `key`: UIDVALIDITY and UID.
 */
export class ImapBacklog {
  readonly #clock: () => number;
  readonly #mails = new Map<string, BacklogMail>();
  #running = 0;
  /** The server cannot report the size of an e-mail. Reset when the backlog is empty. */
  isSuspicious = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The unmarked e-mails of a window that are due, new ones first; forgets those that are no longer listed. */
  due<T extends { readonly key: string }>(unmarked: readonly T[], window: number): T[] {
    const keys = new Set(unmarked.map(({ key }) => key));
    this.#forget((mail, key) => mail.window === window && !keys.has(key));
    const now = this.#clock();
    const untried = unmarked.filter(({ key }) => !this.#mails.has(key));
    const retried = unmarked.filter(({ key }) => {
      const mail = this.#mails.get(key);
      return mail !== undefined && !mail.running && mail.dueAt <= now;
    });
    const tries = ({ key }: T) => this.#mails.get(key)!.tries;
    retried.sort((a, b) => tries(a) - tries(b));
    return [...untried.slice(0, Math.max(0, mostWaiting - this.#mails.size)), ...retried];
  }

  /** All windows were searched: forgets e-mails of windows that the mailbox had when it was larger. */
  endSweep(windows: number): void {
    this.#forget(({ window }) => window >= windows);
    if (this.#mails.size === 0) this.isSuspicious = false;
  }

  #forget(isGone: (mail: BacklogMail, key: string) => boolean): void {
    for (const [key, mail] of this.#mails) if (!mail.running && isGone(mail, key)) this.#mails.delete(key);
  }

  get trouble(): MailboxTrouble | undefined {
    const found = new Set([...this.#mails.values()].map(({ trouble }) => trouble));
    if (found.has('not kept')) return 'not kept';
    if (this.#mails.size >= mostWaiting) return 'too many';
    return found.has('not delivered') ? 'not delivered' : undefined;
  }

  update(key: string, change: Partial<Pick<BacklogMail, 'result' | 'isMarked' | 'trouble'>>): void {
    const mail = this.#mails.get(key);
    if (mail !== undefined) Object.assign(mail, change);
  }

  dueInMs(mostMs: number): number {
    let earliest = this.#clock() + mostMs;
    for (const { running, dueAt } of this.#mails.values()) if (!running) earliest = Math.min(earliest, dueAt);
    return Math.max(0, earliest - this.#clock());
  }

  decided(key: string): { readonly result: FinalResult; readonly isMarked: boolean } | undefined {
    const { result, isMarked = false } = this.#mails.get(key) ?? {};
    return result && { result, isMarked };
  }

  /** Works on one e-mail. If it is listed again, every retry waits longer. */
  async run(key: string, window: number, work: (attempt: number) => Promise<void>): Promise<void> {
    const mail: BacklogMail = this.#mails.get(key) ?? { window, tries: 0, dueAt: 0, running: false };
    mail.window = window;
    mail.tries += 1;
    mail.running = true;
    this.#mails.set(key, mail);
    this.#running += 1;
    try {
      await work(mail.tries);
    } finally {
      this.#running -= 1;
      mail.running = false;
      mail.dueAt = this.#clock() + backoffMs(mail.tries - 1, retries);
    }
  }

  async settled(budgetMs: number): Promise<void> {
    await drained(() => this.#running, budgetMs);
  }
}
