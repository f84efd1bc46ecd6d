import type { ImapFlow, ImapFlowError, MailboxObject } from 'imapflow';
import { Batch } from '../../bounds/batch.ts';
import type { Log } from '../../telemetry/log.ts';
import type { IntakeResult, TakeMail } from '../incoming.ts';
import { returnPath } from '../read/headers.ts';
import type { FinalResult, ImapBacklog, MailboxTrouble } from './imap-backlog.ts';
import {
  flagsFor,
  imapClient,
  logOut,
  type Mailbox,
  type MailFlags,
  ReadOnlyMailbox,
  serverOf,
} from './imap-client.ts';
import { Signal } from './signal.ts';

type ImapSessionOptions = {
  readonly mailbox: Mailbox;
  readonly backlog: ImapBacklog;
  readonly log: Log;
  readonly mostBytes: number;
  drainMs(): number;
  readonly take: TakeMail;
  /** Called after every sweep with what is wrong with the mailbox. */
  report(trouble: MailboxTrouble | undefined): void;
};

type ListedMail = { readonly uid: number; readonly key: string };
type MarkedMail = { readonly uid: number; readonly result: FinalResult };

/** E-mails in progress, and their bytes: they bound the memory, whatever the mailbox contains. */
const mostInProgress = 8;
const mostBytesInProgress = 32 * 1024 * 1024;
const mostPerRound = 100;
/** E-mails per search. The library parses 7 µs per UID in one turn of the event loop: one search over 300,000 e-mails took 2 s. */
const windowSize = 2_000;
/** Least time between two sweeps that began nothing, however often the server announces e-mail. */
const leastPauseMs = 500;
const headBytes = 64 * 1024;
/** New e-mail is announced (IDLE). Sweeps are for servers without announcements, and for flags that a person removed. */
const sweepMs = 30_000;

export class ImapSession {
  readonly #options: ImapSessionOptions;
  readonly #client: ImapFlow;
  readonly #work = new Signal();
  readonly #ended = new Signal();
  readonly #marking: Batch<MarkedMail, true>;
  #selected: MailboxObject | undefined;
  #flags: MailFlags | undefined;
  #inProgress = 0;
  #bytesInProgress = 0;
  #isAnnounced = false;
  #isEnding = false;
  hasMarked = false;
  #error: ImapFlowError | undefined;

