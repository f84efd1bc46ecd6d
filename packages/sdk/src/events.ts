import type { DeliveryReport, InboundMessage, SenderStatusEvent } from './document.ts';

type Event<Kind extends string, Data> = {
  readonly kind: Kind;
  /** Id of the event, the same in every retry and replay. Skip events that you have already processed. */
  readonly id: string;
  /** Time of this attempt. */
  readonly sentAt: Date;
  readonly data: Data;
};

export type DeliveryReportEvent = Event<'delivery report', DeliveryReport>;
export type InboundMessageEvent = Event<'inbound message', InboundMessage>;
export type SenderStatusChangeEvent = Event<'sender status', SenderStatusEvent>;
/** A verified event of a kind that this version does not know: respond with 2xx and ignore it. */
export type UnknownEvent = Event<'unknown', unknown>;

export type WebhookEvent = DeliveryReportEvent | InboundMessageEvent | SenderStatusChangeEvent | UnknownEvent;

/** The fields that identify each kind. */
const marks = {
  'delivery report': ['messageId', 'status', 'segments'],
  'inbound message': ['Sender', 'Recipient', 'Message', 'Time'],
  'sender status': ['senderId', 'previousStatus', 'status'],
} as const;

/** Determines the kind by the body, because other headers are not signed. */
export function eventOf(id: string, sentAt: Date, data: unknown): WebhookEvent {
  const fields = typeof data === 'object' && data !== null ? data : {};
  const [kind = 'unknown'] =
    Object.entries(marks).find(([, names]) => names.every((name) => Object.hasOwn(fields, name))) ?? [];
  return { kind, id, sentAt, data } as WebhookEvent;
}
