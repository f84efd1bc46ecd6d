export type * from './document.ts';
export { type ErrorCode, type ErrorKind, HermodError, NetworkError, TimeoutError } from './errors.ts';
export type {
  DeliveryReportEvent,
  InboundMessageEvent,
  SenderStatusChangeEvent,
  UnknownEvent,
  WebhookEvent,
} from './events.ts';
export { Hermod } from './hermod.ts';
export type { List, Page } from './list.ts';
export type { SendOptions } from './messages.ts';
export type { CallOptions, Options } from './options.ts';
export type { Call } from './transport.ts';
export { type Received, type VerifyOptions, verify, WebhookVerificationError } from './verify.ts';
