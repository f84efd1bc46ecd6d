import type { ImapFlowError } from 'imapflow';
import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import type { Runtime } from '../../runtime.ts';
import { mailboxSession, noteMailbox } from '../../store/email/emails.ts';
import { type LockSession, openLockSession } from '../../store/locks/session.ts';
import type { Log } from '../../telemetry/log.ts';
import type { TakeMail } from '../incoming.ts';
import { ImapBacklog, type MailboxTrouble } from './imap-backlog.ts';
import { failureOf, type Mailbox, readMailboxUrl } from './imap-client.ts';
import { ImapSession } from './imap-session.ts';
import { Signal } from './signal.ts';

const lockPauseMs = 5_000;
const pauses: Backoff = { leastMs: 1_000, mostMs: 60_000 };
/** After a session of this length, or one that marked an e-mail, the count of failures restarts at zero. */
const goodSessionMs = 20_000;
/** After this many failures another process may try: the server may be reachable from there. */
const mostUnreachable = 6;

const troubles: Readonly<Record<MailboxTrouble, string>> = {
  'not kept':
    'the mail server does not keep the marks of e-mails that are done with; they are not sent again, and are marked again at growing intervals',
  'not delivered':
    'the mail server lists e-mails that it does not deliver; they are fetched again at growing intervals',
  'too many': '1,000 e-mails wait to be tried again; no others are taken until some of them are done with',
};

/** Reads a mailbox: waits for the lock, connects, and reconnects until the process stops. */
export class MailboxReader {
  readonly #runtime: Runtime;
  readonly #databaseUrl: string;
  readonly #mailbox: Mailbox;
  readonly #take: TakeMail;
  readonly #log: Log;
  readonly #name: string;
  readonly #backlog: ImapBacklog;
  readonly #wake = new Signal();
  readonly #done: Promise<void>;
  #locks: LockSession | undefined;
  #holds = false;
  #session: ImapSession | undefined;
  #failures = 0;
  #lastReport = '';
  #stopping = false;
  #stopBy = 0;

  constructor(runtime: Runtime, databaseUrl: string, imapUrl: string, take: TakeMail) {
    this.#runtime = runtime;
    this.#databaseUrl = databaseUrl;
    this.#mailbox = readMailboxUrl(imapUrl);
    this.#take = take;
    const { host, port, user, path } = this.#mailbox;
    this.#name = `${user}@${host}:${port}/${path}`;
    this.#log = runtime.log.child({ mailbox: this.#name });
    this.#backlog = new ImapBacklog(() => performance.now());
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopBy = performance.now() + this.#drainMs;
    this.#stopping = true;
    this.#session?.end();
    this.#wake.notify();
    await this.#done;
  }

  get #drainMs(): number {
    const left = this.#stopBy - performance.now();
    return this.#stopping ? Math.max(0, left) : this.#runtime.config.drainSeconds * 1_000;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const pauseMs = (await this.#holdsLock()) ? await this.#read() : lockPauseMs;
      if (!this.#stopping) await this.#wake.wait(pauseMs);
    }
    await this.#backlog.settled(this.#drainMs);
    await this.#locks?.close();
  }

  /** One reader over all processes, to avoid repeated downloads; taking an e-mail twice would do no harm. */
  async #holdsLock(): Promise<boolean> {
    if (this.#holds) return true;
    const { host, port, user, path } = this.#mailbox;
    const name = `imap ${JSON.stringify([host, port, user, path])}`;
    try {
      this.#locks ??= await openLockSession(this.#databaseUrl, {
        name: mailboxSession,
        log: this.#log,
        onLost: () => this.#onLockLost(),
      });
      this.#holds = await this.#locks.take(name);
    } catch (err) {
      this.#log.debug({ err }, 'the lock of the mailbox could not be checked');
    }
    return this.#holds;
  }

  #onLockLost(): void {
    this.#locks = undefined;
    this.#holds = false;
    this.#session?.end();
  }

  async #read(): Promise<number> {
    const session = new ImapSession({
      mailbox: this.#mailbox,
      backlog: this.#backlog,
      log: this.#log,
      mostBytes: this.#runtime.config.emailMaxMegabytes * 2 ** 20,
      drainMs: () => this.#drainMs,
      take: this.#take,
      report: (trouble) => this.#report(trouble && troubles[trouble]),
    });
    this.#session = session;
    const began = performance.now();
    try {
      const { encrypted } = await session.open();
      // The first sweep shows whether the trouble with its e-mails persists.
      if (this.#backlog.trouble === undefined) this.#report(undefined);
      if (!encrypted && !this.#mailbox.loopback)
        this.#log.warn('the mail server offers no TLS: the password can be overheard');
      if (this.#stopping || !this.#holds) session.end();
      await session.run();
      // The lock was lost: a process with a better connection to the database goes first.
      return lockPauseMs * 2;
    } catch (error) {
      if (session.hasMarked || performance.now() - began > goodSessionMs) this.#failures = 0;
      return this.#onFailure(error as ImapFlowError);
    } finally {
      this.#session = undefined;
    }
  }

  async #onFailure(error: ImapFlowError): Promise<number> {
    const { text, code, unreachable } = failureOf(error);
    this.#report(`the mailbox cannot be read: ${text}`, code);
    const waitMs = backoffMs(this.#failures, pauses);
    this.#failures += 1;
    if (unreachable && this.#failures >= mostUnreachable) {
      const locks = this.#locks;
      this.#onLockLost();
      await locks?.close();
    }
    return waitMs;
  }

  #report(problem: string | undefined, code?: string): void {
    const text = problem ?? 'reading the mailbox';
    if (this.#lastReport === text) return;
    this.#lastReport = text;
    // Shown in health; the mailbox is read even if this cannot be stored.
    noteMailbox(this.#runtime.db, this.#name, problem).catch((err: unknown) =>
      this.#log.debug({ err }, 'the state of the mailbox could not be stored'),
    );
    this.#log[problem === undefined ? 'info' : 'warn']({ code }, text);
  }
}
