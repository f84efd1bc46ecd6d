import { ImapFlow, type ImapFlowError, type MailboxObject } from 'imapflow';
import { Batch } from '../../bounds/batch.ts';
import type { Log } from '../../log.ts';
import type { IncomingMail, Verdict } from '../incoming.ts';
import { returnPath } from '../read/return-path.ts';
import type { Backlog, Final, Trouble } from './imap-backlog.ts';
import { ReadOnlyMailbox } from './imap-failure.ts';
import { type Marks, marksFor } from './imap-flags.ts';
import type { Mailbox } from './imap-url.ts';
import { Bell } from './signal.ts';

export type SessionOptions = {
  readonly mailbox: Mailbox;
  readonly backlog: Backlog;
  readonly log: Log;
  /** Larger e-mails are rejected unread. */
  readonly mostBytes: number;
  /** How long what is in hand may take when the session has to end. */
  drainMs(): number;
  take(mail: IncomingMail): Promise<Verdict>;
  /** What is wrong with the mailbox although it is read; said after every look at all of it. */
  report(trouble: Trouble | undefined): void;
};

type Listed = { readonly uid: number; readonly key: string };
type Mark = { readonly uid: number; readonly verdict: Final };

/** E-mails in hand at once, and their bytes: what bounds the memory, whatever lies in the mailbox. */
const mostInHand = 8;
const mostBytesInHand = 32 * 1024 * 1024;
const mostInRound = 100;
/**
 * Searches go over so many e-mails at a time. The library parses the answer in one turn of the event loop, 7 µs for a UID: one
 * search over 300,000 unmarked e-mails took 2 s, before each hundred of them.
 */
const windowSize = 2_000;
/** Between two looks at a mailbox in which nothing could be begun, whatever the server announces. */
const leastPauseMs = 500;
const headBytes = 64 * 1024;
/** New e-mail announces itself (IDLE); this is for servers that do not say, and for marks that a person has removed. */
const lookMs = 30_000;

