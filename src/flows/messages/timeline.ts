import type { Db } from '../../database/db.ts';
import { routeReason } from '../../domain/carrier/explain.ts';
import { reportedIn, type TimelineEntry, timeline, type WebhookDelivery } from '../../domain/message/timeline.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { maskedReceipt } from '../../domain/verify/masked.ts';
import { maskedUrl } from '../../domain/webhook/web-url.ts';
import { loadRouting } from '../../store/carrier/carriers.ts';
import type { MessageRef } from '../../store/message/messages.ts';
import { type MessagePartRow, partsOfMessage } from '../../store/message/parts.ts';
import {
  countRecipients,
  findRecorded,
  ledgerOfMessage,
  mailOfRequest,
  type RecordedRow,
} from '../../store/message/recorded.ts';
import { receiptsOfMessage } from '../../store/receipt/receipt-log.ts';
import { present } from '../../store/row.ts';
import { type AttemptRow, earlierAttempts, reportsOf } from '../../store/webhook/delivery-log.ts';
import { waitsForBind } from '../../store/webhook/outbox.ts';

/** Everything stored about one message, in order of time; undefined if the account does not have this message. */
export async function readTimeline(db: Db, ref: MessageRef): Promise<TimelineEntry[] | undefined> {
  const row = await findRecorded(db, ref);
  if (row === undefined) return undefined;
  const { now, request, submissionId } = row;
  const parts = await partsOfMessage(db, ref);
  const receipts = await receiptsOfMessage(db, ref);
  const mail = request.via === 'email' ? await mailOfRequest(db, ref.accountId, submissionId) : undefined;
  const ledger = await ledgerOfMessage(db, ref, row);
  return timeline({
    now,
    message: { ...present(row), price: parseMoney(row.price) },
    request: {
      ...request,
      emailId: mail?.id,
      from: mail?.from_address ?? undefined,
      recipients: await countRecipients(db, ref.accountId, submissionId),
    },
    ledger: ledger.map((entry) => ({ ...present(entry), amount: parseMoney(entry.amount) })),
    routes: await routesOf(db, ref, row, parts),
    parts: parts.map(({ carrier, ...part }) => ({ ...present(part), carrier })),
    receipts: receipts.map(({ received_at: at, carrier_id: carrierId, text, ...receipt }) => ({
      ...{ at, carrierId, ...receipt },
      // Carriers quote the beginning of the message.
      text: request.via === 'verify' ? maskedReceipt(text) : text,
    })),
    deliveries: await deliveriesOf(db, ref, row),
  });
}

/** The carriers that accepted the message; otherwise the one that has it, or that it waits for. */
async function routesOf(db: Db, { id }: MessageRef, row: RecordedRow, parts: readonly MessagePartRow[]) {
  const { carriers, routes } = await loadRouting(db);
  const waitsFor = row.carrierId ?? carriers.find(({ queue }) => queue === row.queue)?.id;
  const chosen = parts.length > 0 ? parts.map((part) => part.carrierId) : [waitsFor].flatMap((one) => one ?? []);
  const enabled = new Set(carriers.flatMap((carrier) => (carrier.enabled ? carrier.id : [])));
  const { destination, country } = row;
  return [...new Set(chosen)].map((carrierId) => {
    const known = routes.filter((route) => enabled.has(route.carrierId) || route.carrierId === carrierId);
    const carrier = carriers.find((one) => one.id === carrierId)?.name ?? null;
    const { text: reason, said } = routeReason(known, { id, destination, country }, carrierId);
    return { carrierId, carrier, reason, said };
  });
}

async function deliveriesOf(db: Db, { accountId, id }: MessageRef, row: RecordedRow): Promise<WebhookDelivery[]> {
  const message = { id, scheduled_at: row.scheduledAt, state_at: row.stateAt };
  const reports = await reportsOf(db, accountId, message);
  const ids = reports.map((report) => report.id);
  const earlier = Map.groupBy(await earlierAttempts(db, accountId, ids), ({ event_id }) => event_id);
  return reports.flatMap((report) => {
    const event = reportedIn(report.payload);
    if (event === undefined) return [];
    const last = report.attempted_at === null ? [] : [report as AttemptRow];
    const isOver = report.state !== 'ready' || waitsForBind(report.due_at);
    return {
      deliveryId: report.id,
      event,
      url: maskedUrl(report.url),
      createdAt: report.created_at,
      // The current time if an attempt is running, so that a caller polls again for its result.
      dueAt: isOver ? undefined : report.is_held ? row.now : report.due_at,
      attempts: [...(earlier.get(report.id) ?? []), ...last].map(toAttempt),
    };
  });
}

function toAttempt({ attempted_at: at, duration_ms: durationMs, status, error, answer }: AttemptRow) {
  return { at, durationMs, ...present({ status, error, answer: answer || null }) };
}
