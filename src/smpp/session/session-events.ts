import { isRequestName, type RequestName, type ResponseName } from '../protocol/commands.ts';
import { MAX_PDU_LENGTH, type Pdu, type PduInput } from '../protocol/pdu.ts';
import type { PduError } from '../protocol/status.ts';

export type SessionSettings = {
  /** Requests without a response at any time; more are queued. */
  readonly window: number;
  /** Silence of a peer that owes a response, after which enquire_link is sent; also the time limit of enquire_link. */
  readonly responseTimeoutMs: number;
  /** Time limit of a request while the peer shows other signs of life. */
  readonly patienceMs: number;
  readonly firstSequence: number;
  /** Silence after which enquire_link is sent. */
  readonly enquireLinkMs: number;
  readonly maxPduLength: number;
  /** Requests of the peer in progress; above that the socket is not read. */
  readonly maxIncoming: number;
  /** PDUs per second that cause no work, such as enquire_link and undecodable ones; above that the socket is not read. */
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
  /** In order: no response to enquire_link; responses only to enquire_link; too many requests without a response; ESME_RINVBNDSTS. */
  | { readonly kind: 'silent' | 'no responses' | 'window exhausted' | 'not bound' }
  | { readonly kind: 'malformed'; readonly error: PduError }
  | { readonly kind: 'socket error'; readonly error: Error };

/** Requests for the owner; the session itself responds to enquire_link and unbind. */
export type IncomingRequest = Pdu<Exclude<RequestName, 'enquire_link' | 'unbind'>>;
export type ResponsePdu = PduInput<ResponseName>;

export type SessionEvents = {
  /** The response is sent when the promise settles, in any order; a rejection becomes ESME_RSYSERR. */
  onRequest(pdu: IncomingRequest): Promise<ResponsePdu>;
  /** A response that no request waits for: repeated, of another session, or after the time limit. */
  onLateResponse?(pdu: Pdu<ResponseName>): void;
  /** A PDU that cannot be decoded; it got an error response or ended the connection. */
  onMalformed?(error: PduError): void;
  /** One of these callbacks failed. */
  onHandlerError?(error: unknown): void;
  /** A request has settled, or the socket is writable again. */
  onRoom?(): void;
  onClose?(reason: CloseReason): void;
};

/** Receives all PDUs of a session; `in`: from the peer. Must not throw. */
export type Tap = (direction: 'in' | 'out', frame: Buffer) => void;

export function isForOwner(pdu: Pdu): pdu is IncomingRequest {
  return isRequestName(pdu.command) && pdu.command !== 'enquire_link' && pdu.command !== 'unbind';
}

export function isResponse(pdu: Pdu): pdu is Pdu<ResponseName> {
  return pdu.command.endsWith('_resp');
}

/** Wraps the callbacks: an error of one is reported to `onHandlerError` and never ends the connection. */
export function guarded(events: SessionEvents): Required<SessionEvents> {
  const guard =
    <A extends unknown[]>(event: (...values: A) => void, onError: (error: unknown) => void) =>
    (...values: A): void => {
      try {
        event(...values);
      } catch (error) {
        onError(error);
      }
    };
  const onHandlerError = guard(
    (error: unknown) => events.onHandlerError?.(error),
    () => {},
  );
  return {
    onRequest: (pdu) => events.onRequest(pdu),
    onLateResponse: guard((pdu) => events.onLateResponse?.(pdu), onHandlerError),
    onMalformed: guard((error) => events.onMalformed?.(error), onHandlerError),
    onHandlerError,
    onRoom: guard(() => events.onRoom?.(), onHandlerError),
    onClose: guard((reason) => events.onClose?.(reason), onHandlerError),
  };
}
