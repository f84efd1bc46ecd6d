import { setTimeout as sleep } from 'node:timers/promises';
import { Batch, Overloaded } from '../bounds/batch.ts';
import { emailLimits as limits } from '../bounds/limits/email.ts';
import { databaseFault } from '../db/fault.ts';
import { keyHash } from '../domain/access/key.ts';
import { shown } from '../domain/access/key-mask.ts';
import { fewNumbers } from '../domain/email2sms/error.ts';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import type { SendRequest } from '../domain/message/send.ts';
import { isDemoElsewhere } from '../flows/demo.ts';
import { type Conclusion, Conclusions } from '../flows/emails.ts';
import { KeyUses } from '../flows/key-uses.ts';
import { IdempotencyConflict, type Sending } from '../flows/send.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailKey, findEmailKeys } from '../store/account/keys.ts';
import type { EmailOutcome } from '../store/email/emails.ts';
import { errorReply, silenceReason } from './answer/reply.ts';
import type { IncomingMail, Verdict } from './incoming.ts';
import { neverSent } from './read/automatic.ts';
import type { Mail } from './read/mail.ts';
import type { MailReader } from './read/reader.ts';
import { TooCostly } from './read/threads.ts';
import { shared } from './receive/mail-memory.ts';
import { type Draft, draft, longestText, storableTree, tagsOf } from './record.ts';
import { Unreadable, unreadable } from './unreadable.ts';
import { Authoriser, misuse } from './verify/authorise.ts';
import type { Alignment, Proof } from './verify/proof.ts';

/** How long a mail waits for its double, which another connection or process is just working on. */
const doubleMs = 5_000;
const lookAgainMs = 50;
const longestReason = 1_000;

/** A mail whose key is good and whose sender may use it. */
type Admitted = {
  incoming: IncomingMail;
  mail: Mail;
  /** What tells a mail that comes again. */
  name: string;
  textHash: Buffer;
  key: EmailKey;
  /** The key as it stands in the mail. */
  secret: string;
  record: Draft;
  /** Of the From address; undefined if it was not asked for. */
  proof: Proof | undefined;
};

/** The way of every e-mail, however it came: read, checked in the order of the rules, sent by the normal send path. */
export class Intake {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #reader: MailReader;
  readonly #unreadable: Unreadable;
  readonly #authoriser: Authoriser;
  readonly #conclusions: Conclusions;
  readonly #keys: Batch<string, EmailKey | undefined>;
  readonly uses = new KeyUses();

  constructor(runtime: Runtime, sending: Sending, reader: MailReader) {
    this.#runtime = runtime;
    this.#sending = sending;
    this.#reader = reader;
    this.#unreadable = new Unreadable(runtime);
    this.#authoriser = new Authoriser(runtime, reader);
    this.#conclusions = new Conclusions(runtime);
    const run = (keys: string[]) => findEmailKeys(runtime.db, keys.map(keyHash));
    this.#keys = new Batch({ most: 1_000, mostPending: limits.pendingLookups.most, run });
  }

