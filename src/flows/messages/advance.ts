import { newId } from '../../base/ids.ts';
import { reportOnCommit, type Transaction } from '../../database/db.ts';
import { isWanted } from '../../domain/callback/callback.ts';
import { type Event, refunds, reportedStatus, stateAfter } from '../../domain/message/message.ts';
import { deliveryReport, hasReportId, reportId, type UsualStatus } from '../../domain/message/payloads.ts';
import { bindOrigin, bindSubject, targetsOf, wantsReceipt } from '../../domain/receipt/report-target.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { insertRefunds } from '../../store/account/ledger-entries.ts';
import {
  type Concerned,
  type MessageRef,
  type Moved,
  moveMessages,
  type ReportFacts,
} from '../../store/message/messages.ts';
import { insertEvents, type OutboxEvent } from '../../store/webhook/outbox.ts';
import type { EventConsumer, EventHandOff } from '../webhooks/event-hand-off.ts';

/**
 * Writes message states; only `storeSubmitted`, for the usual message, does so as well. The move, its refund and its report are one
 * transaction, so that exactly what happened is reported. With a lease, only messages still held by it move. Returns the messages
 * that moved.
 */
export async function advance(
  tx: Transaction,
  refs: readonly Concerned[],
  event: Event,
  lease?: string,
  handOff?: EventHandOff,
): Promise<Moved[]> {
  const holder = event === 'receipt: delivered' && handOff ? holderOf(handOff.consumer) : undefined;
  const held = heldNow(refs, handOff);
  const moved = await moveMessages(tx, refs, event, { lease, holder });
  await report(tx, moved, event, handOff, held);
  if (event !== 'due') reportOnCommit(tx, stateAfter(event), moved.map(secondsOf));
  if (event === 'receipt: delivered') for (const { accountId } of moved) handOff?.noteDelivered(accountId);
  if (refunds(event)) {
    // A free message gets no refund entry in the ledger.
    const paid = moved.filter(({ report: { price } }) => price > 0n);
    await insertRefunds(
      tx,
      paid.map(({ accountId, id, report: { price } }) => ({ id: newId(), accountId, messageId: id, amount: price })),
    );
  }
  return moved;
}

async function report(
  tx: Transaction,
  moved: readonly Moved[],
  event: Event,
  handOff: EventHandOff | undefined,
  held: ReadonlySet<string>,
): Promise<void> {
  const written = moved.flatMap((message) => {
    const made = reportOf(message, message.report, event);
    const copy = copyOf(message, message.report, event);
    if (made === undefined || (handOff && mayBeKept(message, event, handOff.consumer, held) && handOff.keep([made])))
      return copy;
    return [{ ...made, after: message.holder === undefined ? undefined : sentBefore(made, message) }, ...copy];
  });
  await (handOff === undefined ? insertEvents(tx, written) : handOff.insert(tx, written));
}

/** Seconds since acceptance, by the id. NaN for a scheduled message, where they mean nothing. */
const secondsOf = ({ id, report }: Moved): number =>
  report.isScheduled ? Number.NaN : Math.max(0, Date.now() - uuidTime(id)) / 1_000;

const holderOf = ({ worker }: EventConsumer) => ({ id: worker.id, since: worker.coversSince });

/** Messages with reports in the memory of this process. */
function heldNow(refs: readonly Concerned[], handOff: EventHandOff | undefined): ReadonlySet<string> {
  return new Set(handOff && refs.map(({ id }) => id).filter((id) => handOff.consumer.holds(id)));
}

/**
 * Whether a report may stay in memory: behind one that is in our memory, or if none waits before it. A report that was in memory
 * before the statement ran (`held`) and is no longer was stored meanwhile, possibly unseen by the statement.
 */
function mayBeKept(
  { id, holder, isReportWaiting }: Moved,
  event: Event,
  consumer: EventConsumer,
  held: ReadonlySet<string>,
): boolean {
  const { worker } = consumer;
  if (event !== 'receipt: delivered' || holder !== worker.id || !worker.covers(id) || worker.inDoubt.has(id))
    return false;
  return consumer.holds(id) || !(isReportWaiting || held.has(id));
}

/** The SENT report that the process holding the message may have in memory; undefined if there is none. */
function sentBefore({ id, subjectId }: OutboxEvent, { report }: Moved): string | undefined {
  const sent = reportId(subjectId, 'SENT');
  return sent === id || !isReportWanted(report, 'submitted') ? undefined : sent;
}

function isReportWanted({ url: target }: Pick<ReportFacts, 'url'>, event: Event): boolean {
  if (target === undefined) return false;
  const { url, binds } = targetsOf(target);
  return url === undefined ? wantsReceipt(binds, reportedStatus(event)) : isWanted(url, event);
}

export function reportOf(ref: MessageRef, facts: ReportFacts, event: Event): OutboxEvent | undefined {
  if (!isReportWanted(facts, event)) return undefined;
  const url = targetsOf(facts.url!).url ?? bindOrigin;
  return { ...factsOf(ref, facts, event), id: idOf(ref.id, reportedStatus(event)), subjectId: ref.id, url };
}

/** The receipt for binds of a message whose reports also go to a webhook: always written, since only the webhook report is kept in memory. */
export function copyOf(ref: MessageRef, facts: ReportFacts, event: Event): OutboxEvent[] {
  if (!hasCopies(facts)) return [];
  const { url, binds } = targetsOf(facts.url!);
  if (url === undefined || !wantsReceipt(binds, reportedStatus(event))) return [];
  return [{ ...factsOf(ref, facts, event), id: newId(), subjectId: bindSubject(ref.id), url: bindOrigin }];
}

export const hasCopies = ({ url }: Pick<ReportFacts, 'url'>): boolean =>
  url?.startsWith(bindOrigin) === true && url.includes(' ');

function factsOf({ accountId, id }: MessageRef, facts: ReportFacts, event: Event) {
  const { segments, price, showsPrice, reference } = facts;
  // A refunded message has cost nothing.
  const shown = refunds(event) ? 0n : price;
  const status = reportedStatus(event);
  const payload = deliveryReport({ messageId: id, status, segments, price: showsPrice ? shown : undefined, reference });
  return { accountId, kind: 'delivery report', payload } as const;
}

function idOf(messageId: string, status: string): string {
  const isUsual = status === 'SENT' || status === 'DELIVERED';
  return isUsual && hasReportId(messageId, Date.now()) ? reportId(messageId, status as UsualStatus) : newId();
}
