import type { Db, Queryable } from '../db.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailRecord, insertEmails } from '../store/emails.ts';
import { findAnswers, lockReservations, type Reservation, storeAnswers } from '../store/idempotency.ts';
import { countErrorMails, insertMails, type OutgoingMail } from '../store/mails.ts';
import { Batch } from './batch.ts';
import { isolating, retrying } from './retrying.ts';

/** What came of a mail that sends nothing. */
export type Conclusion = {
  readonly record: EmailRecord;
  /** The error e-mail that answers it, and what tells a mail that comes again. */
  readonly reply?: { readonly mail: OutgoingMail; readonly reservation: Reservation } | undefined;
};

/**
 * stored: it is on disk, with its reply; running: the same mail is being answered elsewhere this moment; impossible: it
 * holds a value that the database does not take.
 */
export type Stored = 'stored' | 'running' | 'impossible';

/** Error e-mails to one address within an hour, over all processes: who makes more mistakes is a machine. */
const mostErrorMails = 10;
/** Records of mails that sent nothing, per account (and for all strangers together), hour and process. */
const mostRecords = 1_000;
const mostInBatch = 200;
const hourMs = 3_600_000;

/** Writes down mails that send nothing; those that arrive together share a transaction. */
export class Conclusions {
  readonly #clock: () => number;
  readonly #storing: Batch<Conclusion, Stored>;
  readonly #counts = new Map<string, number>();
  #hour = 0;

  constructor({ db, clock }: Runtime) {
    this.#clock = clock;
    this.#storing = new Batch({ most: mostInBatch, run: (items) => store(db, items) });
  }

  /** Resolves once it is on disk. Of a flood only the first of each hour are: it must not fill the disk. */
  async add(conclusion: Conclusion): Promise<Stored> {
    return this.#count(conclusion.record.accountId ?? '') > mostRecords ? 'stored' : this.#storing.add(conclusion);
  }

  #count(accountId: string): number {
    const hour = Math.floor(this.#clock() / hourMs);
    if (hour !== this.#hour) this.#counts.clear();
    this.#hour = hour;
    const count = (this.#counts.get(accountId) ?? 0) + 1;
    this.#counts.set(accountId, count);
    return count;
  }
}

/** Safe to repeat: what an attempt has committed although its answer was lost is found again. */
async function store(db: Db, items: Conclusion[]): Promise<Stored[]> {
  const storing = (some: Conclusion[]) => retrying(() => db.transaction((tx) => storeInside(tx, some)));
  return isolating(items, storing, () => 'impossible');
}

async function storeInside(tx: Queryable, items: Conclusion[]): Promise<Stored[]> {
  const replies = items.flatMap(({ reply }) => reply ?? []);
  const running = new Set<Reservation>();
  const repeated = new Set<Reservation>();
  if (replies.length > 0) {
    const reservations = replies.map(({ reservation }) => reservation);
    for (const reservation of await taken(tx, reservations)) running.add(reservation);
    const held = reservations.filter((reservation) => !running.has(reservation));
    // Read only now: a snapshot from before the lock could miss an answer that was committed in between.
    const answers = await findAnswers(tx, held);
    for (const [index, reservation] of held.entries()) if (answers[index] !== undefined) repeated.add(reservation);
  }
  const open = replies.filter(({ reservation }) => !running.has(reservation) && !repeated.has(reservation));
  const silenced = await reply(tx, open);
  const records = items.flatMap(({ record, reply: given }) => {
    if (given === undefined) return record;
    if (running.has(given.reservation)) return [];
    if (repeated.has(given.reservation)) return { ...record, outcome: 'repeated' as const };
    return silenced.has(given.mail) ? { ...record, reason: `${record.reason}; ${tooMany}` } : record;
  });
  await insertEmails(tx, records);
  return items.map(({ reply: given }) => (given && running.has(given.reservation) ? 'running' : 'stored'));
}

const tooMany = `not answered, this address has had ${mostErrorMails} error e-mails within an hour`;

/** Those that another transaction holds, or one before them in this batch. */
async function taken(tx: Queryable, reservations: readonly Reservation[]): Promise<Reservation[]> {
  const free = await lockReservations(tx, reservations);
  const seen = new Set<string>();
  return reservations.filter(({ keyId, key }, index) => {
    const first = free[index]! && !seen.has(`${keyId} ${key}`);
    seen.add(`${keyId} ${key}`);
    return !first;
  });
}

/** Writes the error e-mails and remembers that they were; returns those that would have been too many. */
async function reply(tx: Queryable, replies: NonNullable<Conclusion['reply']>[]): Promise<Set<OutgoingMail>> {
  if (replies.length === 0) return new Set();
  const counts = await countErrorMails(tx, [...new Set(replies.map(({ mail }) => mailboxOf(mail)))]);
  const silenced = new Set<OutgoingMail>();
  for (const { mail } of replies) {
    const count = counts.get(mailboxOf(mail)) ?? 0;
    counts.set(mailboxOf(mail), count + 1);
    if (count >= mostErrorMails) silenced.add(mail);
  }
  await insertMails(
    tx,
    replies.map(({ mail }) => mail).filter((mail) => !silenced.has(mail)),
  );
  await storeAnswers(
    tx,
    replies.map(({ reservation }) => reservation),
    replies.map(() => 'error e-mail'),
  );
  return silenced;
}

/** However its letters are written. */
const mailboxOf = ({ recipient }: OutgoingMail): string => recipient.toLowerCase();
