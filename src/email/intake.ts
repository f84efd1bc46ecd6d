import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../base/ids.ts';
import { Batch, Overloaded } from '../bounds/batch.ts';
import { emailLimits as limits } from '../bounds/limits/email.ts';
import { databaseFault } from '../database/fault.ts';
import { keyHash } from '../domain/access/key.ts';
import { maskedText } from '../domain/access/key-mask.ts';
import { fewNumbers } from '../domain/email2sms/error.ts';
import { noRequest } from '../domain/email2sms/request.ts';
import { KeyRefused, Refusal } from '../domain/errors.ts';
import type { SendRequest } from '../domain/message/send.ts';
import { isWithin } from '../domain/webhook/address.ts';
import { isDemoElsewhere, KeyUses } from '../flows/accounts/keys.ts';
import { type Conclusion, Conclusions } from '../flows/emails.ts';
import { emailOrigin, IdempotencyConflict, oncePerMail } from '../flows/sending/order.ts';
import type { Sending } from '../flows/sending/send.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailKey, findKeys } from '../store/account/keys.ts';
import { countTries, type EmailOutcome, findGivenUp } from '../store/email/emails.ts';
import { errorReply, silenceReason } from './answer/reply.ts';
import { type IncomingMail, type IntakeResult, lengthOf, shared } from './incoming.ts';
import { canonical } from './read/addresses.ts';
import { type MailReader, TooCostly } from './read/threads.ts';
import { type Admitted, type Draft, draft, longestText, storableTree, tagsOf } from './record.ts';
import type { Alignment } from './verify/proof.ts';
import { senderRefusal } from './verify/sender.ts';

/** How long a mail waits for the result of the same mail, which another connection or process is working on. */
const duplicateMs = 5_000;
const duplicatePollMs = 50;
const longestReason = 1_000;
/** Attempts to read a mail that exceeds the reading limits, over all processes and restarts. */
const mostReads = 2;
const notProved = 'Neither SPF nor DKIM proves that the e-mail comes from the domain of its From address';

/** Processes every e-mail, from SMTP and IMAP alike: reads it, checks it in the order of the rules, and sends it. */
export class MailIntake {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #reader: MailReader;
  readonly #conclusions: Conclusions;
  readonly #keys: Batch<string, EmailKey | undefined>;
  /** Why mails with these hashes are no longer read; undefined if they may be. */
  readonly #givenUp: Batch<Buffer, string | undefined>;
  readonly uses = new KeyUses();

  constructor(runtime: Runtime, sending: Sending, reader: MailReader) {
    const { db } = runtime;
    this.#runtime = runtime;
    this.#sending = sending;
    this.#reader = reader;
    this.#conclusions = new Conclusions(runtime);
    const most = { most: 1_000, mostPending: limits.pendingLookups.most };
    this.#keys = new Batch({ ...most, run: (keys) => findKeys(db, keys.map(keyHash)) });
    this.#givenUp = new Batch({ ...most, run: (hashes) => findGivenUp(db, hashes, mostReads) });
  }

