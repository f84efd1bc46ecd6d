import type { Principal } from '../../store/account/keys.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { Session } from '../session/session.ts';
import type { CloseReason } from '../session/session-events.ts';
import type { BindLimits } from './bind-limits.ts';
import type { DeliverSm } from './deliver-sm.ts';

export type BindMode = 'transmitter' | 'receiver' | 'transceiver';
export type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;

/** The customer's response to a deliver_sm. Unanswered with `sent`: the customer may have accepted it. */
export type DeliverResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly sent: boolean };

export type Counters = { submits: number; delivers: number; errors: number; activeAt: number };

export type BindInput = {
  readonly id: string;
  /** The stored password that it was bound with. */
  readonly secret: string;
  readonly session: Session;
  readonly limits: BindLimits;
  readonly mode: BindMode;
  /** As requested by the customer: 0x33, 0x34 or 0x50. */
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
};

const unbindMs = 5_000;
/** A bind that has owed responses for this time without sending any has stalled: it gets no more deliver_sm until it responds. */
export const stalledMs = 5_000;

/** An authenticated connection of a customer. */
export class Bind {
  readonly id: string;
  readonly secret: string;
  readonly mode: BindMode;
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
  readonly session: Session;
  readonly counters: Counters;
  /** Replaced when an operator changes the credential. */
  limits: BindLimits;

  constructor({ id, secret, session, limits, mode, version, address, boundAt }: BindInput) {
    this.id = id;
    this.secret = secret;
    this.session = session;
    this.limits = limits;
    this.mode = mode;
    this.version = version;
    this.address = address;
    this.boundAt = boundAt;
    this.counters = { submits: 0, delivers: 0, errors: 0, activeAt: boundAt.getTime() };
  }

  get accountId(): string {
    return this.limits.accountId;
  }

  get credentialId(): string {
    return this.limits.credentialId;
  }

  get principal(): Principal {
    return { keyId: this.credentialId, accountId: this.accountId };
  }

  get systemId(): string {
    return this.limits.systemId;
  }

  get receives(): boolean {
    return this.mode !== 'transmitter' && this.session.isOpen;
  }

  get transmits(): boolean {
    return this.mode !== 'receiver';
  }

  /** Receives, and has not stalled. */
  get isResponsive(): boolean {
    const since = this.session.unansweredSince;
    return this.receives && (since === undefined || performance.now() - since < stalledMs);
  }

  /** Number of deliver_sm that would be sent immediately; more are queued. */
  get room(): number {
    return this.receives ? this.session.room : 0;
  }

  /** Requests without a response, in both directions. */
  get unanswered(): number {
    return this.session.inFlight + this.session.incoming;
  }

  /** Never rejects. */
  async deliver(pdu: DeliverSm): Promise<DeliverResult> {
    const outcome = await this.session.request(pdu);
    const isSent = outcome.kind !== 'invalid' && !(outcome.kind === 'lost' && !outcome.sent);
    if (isSent) this.counters.delivers += 1;
    if (outcome.kind === 'answered') return this.#count(outcome.response.status);
    if (outcome.kind === 'nacked') return this.#count(outcome.status);
    this.counters.errors += 1;
    return { kind: 'unanswered', sent: isSent };
  }

  #count(status: number): DeliverResult {
    if (status !== 0) this.counters.errors += 1;
    return { kind: 'answered', status };
  }

  /** Waits for requests in progress on both sides, then unbinds. */
  close(): Promise<CloseReason> {
    return this.session.unbind(unbindMs);
  }
}
