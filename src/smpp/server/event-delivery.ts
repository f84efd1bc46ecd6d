import { Batch } from '../../bounds/batch.ts';
import type { Status } from '../../domain/message/message.ts';
import { bindOrigin, bindUrl, credentialIn, subjectOf } from '../../domain/receipt/report-target.ts';
import { uuidTime } from '../../domain/uuid.ts';
import type { BindAttempt, BindTransport, BoundAccount } from '../../flows/bind-transport.ts';
import type { Runtime } from '../../runtime.ts';
import { findReceiptFacts, type ReceiptFacts } from '../../store/message/receipt-facts.ts';
import type { ClaimedEvent } from '../../store/webhook/deliveries.ts';
import { statusName } from '../protocol/status.ts';
import { Bind, type Delivered, type DeliverSm, takingMs } from './bind.ts';
import type { Binds } from './binds.ts';
import { isForGood, statusLabel } from './deliver-status.ts';
import { inboundPdus } from './inbound-pdus.ts';
import { receiptPdu } from './receipt-pdu.ts';

/** Together with what it may wait for its turn, shorter than the lease of an event. */
const answerMs = 15_000;
const mostRead = 500;
/** What the column of statuses takes. */
const mostStatus = 0x7fff;

type OnChange = Parameters<BindTransport['onChange']>[0];

