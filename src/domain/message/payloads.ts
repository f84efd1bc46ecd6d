import type { InboundText } from '../inbound/parts.ts';
import { formatMoney, type Money } from '../money/money.ts';
import type { Keyword } from '../optout/words.ts';
import type { SenderStatus } from '../sender/sender.ts';
import { uuidTime } from '../uuid.ts';
import type { Status } from './message.ts';
import { isoTime } from './schedule.ts';

type DeliveryReport = {
  messageId: string;
  status: Status;
  segments: number;
  price: Money | undefined;
  /** An extension of the API; absent unless the request gave one. */
  reference?: string | undefined;
};

/** Built by hand because of the price: a JSON number with exactly the digits of the ledger, which a float cannot guarantee. */
export function deliveryReport({ messageId, status, segments, price, reference }: DeliveryReport): string {
  const amount = price === undefined ? '' : `,"price":${formatMoney(price)}`;
  const own = reference === undefined ? '' : `${referenceField}${JSON.stringify(reference)}`;
  return `{"messageId":"${messageId}","status":"${status}","segments":${segments}${amount}${own}}`;
}

const referenceField = ',"reference":';

/** Removes the reference, the last field of a report, in SQL. */
export const withoutReferenceSql = (payload: string): string =>
  `regexp_replace(${payload}, '${referenceField}"(?:[^"\\\\]|\\\\.)*"}$', '}')`;

type InboundMessage = InboundText & {
  receivedAt: Date;
  /** An extension of the API; present only if the text is a keyword. */
  keyword?: Keyword | undefined;
};

/** Field names are capitalised as in the API; `Time` is UTC without a time zone. */
export function inboundPayload({ sender, recipient, text, receivedAt, keyword }: InboundMessage): string {
  const time = receivedAt.toISOString().slice(0, 19).replace('T', ' ');
  const extension = keyword === undefined ? {} : { Keyword: keyword };
  return JSON.stringify({ Sender: sender, Recipient: recipient, Message: text, Time: time, ...extension });
}

type SenderEvent = {
  eventId: string;
  senderId: string;
  previousStatus: SenderStatus;
  status: SenderStatus;
  occurredAt: Date;
};

export function senderStatusPayload({ eventId, senderId, previousStatus, status, occurredAt }: SenderEvent): string {
  return JSON.stringify({ eventId, senderId, previousStatus, status, occurredAt: occurredAt.toISOString() });
}

/** Built by hand: ids and numbers need no escaping, and a generic serializer takes six times as long (noticeable with 1,000 recipients). */
export function sendResponse(
  recipients: readonly { readonly destination: string }[],
  messageIds: readonly string[],
  segmentCount: number,
  scheduledTime: number | undefined,
): string {
  const entry = (destination: string, index: number) =>
    `{"messageId":"${messageIds[index]}","destination":"${destination}"}`;
  const messages = recipients.map(({ destination }, index) => entry(destination, index)).join(',');
  const status = scheduledTime === undefined ? 'accepted' : 'scheduled';
  const schedule =
    scheduledTime === undefined ? '' : `,"scheduledTime":${scheduledTime},"scheduledAt":"${isoTime(scheduledTime)}"`;
  return `{"messages":[${messages}],"status":"${status}","segmentCount":${segmentCount}${schedule}}`;
}

/** The statuses that most messages report. */
export type UsualStatus = 'SENT' | 'DELIVERED';

const versionAt = 14;
const swapped = '89abcdef01234567';

/**
 * The `webhook-id` of a report, derived from the message id. A process may crash after it has posted a report and before it has
 * stored that; the process that takes over must post it under the same id. A UUID of version 8 that sorts next to its message.
 */
export function reportId(messageId: string, status: UsualStatus): string {
  const digit = messageId[versionAt + 1]!;
  const next = status === 'SENT' ? digit : swapped[Number.parseInt(digit, 16)];
  return `${messageId.slice(0, versionAt)}8${next}${messageId.slice(versionAt + 2)}`;
}

/** `reportId` in SQL, for a column with the id of a message. */
export const reportIdSql = (column: string, status: UsualStatus): string => {
  const digit = `substr(${column}::text, ${versionAt + 2}, 1)`;
  const next = status === 'SENT' ? digit : `translate(${digit}, '0123456789abcdef', '${swapped}')`;
  return `overlay(${column}::text PLACING '8' || ${next} FROM ${versionAt + 1} FOR 2)::uuid`;
};

const dayMs = 86_400_000;

/** The partition of an older message may be about to be dropped, so its reports have ids of their own time. */
export const hasReportId = (messageId: string, now: number): boolean => now - uuidTime(messageId) < dayMs;
