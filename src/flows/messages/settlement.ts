import type { Db, Transaction } from '../../database/db.ts';
import { type Backoff, backoffMs } from '../../domain/backoff.ts';
import type { Event } from '../../domain/message/message.ts';
import { afterExpiry } from '../../domain/message/unanswered.ts';
import { uuidAt } from '../../domain/uuid.ts';
import type { Concerned } from '../../store/message/messages.ts';
import { type ClaimedMessage, putBack } from '../../store/message/queue.ts';
import { undecidedQueue } from '../../store/message/queues.ts';
import { type SubmittedMessage, storeSubmitted, type Watch } from '../../store/message/submits.ts';
import type { Receipt } from '../../store/receipt/receipt-log.ts';
import { insertEvents, type OutboxEvent } from '../../store/webhook/outbox.ts';
import { delivering, type EventConsumer, EventHandOff } from '../webhooks/event-hand-off.ts';
import { advance, copyOf, hasCopies, reportOf } from './advance.ts';

/** The result of a message that this process held. */
export type Settlement = { readonly message: ClaimedMessage } & (
  | {
      readonly kind: 'submitted';
      readonly carrierId: string;
      readonly references: readonly string[];
      /** The receipt arrived before the submit was stored. */
      isDelivered?: boolean;
      /** That receipt, to be stored. */
      receipt?: Receipt;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string } // it must not be sent again
  // to be retried: from this queue, or undecided
  | { readonly kind: 'later'; readonly reason: string; readonly queue?: number; readonly unanswered?: boolean }
  | { readonly kind: 'moved'; readonly queue: number } // not tried: it waits in this queue
  | { readonly kind: 'not yet' } // not tried, and its queue is unknown
);

type Submit = Extract<Settlement, { kind: 'submitted' }>;

const notYetMs = 250;
/** Delay until a message that a carrier did not accept is retried. */
const retries: Backoff = { leastMs: 1_000, mostMs: 60_000, chance: 0.25 };

/** Time limits of a message: until it is sent, and from then until its receipt. */
export type Patience = { readonly validitySeconds: number; readonly silentSeconds: number };

/** The latest time to submit a message, by the clock of this process. */
export const validUntil = (
  { since, validitySeconds: own }: Pick<ClaimedMessage, 'since' | 'validitySeconds'>,
  { validitySeconds }: Pick<Patience, 'validitySeconds'>,
): number => since.getTime() + (own ?? validitySeconds) * 1_000;

/** Stores many results together. Messages that another process has taken over are not changed. */
export async function settle(
  db: Db,
  lease: string,
  settlements: readonly Settlement[],
  patience: Patience,
  consumer?: EventConsumer,
): Promise<void> {
  const submitted = settlements.filter((settlement) => settlement.kind === 'submitted');
  const others = settlements.filter(({ kind }) => kind !== 'submitted');
  if (consumer !== undefined && others.length === 0 && (await settleInOneStatement(db, submitted, patience, consumer)))
    return;
  await delivering(db, consumer, async (tx, handOff) => {
    await settleSubmitted(tx, lease, submitted, patience, handOff);
    await settleOthers(tx, lease, others, patience);
  });
}

/** The usual case: all accepted, reports in memory. Returns false and changes nothing if permits for reports are missing. */
async function settleInOneStatement(
  db: Db,
  submitted: readonly Submit[],
  patience: Patience,
  consumer: EventConsumer,
): Promise<boolean> {
  const { worker } = consumer;
  const handOff = new EventHandOff(consumer);
  const rows: SubmittedMessage[] = [];
  for (const submit of submitted) {
    const { id, report } = submit.message;
    const reports = report.url === undefined ? [] : reportsOf(submit);
    const isReported = reports.length > 0;
    const mayBeKept = !report.isScheduled && !hasCopies(report) && worker.covers(id);
    if (isReported && !(mayBeKept && handOff.keep(reports))) {
      handOff.cancel();
      return false;
    }
    rows.push(toRow(submit, isReported));
  }
  try {
    const ours = await storeSubmitted(db, worker.id, rows, watchOf(patience));
    noteDelivered(handOff, submitted, ours);
    handOff.commit((id) => ours.has(id));
    return true;
  } catch (error) {
    await handOff.clarify(db);
    throw error;
  }
}

