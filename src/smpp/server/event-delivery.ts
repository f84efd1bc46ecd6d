import { Batch } from '../../bounds/batch.ts';
import type { Status } from '../../domain/message/message.ts';
import { bindOrigin, bindUrl, credentialIn, subjectOf } from '../../domain/receipt/report-target.ts';
import { uuidTime } from '../../domain/uuid.ts';
import type { BindDelivery, BindTransport, BoundAccount } from '../../flows/webhooks/deliver.ts';
import type { Runtime } from '../../runtime.ts';
import { findReceiptFacts, type ReceiptFacts } from '../../store/message/report-facts.ts';
import type { ClaimedEvent } from '../../store/webhook/deliveries.ts';
import { type StatusName, statusCode, statusName } from '../protocol/status.ts';
import { Bind, type Binds, type DeliverResult, stalledMs } from './bind.ts';
import { type DeliverSm, inboundPdus, receiptPdu } from './deliver-sm.ts';

/** Together with the wait for its turn, shorter than the lease of an event. */
const answerMs = 15_000;
const mostRead = 500;
/** The largest value of the status column. */
const mostStatus = 0x7fff;

/** Sends receipts to the binds of the credential that submitted the message, and inbound messages to any bind of the account. */
export class BindEventDelivery implements BindTransport {
  readonly #runtime: Runtime;
  readonly #facts: Batch<ClaimedEvent, ReceiptFacts | undefined>;
  readonly #binds: Binds;
  #reference = Math.floor(Math.random() * 0x100);

  constructor(runtime: Runtime, binds: Binds) {
    this.#runtime = runtime;
    this.#binds = binds;
    this.#facts = new Batch({
      most: mostRead,
      run: (events) =>
        findReceiptFacts(
          runtime.db,
          events.map(({ accountId, subjectId }) => ({ accountId, id: subjectOf(subjectId) })),
        ),
    });
  }

  onChange(listener: (accountId: string, isNew: boolean) => void): void {
    this.#binds.onChange(({ own }, isNew) => {
      if (own.mode !== 'transmitter') listener(own.accountId, isNew);
    });
  }

  bound(): readonly BoundAccount[] {
    return [...this.#binds.accounts()].flatMap((accountId) => {
      const credentials = new Set(this.#binds.responsive(accountId).map(({ own }) => own.credentialId));
      return credentials.size === 0 ? [] : [{ accountId, urls: [bindOrigin, ...[...credentials].map(bindUrl)] }];
    });
  }

  windowOf(accountId: string): number {
    return this.#binds.responsive(accountId).reduce((sum, { credential }) => sum + credential.window, 0);
  }

  async attempt(event: ClaimedEvent): Promise<BindDelivery> {
    const began = performance.now();
    const ended = (attempt: AttemptResult): BindDelivery => ({
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

  async #send(event: ClaimedEvent, facts: ReceiptFacts | undefined): Promise<AttemptResult> {
    const isShared = facts?.credential?.receiptBinds === 'account';
    const only = credentialIn(event.url) ?? (isShared ? undefined : facts?.credential?.id);
    const tried = new Set<Bind>();
    const next = (): Bind | undefined => this.#choose(event.accountId, only, facts?.credential?.id, tried);
    let bind = next();
    if (bind === undefined) {
      const waiting = only === undefined ? event : { ...event, url: bindUrl(only) };
      return { ok: false, error: 'no bind of the account is connected', stopped: true, event: waiting };
    }
    const deadline = performance.now() + answerMs;
    for (;;) {
      tried.add(bind);
      const pdus = this.#pdusFor(event, facts, bind);
      if (pdus === undefined) return { ok: false, error: 'the message of this receipt is deleted', final: true };
      const answer = await this.#answerOf(bind, pdus, deadline, next);
      if (!(answer instanceof Bind)) return this.#resultOf(bind, answer, event);
      bind = answer;
    }
  }

  /** The result of an event; or the bind to send it to instead, since this one has stalled. */
  async #answerOf(
    bind: Bind,
    pdus: readonly DeliverSm[],
    deadline: number,
    next: () => Bind | undefined,
  ): Promise<DeliverResult | 'late' | Bind> {
    const delivery = this.#deliver(bind, pdus);
    for (;;) {
      const restMs = deadline - performance.now();
      if (restMs <= 0) return 'late';
      const answer = await within(Math.min(restMs, stalledMs), delivery);
      if (answer !== 'late') return answer;
      const instead = bind.isResponsive && !bind.session.isBlocked ? undefined : next();
      if (instead !== undefined) return instead;
    }
  }

  /** The bind with most room: of the credential `only`, or of the account, with a preference for one credential. */
  #choose(
    accountId: string,
    only: string | undefined,
    preferred: string | undefined,
    tried: ReadonlySet<Bind>,
  ): Bind | undefined {
    const rank = ({ own }: Bind): number => (own.credentialId === preferred ? 1 : 0);
    const mayTake = (bind: Bind): boolean => !tried.has(bind) && (only === undefined || bind.own.credentialId === only);
    const binds = this.#binds.responsive(accountId).filter(mayTake);
    return binds.sort((one, other) => rank(other) - rank(one) || other.room - one.room)[0];
  }

  #pdusFor(event: ClaimedEvent, facts: ReceiptFacts | undefined, bind: Bind): DeliverSm[] | undefined {
    const { alphabet, longInbound } = bind.credential;
    const format = { version: bind.own.version, alphabet: alphabet === 'auto' ? 'gsm' : alphabet };
    if (event.kind === 'inbound message') {
      const { Sender: sender, Recipient: recipient, Message: text } = JSON.parse(event.payload) as InboundPayload;
      this.#reference = (this.#reference + 1) & 0xff;
      return inboundPdus({ sender, recipient, text }, format, longInbound, this.#reference);
    }
    const { messageId, status, refused } = JSON.parse(event.payload) as Report;
    const known = facts ?? (refused && { ...refused, acceptedAt: timeOf(messageId), stateAt: timeOf(event.id) });
    return known && [receiptPdu(messageId, status, known, format)];
  }

  /** A message in parts is accepted if all parts are; otherwise all are sent again. */
  async #deliver(bind: Bind, pdus: readonly DeliverSm[]): Promise<DeliverResult> {
    const answers = await Promise.all(pdus.map((pdu) => bind.deliver(pdu)));
    return answers.find((answer) => !isAccepted(answer)) ?? answers[0]!;
  }

  #resultOf(bind: Bind, answer: DeliverResult | 'late', event: ClaimedEvent): AttemptResult {
    const { smppDelivers } = this.#runtime.metrics;
    if (answer === 'late') {
      smppDelivers.inc({ status: 'unanswered' });
      const error = `no answer to deliver_sm within ${answerMs / 1_000} seconds`;
      // Another process may have a bind that responds. The claim counts, so that this happens only once.
      const mayMove = !bind.isResponsive && event.claims <= 1;
      return mayMove
        ? { ok: false, error, stopped: true, event: { ...event, claims: event.claims + 1 } }
        : { ok: false, error };
    }
    // Not sent although the connection is open: it does not fit into a PDU, and a retry cannot succeed.
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
    return { ok: false, status, error: statusName(answer.status), final: permanentCodes.has(answer.status) };
  }
}

