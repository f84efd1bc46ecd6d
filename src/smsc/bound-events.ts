import type { Status } from '../domain/message/message.ts';
import { subjectOf } from '../domain/receipt/report-target.ts';
import { uuidTime } from '../domain/uuid.ts';
import type { BindAttempt, BindTransport } from '../flows/bind-transport.ts';
import type { Runtime } from '../runtime.ts';
import { statusName } from '../smpp/status.ts';
import { findReceiptFacts, type ReceiptFacts } from '../store/message/receipt-facts.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import { Batch } from '../work/batch.ts';
import type { Bind, Delivered, DeliverSm } from './bind.ts';
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

/** Receipts and inbound messages on their way to the binds of this process. Which of an account's takes one is no matter. */
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

  accounts(): readonly string[] {
    return [...(this.#binds?.receivers() ?? [])];
  }

  windowOf(accountId: string): number {
    let sum = 0;
    for (const bind of this.#binds?.receiving(accountId) ?? []) sum += bind.terms.window;
    return sum;
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
      const bind = this.#choose(event.accountId);
      if (bind === undefined) return ended({ ok: false, error: 'there is no bind', stopped: true });
      const pdus = this.#pdusFor(event, facts, bind);
      if (pdus === undefined) return ended({ ok: false, error: 'there is nothing to tell a bind', final: true });
      return ended(this.#judge(bind, await within(answerMs, this.#deliver(bind, pdus))));
    } catch (err) {
      this.#runtime.log.error({ err }, 'an event could not be sent over a bind');
      return ended({ ok: false, error: 'an error of the service' });
    }
  }

  /** The one with most room; those that have none keep it waiting in line, for no longer than an answer may take. */
  #choose(accountId: string): Bind | undefined {
    let chosen: Bind | undefined;
    for (const bind of this.#binds?.receiving(accountId) ?? []) {
      if (chosen === undefined || bind.room > chosen.room) chosen = bind;
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

  #judge(bind: Bind, answer: Delivered | 'late'): Ended {
    const { smppDelivers } = this.#runtime.metrics;
    if (answer === 'late') {
      smppDelivers.inc({ status: 'unanswered' });
      return { ok: false, error: `no answer to deliver_sm within ${answerMs / 1_000} seconds` };
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
