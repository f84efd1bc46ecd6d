import type { Transaction } from '../db.ts';
import { type Event, refunds, reportedStatus } from '../domain/message.ts';
import type { Money } from '../domain/money.ts';
import { deliveryReport } from '../domain/payloads.ts';
import { newId } from '../ids.ts';
import { insertRefunds } from '../store/ledger.ts';
import { type Concerned, type Moved, moveMessages } from '../store/messages.ts';
import { insertEvents, type OutboxEvent } from '../store/outbox.ts';
import type { Courier } from './courier.ts';

/**
 * The only writer of message state. The move, its refund and its report are one transaction: nothing is reported that
 * did not happen, and nothing that happened goes unreported. With a lease, only messages still held by it move. With a
 * courier, the reports leave with the commit. Returns what really moved.
 */
export async function advance(
  tx: Transaction,
  refs: readonly Concerned[],
  event: Event,
  lease?: string,
  courier?: Courier,
): Promise<Moved[]> {
  const moved = await moveMessages(tx, refs, event, lease);
  const reports = moved.flatMap((message) => reportOf(message, event));
  await (courier === undefined ? insertEvents(tx, reports) : courier.insert(tx, reports));
  if (refunds(event)) {
    await insertRefunds(
      tx,
      moved.map(({ accountId, id, price }) => ({ id: newId(), accountId, messageId: id, amount: price })),
    );
  }
  return moved;
}

function reportOf(message: Moved, event: Event): OutboxEvent[] {
  const { accountId, id, deliveryReportUrl, segments, price, priceReport } = message;
  if (deliveryReportUrl === undefined) return [];
  const payload = deliveryReport({
    messageId: id,
    status: reportedStatus(event),
    segments,
    price: priceReport ? priceAfter(event, price) : undefined,
  });
  return [{ id: newId(), accountId, kind: 'delivery report', subjectId: id, url: deliveryReportUrl, payload }];
}

/** What was given back has cost nothing. */
function priceAfter(event: Event, price: Money): Money {
  return refunds(event) ? 0n : price;
}
