import { Batch } from '../bounds/batch.ts';
import { emailLimits as limits } from '../bounds/limits/email.ts';
import { RateLimit } from '../bounds/rate-limit.ts';
import type { Db, Queryable } from '../database/db.ts';
import { lastBefore } from '../domain/email2sms/error.ts';
import type { Runtime } from '../runtime.ts';
import { countEmails, type EmailRecord, insertEmails } from '../store/email/emails.ts';
import { type ErrorRecipient, findErrorMails, insertMails, type OutgoingMail } from '../store/email/mails.ts';
import { findAnswers, lockReservations, type Reservation, storeAnswers } from '../store/message/idempotency.ts';
import { isolating, retrying } from '../work/retrying.ts';

/** The outcome of an e-mail that sends no message. */
export type Conclusion = {
  readonly record: EmailRecord;
  /** The error e-mail, with the reservation that recognises a repeated mail. */
  readonly reply?: Reply | undefined;
};

/** `most`: error e-mails per hour, account and address. More mistakes than that come from a machine. */
export type Reply = { readonly mail: OutgoingMail; readonly reservation: Reservation; readonly most: number };

/** `isCounted`: beyond the limit of listed e-mails, so only counted. */
type Item = Conclusion & { readonly isCounted: boolean };

/**
 * stored: on disk, with its reply; running: another process is answering the same mail; impossible: it holds a value that the
 * database cannot store.
 */
export type Stored = 'stored' | 'running' | 'impossible';

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
  const running = new Set<Reservation>();
  const repeated = new Set<Reservation>();
  if (replies.length > 0) {
    const reservations = replies.map(({ reservation }) => reservation);
    for (const reservation of await taken(tx, reservations)) running.add(reservation);
    const held = reservations.filter((reservation) => !running.has(reservation));
    // Read after locking: an earlier snapshot could miss an answer committed meanwhile.
    const answers = await findAnswers(tx, held);
    for (const [index, reservation] of held.entries()) if (answers[index] !== undefined) repeated.add(reservation);
  }
  const open = replies.filter(({ reservation }) => !running.has(reservation) && !repeated.has(reservation));
  const silenced = await reply(tx, open);
  const settled = items.flatMap(({ record, reply: given, isCounted }) => {
    if (given === undefined) return { record, isCounted };
    if (running.has(given.reservation)) return [];
    if (repeated.has(given.reservation)) return { record: { ...record, outcome: 'repeated' as const }, isCounted };
    const reason = silenced.has(given) ? `${record.reason}; ${tooManyOf(given.most, 'address')}` : record.reason;
    return { record: { ...record, reason }, isCounted };
  });
  const recordsOf = (counted: boolean) =>
    settled.filter(({ isCounted }) => isCounted === counted).map(({ record }) => record);
  await insertEmails(tx, recordsOf(false));
  await countEmails(tx, recordsOf(true));
  return items.map(({ reply: given }) => (given && running.has(given.reservation) ? 'running' : 'stored'));
}

const tooManyOf = (most: number, whose: string) =>
  `not answered, this ${whose} has had ${most} error e-mails within an hour`;

/** Reservations held by another transaction, or by an earlier item of this batch. */
async function taken(tx: Queryable, reservations: readonly Reservation[]): Promise<Reservation[]> {
  const free = await lockReservations(tx, reservations);
  const seen = new Set<string>();
  return reservations.filter(({ keyId, key }, index) => {
    const first = free[index]! && !seen.has(`${keyId} ${key}`);
    seen.add(`${keyId} ${key}`);
    return !first;
  });
}

/** Stores the error e-mails and their reservations; returns the replies beyond the limit. */
async function reply(tx: Queryable, replies: readonly Reply[]): Promise<Set<Reply>> {
  if (replies.length === 0) return new Set();
  const silenced = new Set<Reply>();
  const mails: OutgoingMail[] = [];
  for (const { those, found } of await answeredBefore(tx, replies)) {
    let { count, silentUntil } = found;
    for (const given of those) {
      if (silentUntil !== undefined) silenced.add(given);
      else {
        count += 1;
        if (count >= given.most) silentUntil = new Date(found.now.getTime() + hourMs);
        mails.push(silentUntil === undefined ? given.mail : lastOf(given.mail, silentUntil));
      }
    }
  }
  await insertMails(tx, mails);
  await storeAnswers(
    tx,
    replies.map(({ reservation }) => ({ ...reservation, answer: 'error e-mail' })),
  );
  return silenced;
}

async function answeredBefore(tx: Queryable, replies: readonly Reply[]) {
  const groups = new Map<string, ErrorRecipient & { those: Reply[] }>();
  for (const given of replies) {
    // Addresses are compared case-insensitively.
    const answered = { accountId: given.mail.accountId, recipient: given.mail.recipient.toLowerCase() };
    const name = `${answered.accountId} ${answered.recipient}`;
    groups.set(name, { ...answered, those: [...(groups.get(name)?.those ?? []), given] });
  }
  const all = [...groups.values()];
  const found = await findErrorMails(tx, all);
  return all.map(({ those }, index) => ({ those, found: found[index]! }));
}

/** Announces that the next errors get no e-mail: without it, silence would look like success. */
function lastOf(mail: OutgoingMail, silentUntil: Date): OutgoingMail {
  return { ...mail, body: `${mail.body}${lastBefore(silentUntil)}`, silentUntil };
}
