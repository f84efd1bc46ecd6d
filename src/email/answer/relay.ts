import type { Transporter } from 'nodemailer';
import { newId } from '../../base/ids.ts';
import { Batch } from '../../bounds/batch.ts';
import { maskedText } from '../../domain/access/key-mask.ts';
import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import type { Runtime } from '../../runtime.ts';
import { type ClaimedMail, claimMails, keepMails, type MailResult, settleMails } from '../../store/email/mails.ts';
import { drained, Loop, type WorkPoll } from '../../work/loop.ts';

const connections = 4;
const timeoutMs = 30_000;
const pollMs = 1_000;
const mostHeld = 20;
const retries: Backoff = { leastMs: 30_000, mostMs: 3_600_000, chance: 0 };
/** Seconds after which a mail is given up; a code is useless much earlier. */
const keepTryingSeconds = { 'email2sms error': 24 * 3_600, 'sender code': 1_800 };

/** Loads the library on demand: most installations have no relay. */
export async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as never);
}

/** Sends the mails of the service through the operator's relay; without one they are kept for the operator to read. */
export class Relay {
  readonly #lease = newId();
  readonly #runtime: Runtime;
  readonly #transport: Transporter | undefined;
  readonly #waiting: WorkPoll;
  readonly #settling: Batch<MailResult, undefined>;
  #loop: Loop | undefined;
  #held = 0;

  constructor(runtime: Runtime, transport: Transporter | undefined, waiting: WorkPoll) {
    const { db } = runtime;
    this.#runtime = runtime;
    this.#transport = transport;
    this.#waiting = waiting;
    const settle = (results: MailResult[]) => settleMails(db, this.#lease, results);
    this.#settling = new Batch({ run: (results) => settle(results).then(() => results.map(() => undefined)) });
  }

  start(): void {
    const { db, log } = this.#runtime;
    const keep = () => keepMails(db).then(() => false);
    const work = this.#transport === undefined ? keep : () => this.#claim();
    this.#loop = new Loop('outgoing e-mails', pollMs, log, work, { gate: this.#waiting.gate('mails') });
  }

  async stop(budgetMs: number): Promise<void> {
    await this.#loop?.stop();
    await drained(() => this.#held, budgetMs);
    this.#transport?.close();
  }

  async #claim(): Promise<boolean> {
    const room = mostHeld - this.#held;
    if (room <= 0) return false;
    const mails = await claimMails(this.#runtime.db, this.#lease, room);
    for (const mail of mails) {
      this.#held += 1;
      this.#deliver(mail)
        // The lease expires, and the mail is sent again.
        .catch((err: unknown) => this.#runtime.log.error({ err }, 'the result of an e-mail could not be stored'))
        .finally(() => {
          this.#held -= 1;
          this.#loop?.wake();
        });
    }
    return false;
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const result = await this.#send(mail);
    this.#runtime.metrics.outgoingMails.inc({ outcome: result.state === 'waiting' ? 'failed' : result.state });
    await this.#settling.add(result);
  }

  async #send(mail: ClaimedMail): Promise<MailResult> {
    const { serviceName, emailAddress } = this.#runtime.config;
    const answers = mail.in_reply_to === null ? {} : { inReplyTo: mail.in_reply_to, references: mail.in_reply_to };
    try {
      await this.#transport!.sendMail({
        from: { name: serviceName, address: emailAddress },
        to: { name: '', address: mail.recipient },
        // An error e-mail must not be answered. Bounces of a code return to our own address, where they are dropped.
        envelope: { from: mail.kind === 'email2sms error' ? '' : emailAddress, to: [mail.recipient] },
        // The same at every attempt, so that the recipient's server recognises a repetition.
        messageId: `<${mail.id}@${emailAddress.slice(emailAddress.lastIndexOf('@') + 1)}>`,
        subject: mail.subject,
        text: mail.body,
        headers: { 'Auto-Submitted': mail.kind === 'email2sms error' ? 'auto-replied' : 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        ...answers,
      });
      return { id: mail.id, state: 'sent', error: undefined, delayMs: 0 };
    } catch (error) {
      return failedResult(mail, error as SendError);
    }
  }
}

type SendError = Error & { code?: string; responseCode?: number; response?: string };

/** A 5xx about this mail is final; everything else may be temporary. */
export function failedResult({ id, kind, attempts, age_seconds }: ClaimedMail, error: SendError): MailResult {
  const reason = maskedText(error.response ?? `${error.code ?? 'error'}: ${error.message}`, 500);
  const refused = (error.responseCode ?? 0) >= 500 && error.code !== 'EAUTH';
  const delayMs = backoffMs(attempts, retries);
  const tooLate = age_seconds + delayMs / 1_000 > keepTryingSeconds[kind];
  return { id, state: refused || tooLate ? 'given up' : 'waiting', error: reason, delayMs };
}