  /** Resolves once everything the mail causes is on disk. A fault of ours is `later`; it never rejects. */
  async take(mail: IncomingMail): Promise<Verdict> {
    const { log, metrics } = this.#runtime;
    const incoming = { ...mail, raw: mail.raw.map(shared) };
    const verdict = await this.#decide(incoming).catch((err: unknown): Verdict => {
      if (err instanceof Overloaded) return { outcome: 'later', reason: 'too much is arriving' };
      log.warn({ err, via: incoming.via }, 'an e-mail could not be taken; it is to come again');
      return { outcome: 'later', reason: databaseFault(err)?.text ?? 'a fault of the service' };
    });
    metrics.emails.inc({ via: incoming.via, outcome: verdict.outcome });
    return verdict;
  }

  /** A mail that costs too much is tried twice, over all processes, and then rejected like one that breaks a rule. */
  async #decide(incoming: IncomingMail): Promise<Verdict> {
    if (incoming.size !== undefined) return this.#refuseLarge(incoming);
    const hash = await this.#reader.hash(incoming.raw);
    const givenUp = await this.#unreadable.find(hash);
    if (givenUp !== undefined) return this.#reject(incoming, givenUp);
    try {
      return await this.#judge(incoming, hash);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      const isLast = await this.#unreadable.count(hash, error, incoming);
      return isLast ? this.#reject(incoming, unreadable(error)) : { outcome: 'later', reason: unreadable(error) };
    }
  }

  #reject(incoming: IncomingMail, reason: string): Promise<Verdict> {
    return this.#conclude(draft(newId(), incoming, undefined, undefined), undefined, 'rejected', reason);
  }

  async #judge(incoming: IncomingMail, hash: Buffer): Promise<Verdict> {
    const read = await this.#reader.read(incoming.raw, longestText);
    if ('refused' in read) return this.#reject(incoming, read.refused);
    const { mail, reading } = read;
    const key = 'key' in reading ? reading.key : undefined;
    const record = draft(newId(), incoming, mail, key);
    if (reading.outcome === 'empty') return this.#conclude(record, undefined, 'dropped', 'it has no text');
    if (reading.outcome === 'no key') return this.#conclude(record, undefined, 'dropped', 'it has no API key');
    const request = reading.outcome === 'request' ? reading.request : undefined;
    const known = await this.#keys.add(reading.key);
    const tagged = { ...record, tags: tagsOf(reading.key, request) };
    if (known === undefined) return this.#conclude(tagged, undefined, 'dropped', 'its API key is not valid');
    if (isDemoElsewhere(this.#runtime.config, known.accountId, incoming.peer))
      return this.#conclude(tagged, undefined, 'dropped', 'the demo account can be used from this machine only');
    const misused = misuse(mail, known.allowed);
    if (misused !== undefined) return this.#conclude(tagged, known, 'rejected', misused);
    const unsent = neverSent(mail, incoming.envelopeFrom);
    if (unsent !== undefined) return this.#conclude(tagged, known, 'dropped', unsent);
    const authorised = await this.#authoriser.authorise(incoming, mail, known);
    if (authorised.verdict === 'unknown') return { outcome: 'later', reason: 'DNS does not answer' };
    const judged = { ...tagged, proof: storableTree(authorised.proof) };
    if (authorised.verdict === 'rejected') return this.#conclude(judged, known, 'rejected', authorised.reason);
    this.uses.note(known.keyId, this.#runtime.clock());
    const proof = authorised.isProved ? authorised.proof : undefined;
    // Without a Message-ID, only the very same bytes tell it.
    const name = mail.messageId ?? hash.toString('hex');
    const textHash = Buffer.from(read.textHash);
    const admitted = { incoming, mail, name, textHash, key: known, secret: reading.key, record: judged, proof };
    return reading.outcome === 'invalid'
      ? this.#refuse(admitted, reading.detail, undefined)
      : this.#send(admitted, reading.request);
  }

  /** Of what is too large only the beginning is there, for the record; whoever makes that costly gets a shorter one. */
  async #refuseLarge(incoming: IncomingMail): Promise<Verdict> {
    const { emailMaxMegabytes: most } = this.#runtime.config;
    const start = await this.#reader.read(incoming.raw, longestText).catch((error: unknown) => {
      if (error instanceof TooCostly || error instanceof Overloaded) return undefined;
      throw error;
    });
    const mail = start !== undefined && 'mail' in start ? start.mail : undefined;
    const record = draft(newId(), incoming, mail, undefined);
    return this.#conclude({ ...record, text: undefined }, undefined, 'rejected', `It is larger than ${most} MB`);
  }

  async #send(admitted: Admitted, request: SendRequest): Promise<Verdict> {
    const { key, record, name } = admitted;
    const began = performance.now();
    try {
      this.#checkCount(request);
      const sent = await this.#untilAlone(() =>
        this.#sending.sendMailed(key, request, {
          name,
          record: (submissionId, messageIds) => ({
            ...this.#kept(record),
            outcome: 'sent',
            reason: undefined,
            accountId: key.accountId,
            submissionId,
            messageIds,
          }),
        }),
      );
      if (sent.replayed) return this.#conclude(record, key, 'repeated', 'it was taken before');
      const attributes = { 'hermod.via': admitted.incoming.via };
      this.#runtime.traces?.accepted({ began, name: 'Email2SMS', attributes, answer: sent.answer });
      return { outcome: 'processed' };
    } catch (error) {
      // It was good a moment ago.
      if (error instanceof KeyRefused) return this.#conclude(record, key, 'dropped', 'its API key is not valid');
      if (!(error instanceof Refusal) || error.status === 500) throw error;
      this.#runtime.metrics.refused.inc({ code: error.code });
      return this.#refuse(admitted, error.message, request, error.brief(fewNumbers));
    }
  }

  /** Over HTTP the shape of the body says so. */
  #checkCount({ destinations }: SendRequest): void {
    const most = this.#runtime.config.maxRecipients;
    if (destinations.length > most) throw new Refusal(7, `at most ${most} destinations in one request`);
  }

  /** The request is wrong: its author is notified, unless that is a machine, or the From address is not proved. */
  async #refuse(admitted: Admitted, words: string, request: SendRequest | undefined, brief = words): Promise<Verdict> {
    const { mail, name, textHash, key, secret, record } = admitted;
    const { config } = this.#runtime;
    const problem = shown(words, longestReason, secret);
    const silence = silenceReason(mail, secret, config);
    if (silence !== undefined) return this.#conclude(record, key, 'error', `${problem}; ${silence}`);
    const { verdict, proof } = await this.#proveAuthor(admitted);
    const judged = { ...record, proof: storableTree(proof) };
    if (verdict !== 'aligned') {
      const why = verdict === 'unknown' ? 'DNS does not answer' : 'neither SPF nor DKIM proves its From address';
      return this.#conclude(judged, key, 'error', `${problem}; not answered, ${why}`);
    }
    const known = { emailId: record.id, accountId: key.accountId, key: secret, name, mail, textHash };
    const about = { ...known, problem: shown(brief, longestReason, secret), request, proof };
    return this.#conclude(judged, key, 'error', problem, errorReply(config, about));
  }

  #proveAuthor({ incoming, mail, proof }: Admitted): Promise<Alignment> {
    return proof === undefined
      ? this.#authoriser.prove(incoming, mail.from[0]!)
      : Promise.resolve({ verdict: 'aligned', proof });
  }

  async #conclude(
    record: Draft,
    key: EmailKey | undefined,
    outcome: EmailOutcome,
    reason: string,
    reply?: Conclusion['reply'],
  ): Promise<Verdict> {
    const full = {
      ...this.#kept(record),
      // A stranger's words are not kept.
      ...(key === undefined && { text: undefined }),
      outcome,
      reason: shown(reason, longestReason),
      accountId: key?.accountId,
      submissionId: undefined,
      messageIds: [],
    };
    await this.#untilAlone(async () => {
      const stored = await this.#conclusions.add({ record: full, reply });
      if (stored === 'running') throw new IdempotencyConflict('running');
      if (stored === 'impossible') throw new Error('the record of an e-mail holds a value that cannot be stored');
    });
    return outcome === 'rejected' ? { outcome, reason } : { outcome: 'processed' };
  }

  #kept(record: Draft): Draft {
    return this.#runtime.config.emailTextDays === 0 ? { ...record, text: undefined } : record;
  }

  /** While the same mail is under way on another connection, its outcome is waited for: it is this one's as well. */
  async #untilAlone<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + doubleMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const double = error instanceof IdempotencyConflict && error.kind === 'running';
        if (!double || performance.now() > until) throw error;
        await sleep(lookAgainMs);
      }
    }
  }
}
