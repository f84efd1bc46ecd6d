import { note, type Transaction } from '../db.ts';
import { type Event, refunds, reportedStatus, stateAfter } from '../domain/message/message.ts';
import { deliveryReport } from '../domain/message/payloads.ts';
import { hasReportId, reportId, type UsualStatus } from '../domain/message/report-id.ts';
import { uuidTime } from '../domain/uuid.ts';
import { newId } from '../ids.ts';
import { insertRefunds } from '../store/account/ledger.ts';
import {
  type Concerned,
  type MessageRef,
  type Moved,
  moveMessages,
  type ReportFacts,
} from '../store/message/messages.ts';
import { insertEvents, type OutboxEvent } from '../store/webhook/outbox.ts';
import type { EventConsumer, EventHandOff } from './event-hand-off.ts';

/**
 * With `storeSubmitted`, which does the same for the usual message, the only writer of message state. The move, its refund and
 * its report are one transaction: nothing is reported that did not happen, and nothing that happened goes unreported. With a
 * lease, only messages still held by it move. Returns what really moved.
 */
export async function advance(
  tx: Transaction,
  refs: readonly Concerned[],
  event: Event,
  lease?: string,
  handOff?: EventHandOff,
): Promise<Moved[]> {
  const holder = event === 'receipt: delivered' && handOff ? holderOf(handOff.consumer) : undefined;
  const moved = await moveMessages(tx, refs, event, { lease, holder });
  await report(tx, moved, event, handOff);
  if (event !== 'due') note(tx, stateAfter(event), moved.map(secondsOf));
  if (event === 'receipt: delivered') for (const { accountId } of moved) handOff?.noteDelivered(accountId);
  if (refunds(event)) {
    // What has cost nothing is not given back: no line of the ledger says so.
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
): Promise<void> {
  const written = moved.flatMap((message) => {
    const made = reportOf(message, message.report, event);
    if (made === undefined || (handOff && mayBeKept(message, event, handOff.consumer) && handOff.keep([made])))
      return [];
    return [{ ...made, after: message.holder === undefined ? undefined : sentBefore(made) }];
  });
  await (handOff === undefined ? insertEvents(tx, written) : handOff.insert(tx, written));
}

/** Since it was accepted, by its id. Of one that was scheduled that says nothing. */
const secondsOf = ({ id, report }: Moved): number =>
  report.isScheduled ? Number.NaN : Math.max(0, Date.now() - uuidTime(id)) / 1_000;

const holderOf = ({ worker }: EventConsumer) => ({ id: worker.id, since: worker.coversSince });

/** Behind a report that is in our own memory, or if nothing waits before it. */
function mayBeKept({ id, holder, isReportWaiting }: Moved, event: Event, consumer: EventConsumer): boolean {
  if (event !== 'receipt: delivered' || holder !== consumer.worker.id || !consumer.worker.covers(id)) return false;
  return consumer.holds(id) || !isReportWaiting;
}

/** The report that the process which holds the message may have in its memory. */
function sentBefore({ id, subjectId }: OutboxEvent): string | undefined {
  const sent = reportId(subjectId, 'SENT');
  return sent === id ? undefined : sent;
}

/** Undefined if nobody wants to hear of it. */
export function reportOf({ accountId, id }: MessageRef, facts: ReportFacts, event: Event): OutboxEvent | undefined {
  const { url, segments, price, showsPrice } = facts;
  if (url === undefined) return undefined;
  const status = reportedStatus(event);
  // What was given back has cost nothing.
  const shown = refunds(event) ? 0n : price;
  const payload = deliveryReport({ messageId: id, status, segments, price: showsPrice ? shown : undefined });
  return { id: idOf(id, status), accountId, kind: 'delivery report', subjectId: id, url, payload };
}

function idOf(messageId: string, status: string): string {
  const isUsual = status === 'SENT' || status === 'DELIVERED';
  return isUsual && hasReportId(messageId, Date.now()) ? reportId(messageId, status as UsualStatus) : newId();
}
