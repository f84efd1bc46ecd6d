import type { Pdu, PduInput } from '../protocol/pdu.ts';
import type { Session } from '../session/session.ts';
import type { CloseReason } from '../session/session-events.ts';
import type { Terms } from './bind-limits.ts';

export type Mode = 'transmitter' | 'receiver' | 'transceiver';
export type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;
export type DeliverSm = PduInput<'deliver_sm'>;

/** What the customer said to a deliver_sm. Unanswered: nobody knows whether it was taken, or it never left. */
export type Delivered =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly sent: boolean };

export type Counters = { submits: number; delivers: number; errors: number; activeAt: number };

export type BindInput = {
  readonly id: string;
  /** The stored password that it has proved to know. */
  readonly secret: string;
  readonly session: Session;
  readonly terms: Terms;
  readonly mode: Mode;
  /** As the customer asked for it: 0x33, 0x34 or 0x50. */
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
};

const unbindMs = 5_000;
/** A bind that owes answers for so long, and has given none meanwhile, does not read or hangs: it gets nothing more until it answers. */
export const takingMs = 5_000;

/** One customer's connection that has proved who it is. */
export class Bind {
  readonly id: string;
  readonly secret: string;
  readonly mode: Mode;
  readonly version: number;
  readonly address: string;
  readonly boundAt: Date;
  readonly session: Session;
  readonly counters: Counters;
  /** What its credential allows; replaced when an operator changes it. */
  terms: Terms;

  constructor({ id, secret, session, terms, mode, version, address, boundAt }: BindInput) {
    this.id = id;
    this.secret = secret;
    this.session = session;
    this.terms = terms;
    this.mode = mode;
    this.version = version;
    this.address = address;
    this.boundAt = boundAt;
    this.counters = { submits: 0, delivers: 0, errors: 0, activeAt: boundAt.getTime() };
  }

  get accountId(): string {
    return this.terms.accountId;
  }

  get credentialId(): string {
    return this.terms.credentialId;
  }

  get systemId(): string {
    return this.terms.systemId;
  }

  get receives(): boolean {
    return this.mode !== 'transmitter' && this.session.isOpen;
  }

  get transmits(): boolean {
    return this.mode !== 'receiver';
  }

  /** Whether it is worth sending a deliver_sm to it: it receives, and answers what it got. */
  get takes(): boolean {
    const since = this.session.unansweredSince;
    return this.receives && (since === undefined || performance.now() - since < takingMs);
  }

  /** deliver_sm that would leave immediately; more wait in line behind those that are unanswered. */
  get room(): number {
    return this.receives ? this.session.room : 0;
  }

  /** Those without an answer, in both directions. */
  get unanswered(): number {
    return this.session.inFlight + this.session.incoming;
  }

  /** Never rejects. */
  async deliver(pdu: DeliverSm): Promise<Delivered> {
    const outcome = await this.session.request(pdu);
    const isSent = outcome.kind !== 'invalid' && !(outcome.kind === 'lost' && !outcome.sent);
    if (isSent) this.counters.delivers += 1;
    if (outcome.kind === 'answered') return this.#count(outcome.response.status);
    if (outcome.kind === 'nacked') return this.#count(outcome.status);
    this.counters.errors += 1;
    return { kind: 'unanswered', sent: isSent };
  }

  #count(status: number): Delivered {
    if (status !== 0) this.counters.errors += 1;
    return { kind: 'answered', status };
  }

  /** Lets both sides finish what they have in hand, and says goodbye. */
  async close(_reason: string, budgetMs = unbindMs): Promise<CloseReason> {
    return this.session.unbind(budgetMs);
  }
}