type AttemptResult = Omit<BindDelivery, 'durationMs' | 'answer'>;
/** A long message that was refused has no row, so the event carries the facts of its receipt. */
type Report = {
  readonly messageId: string;
  readonly status: Status;
  readonly refused?: Pick<ReceiptFacts, 'destination' | 'sender' | 'text' | 'reason'>;
};
type InboundPayload = { readonly Sender: string; readonly Recipient: string; readonly Message: string };

function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), ms);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

const timeOf = (id: string): Date => new Date(uuidTime(id));
const isAccepted = (answer: DeliverResult): boolean => answer.kind === 'answered' && answer.status === 0;

/** Statuses of a deliver_sm_resp after which the event is not sent again. With all others, a retry may succeed. */
const permanentStatuses: readonly StatusName[] = [
  'ESME_RINVMSGLEN',
  'ESME_RINVSRCADR',
  'ESME_RINVDSTADR',
  'ESME_RINVMSGID',
  'ESME_RINVESMCLASS',
  'ESME_RX_P_APPN',
  'ESME_RX_R_APPN',
  'ESME_RINVOPTPARSTREAM',
  'ESME_ROPTPARNOTALLWD',
  'ESME_RINVPARLEN',
  'ESME_RMISSINGOPTPARAM',
  'ESME_RINVOPTPARAMVAL',
  'ESME_RDELIVERYFAILURE',
];
const permanentCodes: ReadonlySet<number> = new Set(permanentStatuses.map(statusCode));

/** For a metric label: vendor-specific statuses share one, since a customer could otherwise create any number of labels. */
function statusLabel(status: number): string {
  const name = statusName(status);
  return name.startsWith('ESME_') ? name : 'other';
}