/** One connection to the mailbox, from log-in to its end. */
export class ImapSession {
  readonly #options: SessionOptions;
  readonly #client: ImapFlow;
  readonly #bell = new Bell();
  readonly #end = new Bell();
  readonly #marking: Batch<Mark, true>;
  #selected: MailboxObject | undefined;
  #marks: Marks | undefined;
  #inHand = 0;
  #bytesInHand = 0;
  #announced = false;
  #ending = false;
  #useful = false;
  #lost: ImapFlowError | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#client = clientOf(options.mailbox, options.mostBytes);
    this.#client.on('error', (error) => {
      this.#lost = error;
    });
    this.#client.on('close', () => {
      this.#end.ring();
      this.#bell.ring();
    });
    this.#client.on('exists', () => {
      this.#announced = true;
      this.#bell.ring();
    });
    this.#marking = new Batch({ most: mostInRound, run: (marks) => this.#storeMarks(marks) });
  }

  /** Logs in and opens the mailbox. */
  async open(): Promise<{ encrypted: boolean }> {
    try {
      await this.#client.connect();
      this.#selected = await this.#client.mailboxOpen(this.#options.mailbox.path);
      this.#marks = this.#selected.readOnly ? undefined : marksFor(this.#selected.permanentFlags);
      if (this.#marks === undefined) throw new ReadOnlyMailbox();
      return { encrypted: this.#client.secureConnection };
    } catch (error) {
      this.#client.close();
      throw error;
    }
  }

  /** Takes what comes until `end`; throws if the connection ends before. */
  async run(): Promise<void> {
    try {
      while (this.#goesOn) {
        const begun = await this.#sweep();
        if (begun === 0 && this.#goesOn) await this.#end.wait(leastPauseMs);
        await this.#untilWork();
      }
      if (!this.#ending) throw this.#lost ?? new Error('the connection was closed');
      await this.#options.backlog.settled(this.#options.drainMs());
      await this.#logout();
    } finally {
      this.#client.close();
    }
  }

  /** Begins nothing new, and ends when what is in hand is decided and marked. */
  end(): void {
    this.#ending = true;
    this.#end.ring();
    this.#bell.ring();
  }

  /** Whether anything was finished on this connection. */
  get isUseful(): boolean {
    return this.#useful;
  }

  get #goesOn(): boolean {
    return !this.#ending && this.#client.usable;
  }

  /** Until new e-mail is announced, one is due again, or `lookMs` have passed. */
  async #untilWork(): Promise<void> {
    const until = performance.now() + lookMs;
    const leftMs = () => this.#options.backlog.dueInMs(Math.max(0, until - performance.now()));
    while (this.#goesOn && !this.#announced && leftMs() > 0) await this.#bell.wait(leftMs());
    this.#announced = false;
  }

  /** Looks at the whole mailbox, oldest e-mails first, and says how many it began. */
  async #sweep(): Promise<number> {
    const { backlog } = this.#options;
    let begun = 0;
    let window = 0;
    for (; window * windowSize < this.#exists && this.#goesOn; window++) begun += await this.#takeFrom(window);
    if (!this.#goesOn) return begun;
    backlog.endSweep(window);
    this.#options.report(backlog.trouble);
    return begun;
  }

  get #exists(): number {
    const { mailbox } = this.#client;
    return mailbox === false || mailbox === undefined ? 0 : mailbox.exists;
  }

  /** Takes what is due in a part of the mailbox, until nothing is. */
  async #takeFrom(window: number): Promise<number> {
    let begun = 0;
    for (let due = await this.#due(window); due.length > 0 && this.#goesOn; due = await this.#due(window)) {
      const sizes = await this.#describe(due);
      for (const { uid, key } of due) {
        const size = sizes.get(uid);
        if (size === undefined) {
          await this.#options.backlog.run(key, window, (attempt) => this.#missing(key, attempt));
          continue;
        }
        await this.#room(size);
        if (!this.#goesOn) return begun;
        await this.#begin(uid, size, window);
        begun += 1;
      }
    }
    return begun;
  }

  /** By sequence numbers: UIDs may be far apart. What an expunge moves to another window meanwhile is found by the next look. */
  async #due(window: number): Promise<Listed[]> {
    if (!this.#goesOn) return [];
    const [first, last] = [window * windowSize + 1, Math.min(this.#exists, (window + 1) * windowSize)];
    const seq = `${first}:${last}`;
    const unmarked = last < first ? [] : await this.#client.search({ ...this.#marks!.unmarked, seq }, { uid: true });
    if (!Array.isArray(unmarked)) throw this.#lost ?? new Error('the search was refused');
    const listed = unmarked.map((uid) => ({ uid, key: this.#keyOf(uid) }));
    return this.#options.backlog.due(listed, window).slice(0, mostInRound);
  }

  /**
   * Their sizes, without those that are marked after all. One that the server cannot read fails the whole set, and with
   * Dovecot the connection; from then on sizes are not asked for, and a download fails by itself.
   */
  async #describe(due: readonly Listed[]): Promise<Map<number, number>> {
    const { backlog, mostBytes } = this.#options;
    const uids = due.map(({ uid }) => uid);
    if (backlog.isSuspicious) return new Map(uids.map((uid) => [uid, mostBytes]));
    try {
      const all = await this.#client.fetchAll(uids, { uid: true, size: true, flags: true }, { uid: true });
      const unmarked = all.filter(({ flags = new Set() }) => !this.#marks!.isMarked(flags));
      return new Map(unmarked.map(({ uid, size = mostBytes }) => [uid, size]));
    } catch (error) {
      backlog.suspect();
      throw error;
    }
  }

  /** Listed as unmarked, and not delivered: gone since then, or the server does not have it. */
  async #missing(key: string, attempt: number): Promise<void> {
    if (attempt > 1) this.#options.backlog.blame(key, 'not delivered');
  }

  /** Until there is room for one more; a ring for new e-mail only makes us look again. */
  async #room(size: number): Promise<void> {
    const full = () => this.#inHand >= mostInHand || (this.#inHand > 0 && this.#bytesInHand + size > mostBytesInHand);
    while (this.#goesOn && full()) await this.#bell.wait(lookMs);
  }

  /** Resolves after the download: one at a time, so that the e-mail which breaks the connection is known. */
  async #begin(uid: number, size: number, window: number): Promise<void> {
    const { backlog, log, mostBytes } = this.#options;
    const downloaded = Promise.withResolvers<void>();
    let tries = 0;
    let weight = Math.min(size, mostBytes);
    this.#inHand += 1;
    this.#bytesInHand += weight;
    const weigh = (bytes: number) => {
      this.#bytesInHand += bytes - weight;
      weight = bytes;
      downloaded.resolve();
    };
    void backlog
      .run(this.#keyOf(uid), window, (attempt) => {
        tries = attempt;
        return this.#settle(uid, size, attempt, weigh);
      })
      .catch((err: unknown) => {
        // A lost connection is logged once, by the reader that opens the next one.
        const level = this.#client.usable && tries === 1 ? 'warn' : 'debug';
        log[level]({ err, uid }, 'an e-mail in the mailbox could not be handled; it is tried again');
      })
      .finally(() => {
        weigh(0);
        this.#inHand -= 1;
        this.#bell.ring();
      });
    await downloaded.promise;
  }

  /** Decides about an e-mail and marks it after that; what was decided before is only marked. */
  async #settle(uid: number, size: number, attempt: number, weigh: (bytes: number) => void): Promise<void> {
    const { backlog, log } = this.#options;
    const key = this.#keyOf(uid);
    const decided = backlog.decided(key);
    if (decided?.isMarked) backlog.blame(key, 'not kept');
    const verdict = decided?.verdict ?? (await this.#decide(uid, size, weigh));
    if (verdict === undefined) return this.#missing(key, attempt);
    if (verdict.outcome === 'later') {
      log[attempt === 1 ? 'warn' : 'debug'](
        { uid, reason: verdict.reason },
        'an e-mail has to wait; it is tried again',
      );
      return;
    }
    backlog.decide(key, verdict);
    weigh(0);
    await this.#marking.add({ uid, verdict });
    backlog.confirmMark(key);
  }

  /** Undefined if the e-mail is no longer there. */
  async #decide(uid: number, size: number, weigh: (bytes: number) => void): Promise<Verdict | undefined> {
    const { mostBytes } = this.#options;
    if (size > mostBytes) return this.#tooLarge(uid, size);
    // One byte more than allowed: the size that a server states is not always the one it sends.
    const query = { source: { start: 0, maxLength: mostBytes + 1 } };
    const fetched = await this.#client.fetchOne(String(uid), query, { uid: true });
    const raw = fetched ? fetched.source : undefined;
    if (raw === undefined) return undefined;
    weigh(raw.length);
    if (raw.length > mostBytes) return this.#tooLarge(uid, raw.length);
    const mail = {
      raw: [raw],
      via: 'IMAP',
      peer: serverOf(this.#client),
      helo: undefined,
      envelopeFrom: returnPath(raw),
    } as const;
    return this.#options.take(mail);
  }

  /** Rejected unread but for its headers, which are recorded. */
  async #tooLarge(uid: number, size: number): Promise<Verdict> {
    const { log, mostBytes: most } = this.#options;
    log.warn({ uid, bytes: size, most }, 'an e-mail is too large and was rejected unread');
    const query = { source: { start: 0, maxLength: headBytes } };
    const fetched = await this.#client.fetchOne(String(uid), query, { uid: true });
    const raw = (fetched ? fetched.source : undefined) ?? Buffer.alloc(0);
    const origin = { peer: serverOf(this.#client), helo: undefined, envelopeFrom: returnPath(raw) };
    const verdict = await this.#options.take({ raw: [raw], size, via: 'IMAP', ...origin });
    return verdict.outcome === 'later' ? verdict : { outcome: 'rejected', reason: 'too large' };
  }

  /** A server may refuse to store them, or confirm it and keep none; the next search shows which. */
  async #storeMarks(marks: Mark[]): Promise<true[]> {
    for (const outcome of ['processed', 'rejected'] as const) {
      const uids = marks.filter(({ verdict }) => verdict.outcome === outcome).map(({ uid }) => uid);
      if (uids.length === 0) continue;
      const flags = [...this.#marks![outcome]];
      const stored = await this.#client.messageFlagsAdd(uids, flags, { uid: true, silent: true });
      if (!stored) {
        if (this.#client.usable) for (const uid of uids) this.#options.backlog.blame(this.#keyOf(uid), 'not kept');
        throw new Error('the mail server has not stored the mark');
      }
      this.#useful = true;
    }
    return marks.map(() => true);
  }

  #keyOf(uid: number): string {
    return `${this.#selected!.uidValidity}:${uid}`;
  }

  async #logout(): Promise<void> {
    const tooLong = setTimeout(() => this.#client.close(), 2_000);
    await this.#client.logout().catch(() => {});
    clearTimeout(tooLong);
  }
}

/** The address of the mailbox's server; the library keeps its socket to itself in its types only. */
function serverOf(client: ImapFlow): string | undefined {
  return (client as unknown as { socket?: { remoteAddress?: string } }).socket?.remoteAddress;
}

function clientOf({ host, port, secure, loopback, user, password }: Mailbox, mostBytes: number): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    tls: { rejectUnauthorized: !loopback },
    logger: false,
    clientInfo: { name: 'Hermod', version: false, vendor: false, 'support-url': false },
    // The commands of one round follow each other at once; IDLE is for when they are over.
    autoIdleDelay: 100,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    // We speak at least every `lookMs`: a server that has not answered by then is gone.
    socketTimeout: 60_000,
    maxLiteralSize: mostBytes * 2,
    disableCompression: true,
  });
}