async function settleSubmitted(
  tx: Transaction,
  lease: string,
  submitted: readonly Submit[],
  patience: Patience,
  handOff: EventHandOff | undefined,
): Promise<void> {
  if (submitted.length === 0) return;
  const rows = submitted.map((submit) => toRow(submit, false));
  const ours = await storeSubmitted(tx, lease, rows, watchOf(patience));
  const moved = submitted.filter(({ message }) => ours.has(message.id));
  const reports = [...moved.map(reportsOf), ...moved.map(copiesOf)];
  if (handOff !== undefined) noteDelivered(handOff, submitted, ours);
  // In order: each report waits behind the one before.
  for (const place of [0, 1]) {
    const events = reports.flatMap((events) => events[place] ?? []);
    await (handOff === undefined ? insertEvents(tx, events) : handOff.insert(tx, events));
  }
}

function noteDelivered(handOff: EventHandOff, submitted: readonly Submit[], ours: ReadonlySet<string>): void {
  for (const { message, isDelivered } of submitted) {
    if (isDelivered && ours.has(message.id)) handOff.noteDelivered(message.accountId);
  }
}

const eventsOf = ({ isDelivered }: Submit): Event[] =>
  isDelivered ? ['submitted', 'receipt: delivered'] : ['submitted'];

function reportsOf(submit: Submit): OutboxEvent[] {
  const { message } = submit;
  return eventsOf(submit).flatMap((event) => reportOf(message, message.report, event) ?? []);
}

const copiesOf = (submit: Submit): OutboxEvent[] =>
  eventsOf(submit).flatMap((event) => copyOf(submit.message, submit.message.report, event));

function toRow(
  { message, carrierId, references, isDelivered = false, receipt }: Submit,
  isHeld: boolean,
): SubmittedMessage {
  const { accountId, id } = message;
  return { accountId, id, carrierId, references, isDelivered, isHeld, receipt };
}

/** `sweepSilent` visits each message at the age of `silentSeconds`. A message sent at half of that age or later is watched separately. */
function watchOf({ silentSeconds }: Patience): Watch {
  return { before: uuidAt(Date.now() - silentSeconds * 500), seconds: silentSeconds };
}

async function settleOthers(
  tx: Transaction,
  lease: string,
  settlements: readonly Settlement[],
  patience: Patience,
): Promise<void> {
  const now = Date.now();
  const isExpired = ({ message }: Settlement) => now > validUntil(message, patience);
  const back = settlements.filter(({ kind }) => kind === 'later' || kind === 'moved' || kind === 'not yet');
  const ofKind = (wanted: Settlement['kind']) => settlements.filter(({ kind }) => kind === wanted);
  await move(tx, lease, ofKind('unanswered'), 'unanswered');
  const expired = back.filter(isExpired);
  for (const event of ['expired', 'unanswered'] as const) {
    const ended = expired.filter((settlement) => afterExpiry(unansweredTries(settlement)) === event);
    await move(tx, lease, ended, event);
  }
  const waiting = back.filter((settlement) => !isExpired(settlement));
  await release(tx, lease, waiting);
  // Last: refunds lock accounts, which are always locked after messages.
  await move(tx, lease, ofKind('refused'), 'refused');
}

async function move(tx: Transaction, lease: string, settlements: readonly Settlement[], event: Event): Promise<void> {
  if (settlements.length === 0) return;
  await advance(tx, settlements.map(toConcerned), event, lease);
}

function toConcerned(settlement: Settlement): Concerned {
  const { accountId, id } = settlement.message;
  return { accountId, id, reason: 'reason' in settlement ? settlement.reason : undefined };
}

async function release(tx: Transaction, lease: string, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await putBack(
    tx,
    lease,
    settlements.map((settlement) => {
      const { accountId, id } = settlement.message;
      const { queue = undecidedQueue } = 'queue' in settlement ? settlement : {};
      const { reason } = toConcerned(settlement);
      const [tried, unanswered] = [settlement.kind === 'later', isUnanswered(settlement)];
      return { accountId, id, queue, tried, unanswered, reason, delayMs: delayOf(settlement) };
    }),
  );
}

const isUnanswered = (settlement: Settlement): boolean => settlement.kind === 'later' && settlement.unanswered === true;

const unansweredTries = (settlement: Settlement): number =>
  settlement.message.unanswered + Number(isUnanswered(settlement));

function delayOf({ kind, message }: Settlement): number {
  if (kind === 'moved') return 0;
  return kind === 'later' ? backoffMs(message.attempts, retries) : notYetMs;
}

/** Returns a message to the queue after its result could not be stored. It may have been sent. */
export async function abandon(db: Db, lease: string, { accountId, id }: ClaimedMessage): Promise<void> {
  const back = { tried: true, unanswered: true, reason: 'the result could not be stored' };
  await putBack(db, lease, [{ accountId, id, queue: undecidedQueue, delayMs: abandonedMs, ...back }]);
}

const abandonedMs = 30_000;