  /** Resolves once everything the mail causes is on disk. A fault of the service is `later`; it never rejects. */
  async take(mail: IncomingMail): Promise<IntakeResult> {
    const { log, metrics } = this.#runtime;
    const incoming = { ...mail, raw: mail.raw.map(shared) };
    const result = await this.#process(incoming).catch((err: unknown): IntakeResult => {
      if (err instanceof Overloaded) return { outcome: 'later', reason: 'too much is arriving' };
      log.warn({ err, via: incoming.via }, 'an e-mail could not be processed; it has to be delivered again');
      return { outcome: 'later', reason: databaseFault(err)?.text ?? 'a fault of the service' };
    });
    metrics.emails.inc({ via: incoming.via, outcome: result.outcome });
    return result;
  }

  async #process(incoming: IncomingMail): Promise<IntakeResult> {
    if (incoming.size !== undefined) return this.#rejectLarge(incoming);
    const hash = await this.#reader.hash(incoming.raw);
    const givenUp = await this.#givenUp.add(hash);
    if (givenUp !== undefined) return this.#reject(incoming, givenUp);
    try {
      return await this.#decide(incoming, hash);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      return this.#countRead(incoming, hash, error);
    }
  }

  async #countRead(incoming: IncomingMail, hash: Buffer, error: TooCostly): Promise<IntakeResult> {
    const { via, peer, raw } = incoming;
    const { db, log, metrics } = this.#runtime;
    const { kind, message: reason } = error;
    metrics.unreadableEmails.inc({ reason: kind });
    const tries = await countTries(db, hash, error.tries, reason);
    const isLast = tries >= mostReads;
    log.warn(
      { via, peer, bytes: lengthOf(raw), sha256: hash.toString('hex'), reason: kind, tries },
      isLast ? 'an e-mail could not be read, and is rejected' : 'an e-mail could not be read; it is tried once more',
    );
    return isLast ? this.#reject(incoming, reason) : { outcome: 'later', reason };
  }

  #reject(incoming: IncomingMail, reason: string): Promise<IntakeResult> {
    return this.#conclude(draft(newId(), incoming, undefined, undefined), undefined, 'rejected', reason);
  }

  async #decide(incoming: IncomingMail, hash: Buffer): Promise<IntakeResult> {
    const read = await this.#reader.read(incoming.raw, longestText);
    if ('refused' in read) return this.#reject(incoming, read.refused);
    const { mail, reading } = read;
    const secret = 'key' in reading ? reading.key : undefined;
    const record = draft(newId(), incoming, mail, secret);
    if (!('key' in reading)) return this.#conclude(record, undefined, 'dropped', noRequest[reading.outcome]);
    const key = await this.#keys.add(reading.key);
    const tagged = { ...record, tags: tagsOf(reading) };
    if (key === undefined) return this.#conclude(tagged, undefined, 'dropped', 'its API key is not valid');
    if (isDemoElsewhere(this.#runtime.config, key.accountId, incoming.peer))
      return this.#conclude(tagged, undefined, 'dropped', 'the demo account can be used from this machine only');
    const refusal = senderRefusal(mail, key.allowed, incoming.envelopeFrom);
    if (refusal !== undefined) return this.#conclude(tagged, key, refusal.outcome, refusal.reason);
    // A key that any address may use needs no proof.
    const checked = key.allowed.length === 0 ? undefined : await this.#prove(incoming, mail.from[0]!);
    if (checked?.verdict === 'unknown') return { outcome: 'later', reason: 'DNS does not answer' };
    const proved = { ...tagged, proof: storableTree(checked?.proof ?? {}) };
    if (checked?.verdict === 'not aligned') return this.#conclude(proved, key, 'rejected', notProved);
    this.uses.note(key.keyId, this.#runtime.clock());
    // Without a Message-ID, only identical bytes identify the mail.
    const name = mail.messageId ?? hash.toString('hex');
    const textHash = Buffer.from(read.textHash).toString('hex');
    const proof = checked?.proof;
    const admitted = { incoming, mail, name, textHash, key, secret: reading.key, record: proved, proof };
    return reading.outcome === 'invalid'
      ? this.#refuse(admitted, reading.detail)
      : this.#send(admitted, reading.request);
  }

  /** `incoming` has only the beginning of the mail, for the record. The record is shorter if that cannot be read. */
  async #rejectLarge(incoming: IncomingMail): Promise<IntakeResult> {
    const { emailMaxMegabytes: most } = this.#runtime.config;
    const start = await this.#reader.read(incoming.raw, longestText).catch((error: unknown) => {
      if (error instanceof TooCostly || error instanceof Overloaded) return undefined;
      throw error;
    });
    const mail = start !== undefined && 'mail' in start ? start.mail : undefined;
    const record = draft(newId(), incoming, mail, undefined);
    return this.#conclude({ ...record, text: undefined }, undefined, 'rejected', `It is larger than ${most} MB`);
  }

  async #send(admitted: Admitted, request: SendRequest): Promise<IntakeResult> {
    const { key, record, name } = admitted;
    const began = performance.now();
    try {
      this.#checkCount(request);
      const order = { principal: key, request, origin: emailOrigin(key) };
      const once = oncePerMail(order, name, (submissionId, messageIds) => ({
        ...this.#kept(record),
        outcome: 'sent',
        reason: undefined,
        accountId: key.accountId,
        submissionId,
        messageIds,
      }));
      const sent = await this.#afterDuplicates(() => this.#sending.send(order, once));
      if (sent.replayed) return this.#conclude(record, key, 'repeated', 'it was already accepted');
      const attributes = { 'hermod.via': admitted.incoming.via };
      this.#runtime.traces?.accepted({ began, name: 'Email2SMS', attributes, answer: sent.answer });
      return { outcome: 'processed' };
    } catch (error) {
      // The key was revoked since it was looked up.
      if (error instanceof KeyRefused) return this.#conclude(record, key, 'dropped', 'its API key is not valid');
      if (!(error instanceof Refusal) || error.status === 500) throw error;
      this.#runtime.metrics.refused.inc({ code: error.code });
      return this.#refuse(admitted, error.message, request, error.brief(fewNumbers));
    }
  }

  /** Over HTTP the schema of the body checks this. */
  #checkCount({ destinations }: SendRequest): void {
    const most = this.#runtime.config.maxRecipients;
    if (destinations.length > most) throw new Refusal(7, `at most ${most} destinations in one request`);
  }

  /** The request is wrong: its author is notified, unless it is a program or the From address is not proved. */
  async #refuse(admitted: Admitted, detail: string, request?: SendRequest, brief = detail): Promise<IntakeResult> {
    const { incoming, mail, key, secret, record } = admitted;
    const { config } = this.#runtime;
    const problem = maskedText(detail, longestReason, secret);
    const silence = silenceReason(mail, secret, config);
    if (silence !== undefined) return this.#conclude(record, key, 'error', `${problem}; ${silence}`);
    const { verdict, proof } =
      admitted.proof === undefined
        ? await this.#prove(incoming, mail.from[0]!)
        : { verdict: 'aligned', proof: admitted.proof };
    const proved = { ...record, proof: storableTree(proof) };
    if (verdict !== 'aligned') {
      const why = verdict === 'unknown' ? 'DNS does not answer' : 'neither SPF nor DKIM proves its From address';
      return this.#conclude(proved, key, 'error', `${problem}; not answered, ${why}`);
    }
    const reply = errorReply(config, admitted, maskedText(brief, longestReason, secret), request, proof);
    return this.#conclude(proved, key, 'error', problem, reply);
  }

  async #prove(incoming: IncomingMail, address: string): Promise<Alignment> {
    return incoming.peer !== undefined && isWithin(incoming.peer, this.#runtime.config.emailTrustedRelays)
      ? { verdict: 'aligned', proof: { trusted: true } }
      : this.#reader.prove(incoming, canonical(address));
  }

  async #conclude(
    record: Draft,
    key: EmailKey | undefined,
    outcome: EmailOutcome,
    reason: string,
    reply?: Conclusion['reply'],
  ): Promise<IntakeResult> {
    const full = {
      ...this.#kept(record),
      // The text of an unknown sender is not kept.
      ...(key === undefined && { text: undefined }),
      outcome,
      reason: maskedText(reason, longestReason),
      accountId: key?.accountId,
      submissionId: undefined,
      messageIds: [],
    };
    await this.#afterDuplicates(async () => {
      const stored = await this.#conclusions.add({ record: full, reply });
      if (stored === 'running') throw new IdempotencyConflict('running');
      if (stored === 'impossible') throw new Error('the record of an e-mail holds a value that cannot be stored');
    });
    return outcome === 'rejected' ? { outcome, reason } : { outcome: 'processed' };
  }

  #kept(record: Draft): Draft {
    return this.#runtime.config.emailTextDays === 0 ? { ...record, text: undefined } : record;
  }

  /** While the same mail is being processed on another connection, waits for its result, which applies to this one as well. */
  async #afterDuplicates<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + duplicateMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isDuplicate = error instanceof IdempotencyConflict && error.kind === 'running';
        if (!isDuplicate || performance.now() > until) throw error;
        await sleep(duplicatePollMs);
      }
    }
  }
}
