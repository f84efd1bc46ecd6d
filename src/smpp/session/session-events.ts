import type { RequestName, ResponseName } from '../protocol/commands.ts';
import { MAX_PDU_LENGTH, type Pdu, type PduInput } from '../protocol/pdu.ts';
import type { PduError } from '../protocol/pdu-error.ts';

export type SessionSettings = {
  /** Requests that may wait for an answer at the same time; more wait in line. */
  readonly window: number;
  /** Silence of a peer that owes an answer, after which it is asked; and how long that question waits. */
  readonly responseTimeoutMs: number;
  /** How long a single request may wait while the peer shows other signs of life. */
  readonly patienceMs: number;
  readonly firstSequence: number;
  /** Silence after which the peer is asked whether it is there. */
  readonly enquireLinkMs: number;
  readonly maxPduLength: number;
  /** Requests of the peer that may be in our hands; above that we stop reading. */
  readonly maxIncoming: number;
  /** PDUs a second that cost nothing to send and mean no work, such as enquire_link and what cannot be read; above that we stop reading. */
  readonly maxChatter: number;
};

export const SESSION_DEFAULTS: SessionSettings = {
  window: 50,
  responseTimeoutMs: 10_000,
  patienceMs: 60_000,
  firstSequence: 1,
  enquireLinkMs: 30_000,
  maxPduLength: MAX_PDU_LENGTH,
  maxIncoming: 1_000,
  maxChatter: Number.POSITIVE_INFINITY,
};

export type CloseReason =
  | { readonly kind: 'closed by peer' | 'unbound by peer' | 'unbound' | 'closed' }
  /** It did not answer enquire_link; or no request, although it did; or too many were never answered; or it says we are not bound. */
  | { readonly kind: 'silent' | 'mute' | 'worn out' | 'not bound' }
  | { readonly kind: 'malformed'; readonly error: PduError }
  | { readonly kind: 'socket error'; readonly error: Error };

/** Requests that the session leaves to its owner. enquire_link and unbind it answers itself. */
export type IncomingRequest = Pdu<Exclude<RequestName, 'enquire_link' | 'unbind'>>;
export type Reply = PduInput<ResponseName>;

export type SessionEvents = {
  /** The answer leaves when the promise settles, in any order; a rejection is answered with ESME_RSYSERR. */
  onRequest(pdu: IncomingRequest): Promise<Reply>;
  /** What needs no answer. */
  onNotice?(pdu: Pdu<'outbind' | 'alert_notification'>): void;
  /** An answer that nobody waits for: a second one, one to another session, or one after all patience. */
  onLateResponse?(pdu: Pdu<ResponseName>): void;
  /** A PDU that was answered with an error, or that ended the link. */
  onMalformed?(error: PduError): void;
  /** `onRequest` failed, or another of these callbacks did. */
  onHandlerError?(error: unknown): void;
  /** A request has settled, or the peer reads again. */
  onRoom?(): void;
  onClose?(reason: CloseReason): void;
};

/** Who looks at the PDUs of a session. `in`: from the peer. */
export type Tap = (direction: 'in' | 'out', frame: Buffer) => void;