  constructor(options: ImapSessionOptions) {
    this.#options = options;
    this.#client = imapClient(options.mailbox, options.mostBytes);
    this.#client.on('error', (error) => {
      this.#error = error;
    });
    this.#client.on('close', () => this.#notifyAll());
    this.#client.on('exists', () => {
      this.#isAnnounced = true;
      this.#work.notify();
    });
    this.#marking = new Batch({ most: mostPerRound, run: (marked) => this.#storeFlags(marked) });
  }

  async open(): Promise<{ encrypted: boolean }> {
    try {
      await this.#client.connect();
      this.#selected = await this.#client.mailboxOpen(this.#options.mailbox.path);
      this.#flags = this.#selected.readOnly ? undefined : flagsFor(this.#selected.permanentFlags);
      if (this.#flags === undefined) throw new ReadOnlyMailbox();
      return { encrypted: this.#client.secureConnection };
    } catch (error) {
      this.#client.close();
      throw error;
    }
  }

  /** Processes e-mails until `end`; throws if the connection ends before. */
  async run(): Promise<void> {
    try {
      while (this.#isActive) {
        const begun = await this.#sweep();
        if (begun === 0 && this.#isActive) await this.#ended.wait(leastPauseMs);
        await this.#untilWork();
      }
      if (!this.#isEnding) throw this.#error ?? new Error('the connection was closed');
      await this.#options.backlog.settled(this.#options.drainMs());
      await logOut(this.#client);
    } finally {
      this.#client.close();
    }
  }

  /** Begins nothing new, and ends when the e-mails in progress are decided and marked. */
  end(): void {
    this.#isEnding = true;
    this.#notifyAll();
  }

  #notifyAll(): void {
    this.#ended.notify();
    this.#work.notify();
  }

  get #isActive(): boolean {
    return !this.#isEnding && this.#client.usable;
  }

  async #untilWork(): Promise<void> {
    const until = performance.now() + sweepMs;
    const leftMs = () => this.#options.backlog.dueInMs(Math.max(0, until - performance.now()));
    while (this.#isActive && !this.#isAnnounced && leftMs() > 0) await this.#work.wait(leftMs());
    this.#isAnnounced = false;
  }

  /** Goes through the whole mailbox, oldest e-mails first, and returns how many it began. */
  async #sweep(): Promise<number> {
    const { backlog } = this.#options;
    let begun = 0;
    let window = 0;
    for (; window * windowSize < this.#exists && this.#isActive; window++) begun += await this.#takeFrom(window);
    if (!this.#isActive) return begun;
    backlog.endSweep(window);
    this.#options.report(backlog.trouble);
    return begun;
  }

  get #exists(): number {
    return (this.#client.mailbox || undefined)?.exists ?? 0;
  }

  async #takeFrom(window: number): Promise<number> {
    let begun = 0;
    for (let due = await this.#due(window); due.length > 0 && this.#isActive; due = await this.#due(window)) {
      const sizes = await this.#sizesOf(due);
      for (const { uid, key } of due) {
        const size = sizes.get(uid);
        if (size === undefined) {
          await this.#options.backlog.run(key, window, async (attempt) => this.#missing(key, attempt));
          continue;
        }
        await this.#room(size);
        if (!this.#isActive) return begun;
        await this.#begin(uid, size, window);
        begun += 1;
      }
    }
    return begun;
  }

  /** By sequence numbers, because UIDs may be far apart. E-mails that an expunge moves to another window are found by the next sweep. */
  async #due(window: number): Promise<ListedMail[]> {
    if (!this.#isActive) return [];
    const [first, last] = [window * windowSize + 1, Math.min(this.#exists, (window + 1) * windowSize)];
    const seq = `${first}:${last}`;
    const unmarked = last < first ? [] : await this.#client.search({ ...this.#flags!.unmarked, seq }, { uid: true });
    if (!Array.isArray(unmarked)) throw this.#error ?? new Error('the search was refused');
    const listed = unmarked.map((uid) => ({ uid, key: this.#keyOf(uid) }));
    return this.#options.backlog.due(listed, window).slice(0, mostPerRound);
  }

  /**
   * Sizes of the e-mails that are still unmarked. An e-mail that the server cannot read fails the whole request, and with Dovecot the
   * connection. From then on sizes are not requested, and only the download of that e-mail fails.
   */
  async #sizesOf(due: readonly ListedMail[]): Promise<Map<number, number>> {
    const { backlog, mostBytes } = this.#options;
    const uids = due.map(({ uid }) => uid);
    if (backlog.isSuspicious) return new Map(uids.map((uid) => [uid, mostBytes]));
    try {
      const all = await this.#client.fetchAll(uids, { uid: true, size: true, flags: true }, { uid: true });
      const unmarked = all.filter(({ flags = new Set() }) => !this.#flags!.isMarked(flags));
      return new Map(unmarked.map(({ uid, size = mostBytes }) => [uid, size]));
    } catch (error) {
      backlog.isSuspicious = true;
      throw error;
    }
  }

  /** Listed as unmarked but not delivered: deleted since then, or the server does not have it. */
  #missing(key: string, attempt: number): void {
    if (attempt > 1) this.#options.backlog.update(key, { trouble: 'not delivered' });
  }

  async #room(size: number): Promise<void> {
    const exceedsBytes = () => this.#inProgress > 0 && this.#bytesInProgress + size > mostBytesInProgress;
    while (this.#isActive && (this.#inProgress >= mostInProgress || exceedsBytes())) await this.#work.wait(sweepMs);
  }

  /** Resolves after the download: one at a time, so that the e-mail that breaks the connection is known. */
  async #begin(uid: number, size: number, window: number): Promise<void> {
    const { backlog, log, mostBytes } = this.#options;
    const downloaded = Promise.withResolvers<void>();
    let attempts = 0;
    let weight = Math.min(size, mostBytes);
    this.#inProgress += 1;
    this.#bytesInProgress += weight;
    const weigh = (bytes: number) => {
      this.#bytesInProgress += bytes - weight;
      weight = bytes;
      downloaded.resolve();
    };
    void backlog
      .run(this.#keyOf(uid), window, (attempt) => {
        attempts = attempt;
        return this.#settle(uid, size, attempt, weigh);
      })
      .catch((err: unknown) => {
        // A lost connection is logged once, by the reader that opens the next one.
        const level = this.#client.usable && attempts === 1 ? 'warn' : 'debug';
        log[level]({ err, uid }, 'an e-mail in the mailbox could not be processed; it is retried');
      })
      .finally(() => {
        weigh(0);
        this.#inProgress -= 1;
        this.#work.notify();
      });
    await downloaded.promise;
  }

  async #settle(uid: number, size: number, attempt: number, weigh: (bytes: number) => void): Promise<void> {
    const { backlog, log } = this.#options;
    const key = this.#keyOf(uid);
    const decided = backlog.decided(key);
    if (decided?.isMarked) backlog.update(key, { trouble: 'not kept' });
    const result = decided?.result ?? (await this.#decide(uid, size, weigh));
    if (result === undefined) return this.#missing(key, attempt);
    if (result.outcome === 'later') {
      const level = attempt === 1 ? 'warn' : 'debug';
      log[level]({ uid, reason: result.reason }, 'an e-mail was deferred; it is retried');
      return;
    }
    backlog.update(key, { result });
    weigh(0);
    await this.#marking.add({ uid, result });
    backlog.update(key, { isMarked: true });
  }

  /** Undefined if the e-mail no longer exists. One that is too large is rejected after its headers are recorded. */
  async #decide(uid: number, size: number, weigh: (bytes: number) => void): Promise<IntakeResult | undefined> {
    const { log, mostBytes: most, take } = this.#options;
    const isDeclaredLarge = size > most;
    // One byte more than allowed: a server may send more than the size it declares.
    const maxLength = isDeclaredLarge ? headBytes : most + 1;
    const fetched = await this.#client.fetchOne(String(uid), { source: { start: 0, maxLength } }, { uid: true });
    const raw = (fetched ? fetched.source : undefined) ?? (isDeclaredLarge ? Buffer.alloc(0) : undefined);
    if (raw === undefined) return undefined;
    weigh(raw.length);
    const peer = serverOf(this.#client);
    const origin = { via: 'IMAP', peer, helo: undefined, envelopeFrom: returnPath(raw) } as const;
    const bytes = isDeclaredLarge ? size : raw.length;
    if (bytes <= most) return take({ raw: [raw], ...origin });
    log.warn({ uid, bytes, most }, 'an e-mail is too large and was rejected unread');
    const result = await take({ raw: [raw.subarray(0, headBytes)], size: bytes, ...origin });
    return result.outcome === 'later' ? result : { outcome: 'rejected', reason: 'too large' };
  }

  /** A server may refuse to store flags, or confirm them and not keep them; the next search shows which. */
  async #storeFlags(marked: MarkedMail[]): Promise<true[]> {
    for (const outcome of ['processed', 'rejected'] as const) {
      const uids = marked.filter(({ result }) => result.outcome === outcome).map(({ uid }) => uid);
      if (uids.length === 0) continue;
      const flags = [...this.#flags![outcome]];
      const isStored = await this.#client.messageFlagsAdd(uids, flags, { uid: true, silent: true });
      if (!isStored) {
        if (this.#client.usable)
          for (const uid of uids) this.#options.backlog.update(this.#keyOf(uid), { trouble: 'not kept' });
        throw new Error('the mail server has not stored the mark');
      }
      this.hasMarked = true;
    }
    return marked.map(() => true);
  }

  #keyOf(uid: number): string {
    return `${this.#selected!.uidValidity}:${uid}`;
  }
}
