import type { DeliveryReport, InboundMessage, SenderStatusEvent } from './document.ts';

type Event<Kind extends string, Data> = {
  readonly kind: Kind;
  /** The same in every retry and replay: skip what you have handled already. */
  readonly id: string;
  /** When this attempt was made. */
  readonly sentAt: Date;
  readonly data: Data;
};

export type DeliveryReportEvent = Event<'delivery report', DeliveryReport>;
export type InboundMessageEvent = Event<'inbound message', InboundMessage>;
export type SenderStatusChangeEvent = Event<'sender status', SenderStatusEvent>;
/** Genuine, but of a kind that this version does not know: answer with 2xx and leave it. */
export type UnknownEvent = Event<'unknown', unknown>;

export type WebhookEvent = DeliveryReportEvent | InboundMessageEvent | SenderStatusChangeEvent | UnknownEvent;

/** The fields that a kind always has, and no other kind has all of them. */
const marks = {
  'delivery report': ['messageId', 'status', 'segments'],
  'inbound message': ['Sender', 'Recipient', 'Message', 'Time'],
  'sender status': ['senderId', 'previousStatus', 'status'],
} as const;

/** By the body, since headers other than those of the signature are not signed. */
export function eventOf(id: string, sentAt: Date, data: unknown): WebhookEvent {
  const fields = typeof data === 'object' && data !== null ? data : {};
  const [kind = 'unknown'] =
    Object.entries(marks).find(([, names]) => names.every((name) => Object.hasOwn(fields, name))) ?? [];
  return { kind, id, sentAt, data } as WebhookEvent;
}
