import { Batch } from '../bounds/batch.ts';
import { emailLimits as limits } from '../bounds/limits/email.ts';
import { RateLimit } from '../bounds/rate-limit.ts';
import type { Db, Queryable } from '../database/db.ts';
import { lastBefore } from '../domain/email2sms/error.ts';
import type { Runtime } from '../runtime.ts';
import { countEmails, type EmailRecord, insertEmails } from '../store/email/emails.ts';
import { findErrorMails, insertMails, type OutgoingMail } from '../store/email/mails.ts';
import { findAnswers, lockReservations, type Reservation, storeAnswers } from '../store/message/idempotency.ts';
import { isolating, retrying } from '../work/retrying.ts';

export type Conclusion = {
  readonly record: EmailRecord;
  /** The error e-mail, with the reservation that recognises a repeated mail. */
  readonly reply?: EmailReply | undefined;
};

/** `most`: error e-mails per hour, account and address. More mistakes than that come from a machine. */
export type EmailReply = { readonly mail: OutgoingMail; readonly reservation: Reservation; readonly most: number };

/** `isCounted`: beyond the limit of listed e-mails, so only counted. */
type Item = Conclusion & { readonly isCounted: boolean };

/** running: another process is answering the same mail; impossible: it holds a value that the database cannot store. */
type Stored = 'stored' | 'running' | 'impossible';

const mostInBatch = 200;
const hourMs = 3_600_000;

/** Stores e-mails that send no message; concurrent ones share a transaction. */
export class Conclusions {
  readonly #storing: Batch<Item, Stored>;
  readonly #records: RateLimit;
  readonly #replies: RateLimit;

  constructor({ db, clock }: Pick<Runtime, 'db' | 'clock'>) {
    this.#records = new RateLimit({ rate: limits.records.most, perMs: hourMs, clock });
    this.#replies = new RateLimit({ rate: limits.replies.most, perMs: hourMs, clock });
    this.#storing = new Batch({ most: mostInBatch, run: (items) => store(db, items) });
  }

  /** Resolves once it is on disk. Beyond the limit, mails of an account, and of all unknown senders together, are counted and not listed. */
  async add({ record, reply }: Conclusion): Promise<Stored> {
    const account = record.accountId ?? '';
    const isCounted = !this.#records.take(account).allowed;
    const isTooMany = reply !== undefined && !this.#replies.take(account).allowed;
    const reason = isTooMany ? `${record.reason}; ${tooManyOf(limits.replies.most, 'account')}` : record.reason;
    return this.#storing.add({ record: { ...record, reason }, reply: isTooMany ? undefined : reply, isCounted });
  }
}

/** Safe to repeat: what an attempt committed before its response was lost is found. */
async function store(db: Db, items: Item[]): Promise<Stored[]> {
  const storing = (some: Item[]) => retrying(() => db.transaction((tx) => storeInside(tx, some)));
  return isolating(items, storing, () => 'impossible');
}

async function storeInside(tx: Queryable, items: Item[]): Promise<Stored[]> {
  const replies = items.flatMap(({ reply }) => reply ?? []);
  const { running, repeated, silenced } = replies.length === 0 ? ({} as ReplyResult) : await reply(tx, replies);
  const settled = items.flatMap(({ record, reply: given, isCounted }) => {
    if (given === undefined) return { record, isCounted };
    if (running?.has(given)) return [];
    if (repeated?.has(given)) return { record: { ...record, outcome: 'repeated' as const }, isCounted };
    const reason = silenced?.has(given) ? `${record.reason}; ${tooManyOf(given.most, 'address')}` : record.reason;
    return { record: { ...record, reason }, isCounted };
  });
  const recordsOf = (counted: boolean) =>
    settled.filter(({ isCounted }) => isCounted === counted).map(({ record }) => record);
  await insertEmails(tx, recordsOf(false));
  await countEmails(tx, recordsOf(true));
  return items.map(({ reply: given }) => (given && running?.has(given) ? 'running' : 'stored'));
}

const tooManyOf = (most: number, whose: string) =>
  `not answered, this ${whose} has had ${most} error e-mails within an hour`;

const reservationsOf = (replies: readonly EmailReply[]) => replies.map(({ reservation }) => reservation);

type ReplyResult = Partial<Record<'running' | 'repeated' | 'silenced', ReadonlySet<EmailReply>>>;

/** Stores error e-mails and their reservations, without those that are running, repeated or beyond the limit. */
async function reply(tx: Queryable, replies: readonly EmailReply[]): Promise<ReplyResult> {
  const running = await runningOf(tx, replies);
  const held = replies.filter((given) => !running.has(given));
  // Read after locking: an earlier snapshot could miss an answer committed meanwhile.
  const answers = await findAnswers(tx, reservationsOf(held));
  const repeated = new Set(held.filter((_, index) => answers[index] !== undefined));
  const open = held.filter((given) => !repeated.has(given));
  const silenced = open.length === 0 ? new Set<EmailReply>() : await sendReplies(tx, open);
  return { running, repeated, silenced };
}

/** Replies whose reservation another transaction, or an earlier item of this batch, holds. */
async function runningOf(tx: Queryable, replies: readonly EmailReply[]): Promise<Set<EmailReply>> {
  const free = await lockReservations(tx, reservationsOf(replies));
  const seen = new Set<string>();
  const later = replies.filter(({ reservation: { keyId, key } }, index) => {
    const isFirst = free[index]! && !seen.has(`${keyId} ${key}`);
    seen.add(`${keyId} ${key}`);
    return !isFirst;
  });
  return new Set(later);
}

async function sendReplies(tx: Queryable, replies: readonly EmailReply[]): Promise<Set<EmailReply>> {
  // Addresses are compared case-insensitively.
  const recipientOf = ({ mail }: EmailReply) => ({
    accountId: mail.accountId,
    recipient: mail.recipient.toLowerCase(),
  });
  const groups = [...Map.groupBy(replies, (given) => Object.values(recipientOf(given)).join(' ')).values()];
  const found = await findErrorMails(
    tx,
    groups.map(([first]) => recipientOf(first!)),
  );
  const silenced = new Set<EmailReply>();
  const mails: OutgoingMail[] = [];
  for (const [index, group] of groups.entries()) {
    let { count, silentUntil } = found[index]!;
    for (const given of group) {
      if (silentUntil !== null) silenced.add(given);
      else if (++count < given.most) mails.push(given.mail);
      else {
        silentUntil = new Date(found[index]!.now.getTime() + hourMs);
        // Announced: without it, silence would look like success.
        mails.push({ ...given.mail, body: `${given.mail.body}${lastBefore(silentUntil)}`, silentUntil });
      }
    }
  }
  await insertMails(tx, mails);
  const answers = reservationsOf(replies).map((reservation) => ({ ...reservation, answer: 'error e-mail' }));
  await storeAnswers(tx, answers);
  return silenced;
}
