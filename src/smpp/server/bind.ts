import type { BindRequest } from '../../flows/smpp/binds.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { BoundCredential } from '../../store/smpp/binds.ts';
import type { SmppSession } from '../session/session.ts';
import type { DeliverSm } from './deliver-sm.ts';

/** The customer's response to a deliver_sm. Unanswered with `sent`: the customer may have accepted it. */
export type DeliverResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly sent: boolean };

const unbindMs = 5_000;
/** A bind that has owed responses for this time without sending any has stalled: it gets no more deliver_sm until it responds. */
export const stalledMs = 5_000;

/** An authenticated connection of a customer. */
export class Bind {
  readonly own: BindRequest & { readonly boundAt: Date };
  readonly principal: Principal;
  /** The stored password that it was bound with. */
  readonly secret: string;
  readonly session: SmppSession;
  readonly counters: { submits: number; delivers: number; errors: number; activeAt: number };
  credential: BoundCredential;
  /** Requests per second of all binds of the credential in this process; 0: no limit. */
  rate: number;

  constructor(request: BindRequest, secret: string, session: SmppSession, credential: BoundCredential, rate: number) {
    const { now: boundAt } = credential;
    this.own = { ...request, boundAt };
    this.principal = { keyId: request.credentialId, accountId: request.accountId };
    this.secret = secret;
    this.session = session;
    this.counters = { submits: 0, delivers: 0, errors: 0, activeAt: boundAt.getTime() };
    this.credential = credential;
    this.rate = rate;
    this.#applyWindow();
  }

  /** Applies the limits of the credential again, which an operator may have changed. */
  renew(credential: BoundCredential, rate: number): void {
    const isOther = credential.window !== this.credential.window;
    this.credential = credential;
    this.rate = rate;
    if (isOther) this.#applyWindow();
  }

  #applyWindow(): void {
    const { window } = this.credential;
    this.session.adjust({ window, maxIncoming: window });
  }

  get receives(): boolean {
    return this.own.mode !== 'transmitter' && this.session.isOpen;
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
  async close(): Promise<void> {
    await this.session.unbind(unbindMs);
  }
}

/** `isNew`: it has bound; otherwise it has closed. */
export type OnBindChange = (bind: Bind, isNew: boolean) => void;

/** The binds of this process. */
export class Binds {
  readonly #all = new Map<string, Bind>();
  readonly #byAccount = new Map<string, Set<Bind>>();
  #onChange: OnBindChange = () => {};

  all(): Bind[] {
    return [...this.#all.values()];
  }

  /** Binds that messages and receipts of this account can go to, with or without room. */
  responsive(accountId: string): Bind[] {
    return [...(this.#byAccount.get(accountId) ?? [])].filter(({ isResponsive }) => isResponsive);
  }

  accounts(): Iterable<string> {
    return this.#byAccount.keys();
  }

  onChange(listener: OnBindChange): void {
    this.#onChange = listener;
  }

  add(bind: Bind): void {
    const { id, accountId } = bind.own;
    this.#all.set(id, bind);
    const others = this.#byAccount.get(accountId);
    if (others) others.add(bind);
    else this.#byAccount.set(accountId, new Set([bind]));
    this.#onChange(bind, true);
  }

  /** False if it is removed already. */
  remove(bind: Bind): boolean {
    const { id, accountId } = bind.own;
    if (!this.#all.delete(id)) return false;
    const others = this.#byAccount.get(accountId);
    others?.delete(bind);
    if (others?.size === 0) this.#byAccount.delete(accountId);
    this.#onChange(bind, false);
    return true;
  }
}
