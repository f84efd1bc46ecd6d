import type { Db } from '../../database/db.ts';
import { routeReason } from '../../domain/carrier/explain.ts';
import { type Delivery, type Entry, type Recorded, reportedIn, timeline } from '../../domain/message/timeline.ts';
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
import { type AttemptRow, earlierAttempts, type ReportRow, reportsOf } from '../../store/webhook/delivery-log.ts';
import { waitsForBind } from '../../store/webhook/outbox.ts';

/** Everything stored about one message, in order of time; undefined if the account does not have this message. */
export async function readTimeline(db: Db, ref: MessageRef): Promise<Entry[] | undefined> {
  const row = await findRecorded(db, ref);
  if (row === undefined) return undefined;
  const parts = await partsOfMessage(db, ref);
  const receipts = await receiptsOfMessage(db, ref);
  return timeline({
    now: row.now,
    message: messageOf(row),
    request: await requestOf(db, ref, row),
    ledger: (await ledgerOfMessage(db, ref, row)).map(toLedger),
    routes: await routesOf(db, ref, row, parts),
    parts: parts.map(toPart),
    receipts: receipts.map((receipt) => ({
      at: receipt.received_at,
      carrierId: receipt.carrier_id,
      carrier: receipt.carrier,
      part: receipt.part,
      outcome: receipt.outcome,
      // Carriers quote the beginning of the message.
      text: row.via === 'verify' ? maskedReceipt(receipt.text) : receipt.text,
    })),
    deliveries: await deliveriesOf(db, ref, row),
  });
}

function messageOf(row: RecordedRow): Recorded['message'] {
  return {
    state: row.state,
    price: parseMoney(row.price),
    acceptedAt: row.accepted_at,
    scheduledAt: row.scheduled_at ?? undefined,
    stateAt: row.state_at,
    reason: row.reason ?? undefined,
    attempts: row.attempts,
    dueAt: row.due_at ?? undefined,
  };
}

async function requestOf(db: Db, { accountId }: MessageRef, row: RecordedRow): Promise<Recorded['request']> {
  const mail = row.via === 'email' ? await mailOfRequest(db, accountId, row.submission_id) : undefined;
  return {
    via: row.via ?? undefined,
    requestId: row.request_id ?? undefined,
    keyId: row.key_id ?? undefined,
    keyPrefix: row.key_prefix ?? undefined,
    keyLabel: row.key_label || undefined,
    by: row.actor ?? undefined,
    byKind: row.actor_kind ?? undefined,
    emailId: mail?.id,
    from: mail?.from_address ?? undefined,
    recipients: await countRecipients(db, accountId, row.submission_id),
  };
}

function toLedger({ kind, amount, note, created_at: at }: Awaited<ReturnType<typeof ledgerOfMessage>>[number]) {
  return { kind, amount: parseMoney(amount), at, ...(note === null ? {} : { note }) };
}

function toPart(row: MessagePartRow): Recorded['parts'][number] {
  const { part, total, carrier_id: carrierId, carrier, reference, outcome, taken_at } = row;
  return { part, total, carrierId, carrier, reference, outcome: outcome ?? undefined, takenAt: taken_at ?? undefined };
}

/** The carriers that accepted the message; otherwise the one that has it, or that it waits for. */
async function routesOf(
  db: Db,
  { id }: MessageRef,
  row: RecordedRow,
  parts: readonly MessagePartRow[],
): Promise<Recorded['routes']> {
  const { carriers, routes } = await loadRouting(db);
  const waitsFor = row.carrier_id ?? carriers.find(({ queue }) => queue === row.queue)?.id;
  const chosen = parts.length > 0 ? parts.map((part) => part.carrier_id) : [waitsFor].flatMap((one) => one ?? []);
  const enabled = new Set(carriers.flatMap((carrier) => (carrier.enabled ? carrier.id : [])));
  const { destination, country } = row;
  return [...new Set(chosen)].map((carrierId) => {
    const known = routes.filter((route) => enabled.has(route.carrierId) || route.carrierId === carrierId);
    const carrier = carriers.find((one) => one.id === carrierId)?.name ?? null;
    return { carrierId, carrier, reason: routeReason(known, { id, destination, country }, carrierId) };
  });
}

async function deliveriesOf(db: Db, { accountId, id }: MessageRef, row: RecordedRow): Promise<Delivery[]> {
  const { scheduled_at, state_at } = row;
  const reports = await reportsOf(db, accountId, { id, scheduled_at, state_at });
  const earlier = await earlierAttempts(
    db,
    accountId,
    reports.map((report) => report.id),
  );
  return reports.flatMap((report) => {
    const event = reportedIn(report.payload);
    if (event === undefined) return [];
    const before = earlier.filter(({ event_id }) => event_id === report.id);
    return [{ ...toDelivery(report, event, before), dueAt: nextTry(report, row.now) }];
  });
}

/** The current time if an attempt is running, so that a caller polls again for its result. */
function nextTry({ state, is_held: isHeld, due_at: dueAt }: ReportRow, now: Date): Date | undefined {
  if (state !== 'ready' || waitsForBind(dueAt)) return undefined;
  return isHeld ? now : dueAt;
}

function toDelivery(report: ReportRow, event: Delivery['event'], earlier: readonly AttemptRow[]): Delivery {
  const last = report.attempted_at === null ? [] : [report as AttemptRow];
  return {
    deliveryId: report.id,
    event,
    url: maskedUrl(report.url),
    createdAt: report.created_at,
    attempts: [...earlier, ...last].map((made) => ({
      at: made.attempted_at,
      durationMs: made.duration_ms,
      status: made.status ?? undefined,
      error: made.error ?? undefined,
      answer: made.answer || undefined,
    })),
  };
}