/** Sends receipts to the binds of the credential that submitted the message, and inbound messages to any bind of the account. */
export class BoundEvents implements BindTransport {
  readonly #runtime: Runtime;
  readonly #facts: Batch<ClaimedEvent, ReceiptFacts | undefined>;
  #binds: Binds | undefined;
  #onChange: OnChange = () => {};
  #reference = Math.floor(Math.random() * 0x100);

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#facts = new Batch({
      most: mostRead,
      run: (events) =>
        findReceiptFacts(
          runtime.db,
          events.map(({ accountId, subjectId }) => ({ accountId, id: subjectOf(subjectId) })),
        ),
    });
  }

  /** From now on there may be binds. */
  attach(binds: Binds): void {
    this.#binds = binds;
    binds.onChange(({ kind, bind }) => {
      if (kind !== 'room' && bind.mode !== 'transmitter') this.#onChange(bind.accountId, kind === 'bound');
    });
  }

  onChange(listener: OnChange): void {
    this.#onChange = listener;
  }

  bound(): readonly BoundAccount[] {
    return [...(this.#binds?.accounts() ?? [])].flatMap((accountId) => {
      const credentials = new Set(this.#taking(accountId).map(({ credentialId }) => credentialId));
      return credentials.size === 0 ? [] : [{ accountId, urls: [bindOrigin, ...[...credentials].map(bindUrl)] }];
    });
  }

  windowOf(accountId: string): number {
    return this.#taking(accountId).reduce((sum, { terms }) => sum + terms.window, 0);
  }

  #taking(accountId: string): Bind[] {
    return this.#binds?.taking(accountId) ?? [];
  }

  async attempt(event: ClaimedEvent): Promise<BindAttempt> {
    const began = performance.now();
    const ended = (attempt: Ended): BindAttempt => ({
      ...attempt,
      durationMs: performance.now() - began,
      answer: '',
    });
    try {
      const facts = event.kind === 'delivery report' ? await this.#facts.add(event) : undefined;
      return ended(await this.#send(event, facts));
    } catch (err) {
      this.#runtime.log.error({ err }, 'an event could not be sent over a bind');
      return ended({ ok: false, error: 'an error of the service' });
    }
  }

  async #send(event: ClaimedEvent, facts: ReceiptFacts | undefined): Promise<Ended> {
    const isShared = facts?.credential?.receiptBinds === 'account';
    const only = credentialIn(event.url) ?? (isShared ? undefined : facts?.credential?.id);
    const tried = new Set<Bind>();
    const next = (): Bind | undefined => this.#choose(event.accountId, only, facts?.credential?.id, tried);
    let bind = next();
    if (bind === undefined) {
      const waiting = only === undefined ? event : { ...event, url: bindUrl(only) };
      return { ok: false, error: 'there is no bind', stopped: true, event: waiting };
    }
    const deadline = performance.now() + answerMs;
    for (;;) {
      tried.add(bind);
      const pdus = this.#pdusFor(event, facts, bind);
      if (pdus === undefined) return { ok: false, error: 'there is nothing to tell a bind', final: true };
      const answer = await this.#answerOf(bind, pdus, deadline, next);
      if (!(answer instanceof Bind)) return this.#judge(bind, answer, event);
      bind = answer;
    }
  }

  /** The answer to an event; or the bind that is to have it instead, since this one takes nothing any more. */
  async #answerOf(
    bind: Bind,
    pdus: readonly DeliverSm[],
    deadline: number,
    next: () => Bind | undefined,
  ): Promise<Delivered | 'late' | Bind> {
    const delivery = this.#deliver(bind, pdus);
    for (;;) {
      const restMs = deadline - performance.now();
      if (restMs <= 0) return 'late';
      const answer = await within(Math.min(restMs, takingMs), delivery);
      if (answer !== 'late') return answer;
      const instead = bind.takes && !bind.session.isBlocked ? undefined : next();
      if (instead !== undefined) return instead;
    }
  }

  /** Of those that take events, the one with most room: of one credential alone, or of the account, preferring those of one. */
  #choose(
    accountId: string,
    only: string | undefined,
    preferred: string | undefined,
    tried: ReadonlySet<Bind>,
  ): Bind | undefined {
    let chosen: Bind | undefined;
    for (const bind of this.#taking(accountId)) {
      if (tried.has(bind) || (only !== undefined && bind.credentialId !== only)) continue;
      const isCloser = bind.credentialId === preferred && chosen?.credentialId !== preferred;
      const isAsClose = (bind.credentialId === preferred) === (chosen?.credentialId === preferred);
      if (chosen === undefined || isCloser || (isAsClose && bind.room > chosen.room)) chosen = bind;
    }
    return chosen;
  }

  #pdusFor(event: ClaimedEvent, facts: ReceiptFacts | undefined, bind: Bind): DeliverSm[] | undefined {
    const manner = { version: bind.version, alphabet: bind.terms.alphabet };
    if (event.kind === 'inbound message') {
      const { Sender: sender, Recipient: recipient, Message: text } = JSON.parse(event.payload) as Inbound;
      this.#reference = (this.#reference + 1) & 0xff;
      return inboundPdus({ sender, recipient, text }, manner, bind.terms.longInbound, this.#reference);
    }
    const { messageId, status, refused } = JSON.parse(event.payload) as Report;
    const told = facts ?? (refused && { ...refused, acceptedAt: timeOf(messageId), stateAt: timeOf(event.id) });
    return told && [receiptPdu(messageId, status, told, manner)];
  }

  /** A message in parts is taken if all of them are; otherwise all are sent again. */
  async #deliver(bind: Bind, pdus: readonly DeliverSm[]): Promise<Delivered> {
    const answers = await Promise.all(pdus.map((pdu) => bind.deliver(pdu)));
    return answers.find((answer) => !isTaken(answer)) ?? answers[0]!;
  }

  #judge(bind: Bind, answer: Delivered | 'late', event: ClaimedEvent): Ended {
    const { smppDelivers } = this.#runtime.metrics;
    if (answer === 'late') {
      smppDelivers.inc({ status: 'unanswered' });
      const error = `no answer to deliver_sm within ${answerMs / 1_000} seconds`;
      // Another process may have a bind that takes it. The claim counts, so that it does not go on like this.
      const mayMove = !bind.takes && event.claims <= 1;
      return mayMove
        ? { ok: false, error, stopped: true, event: { ...event, claims: event.claims + 1 } }
        : { ok: false, error };
    }
    // Not sent, and not for want of a link: it does not fit into a PDU, and never will.
    if (answer.kind === 'unanswered' && !answer.sent && bind.receives) {
      return { ok: false, error: 'it does not fit into a deliver_sm', final: true };
    }
    if (answer.kind === 'unanswered') {
      smppDelivers.inc({ status: 'lost' });
      return { ok: false, error: 'the link was lost', stopped: true };
    }
    smppDelivers.inc({ status: statusLabel(answer.status) });
    const status = Math.min(answer.status, mostStatus);
    if (answer.status === 0) return { ok: true, status };
    return { ok: false, status, error: statusName(answer.status), final: isForGood(answer.status) };
  }
}

type Ended = Omit<BindAttempt, 'durationMs' | 'answer'>;
/** A long message that was refused has no row: what its receipt tells comes with it. */
type Report = {
  readonly messageId: string;
  readonly status: Status;
  readonly refused?: Pick<ReceiptFacts, 'destination' | 'sender' | 'text' | 'reason'>;
};
type Inbound = { readonly Sender: string; readonly Recipient: string; readonly Message: string };

function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), ms);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

const timeOf = (id: string): Date => new Date(uuidTime(id));
const isTaken = (answer: Delivered): boolean => answer.kind === 'answered' && answer.status === 0;
