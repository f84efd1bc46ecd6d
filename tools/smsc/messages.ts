import { OUTCOMES } from '../../src/carriers/smpp/receipt.ts';
import { responseName } from '../../src/smpp/protocol/commands.ts';
import { absoluteTime, addressFields, destinationIn, sourceIn } from '../../src/smpp/protocol/fields.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import {
  type ReceiptState,
  receiptText,
  receiptTlvs,
  SMSC_RECEIPT,
  stateNumber,
} from '../../src/smpp/protocol/receipt.ts';
import { type StatusName, statusCode } from '../../src/smpp/protocol/status.ts';
import { userData } from '../../src/smpp/protocol/text.ts';
import { DelayLine } from '../../src/smpp/session/fifo.ts';
import type { IncomingRequest, ResponsePdu } from '../../src/smpp/session/session-events.ts';
import type { Accepted, SmscAnswer, SmscCounters, SmscOptions } from './options.ts';

type SubmitPdu = Pdu<'submit_sm' | 'data_sm'>;

/** query_sm and cancel_sm find at least this many of the last messages; a load test sends millions. */
const REMEMBERED = 10_000;

/** Accepts or refuses messages, and reports when a receipt is due. */
export class SmscMessages {
  readonly #options: SmscOptions;
  readonly #counters: SmscCounters;
  #young = new Map<string, Accepted>();
  #old = new Map<string, Accepted>();
  readonly #answers: DelayLine<() => void>;
  readonly #receipts: DelayLine<Accepted>;
  #lastId = 0;
  #second = 0;
  #inSecond = 0;

  constructor(options: SmscOptions, counters: SmscCounters, onReceipt: (message: Accepted) => void) {
    this.#options = options;
    this.#counters = counters;
    this.#answers = new DelayLine(options.answerDelayMs ?? 0, (answer) => answer());
    this.#receipts = new DelayLine(options.receiptDelayMs ?? 0, (message) => {
      message.isFinal = true;
      if (wantsReceipt(message)) onReceipt(message);
    });
  }

  async submit(pdu: SubmitPdu, systemId: string): Promise<ResponsePdu> {
    const reply = this.#take(pdu, systemId);
    if (this.#options.answerDelayMs) await new Promise<void>((resolve) => this.#answers.push(resolve));
    return reply;
  }

  #take(pdu: SubmitPdu, systemId: string): ResponsePdu {
    this.#counters.submits++;
    const fate = this.#options.onSubmit?.(pdu) ?? {};
    const status = fate.status ?? this.#status();
    if (status !== 'ESME_ROK') return this.#refuse(pdu, status);
    this.#counters.accepted++;
    const message = this.#accept(pdu, systemId, fate);
    if (fate.state !== 'none') this.#receipts.push(message);
    return { command: responseName(pdu.command), message_id: message.id };
  }

  #refuse(pdu: SubmitPdu, status: StatusName): ResponsePdu {
    if (status === 'ESME_RTHROTTLED') this.#counters.throttled++;
    else this.#counters.refused++;
    return refusal(pdu, status);
  }

  #status(): StatusName {
    if (this.#isOverRate()) return 'ESME_RTHROTTLED';
    return pick(this.#options.errors ?? {}) ?? 'ESME_ROK';
  }

  /** Counted by the second, as most SMSCs do. */
  #isOverRate(): boolean {
    const second = Math.floor(performance.now() / 1000);
    this.#inSecond = second === this.#second ? this.#inSecond + 1 : 1;
    this.#second = second;
    return this.#options.rate !== undefined && this.#options.rate > 0 && this.#inSecond > this.#options.rate;
  }

  #accept(submit: SubmitPdu, systemId: string, fate: SmscAnswer): Accepted {
    const number = ++this.#lastId;
    const { ids = 'decimal', states = {} } = this.#options;
    const message: Accepted = {
      id: idText(number, ids !== 'decimal'),
      receiptId: idText(number, ids === 'hex'),
      systemId,
      submit,
      submitted: new Date(),
      state: fate.state === 'none' ? 'ENROUTE' : (fate.state ?? pick(states) ?? 'DELIVERED'),
      isFinal: false,
    };
    this.#remember(message);
    return message;
  }

  /** In two generations: deleting the oldest entry of one Map each time takes longer than the rest of a submit. */
  #remember(message: Accepted): void {
    if (this.#young.size >= REMEMBERED) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(message.id, message);
  }

  #find(id: string): Accepted | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  query(pdu: Pdu<'query_sm'>): ResponsePdu {
    const message = this.#find(pdu.message_id);
    if (message === undefined) return refusal(pdu, 'ESME_RINVMSGID');
    const state: ReceiptState = message.isFinal ? message.state : 'ENROUTE';
    return {
      command: 'query_sm_resp',
      message_id: message.id,
      final_date: message.isFinal ? absoluteTime(new Date()) : '',
      message_state: stateNumber(state),
    };
  }

  cancel(pdu: Pdu<'cancel_sm'>): ResponsePdu {
    const message = this.#find(pdu.message_id);
    if (message === undefined || message.isFinal) return refusal(pdu, 'ESME_RCANCELFAIL');
    message.state = 'DELETED';
    return { command: 'cancel_sm_resp' };
  }

  stop(): void {
    this.#answers.stop();
    this.#receipts.stop();
  }
}

/** Hex ids have eight digits with leading zeros, as many SMSCs write them. */
const idText = (number: number, isHex: boolean): string =>
  isHex ? number.toString(16).toUpperCase().padStart(8, '0') : String(number);

/** SMPP 3.4, section 5.2.17: the lowest two bits. */
function wantsReceipt({ submit, state }: Accepted): boolean {
  const requested = submit.registered_delivery & 0x03;
  if (requested === 1) return true;
  return requested === 2 ? state !== 'DELIVERED' : requested === 3 && state === 'DELIVERED';
}

/** A random name, by shares that sum to at most 1; undefined for the rest. */
function pick<N extends string>(shares: Partial<Record<N, number>>): N | undefined {
  let rest = Math.random();
  for (const name in shares) {
    rest -= shares[name] ?? 0;
    if (rest < 0) return name;
  }
  return undefined;
}

const UNDELIVERED_ERROR = 1;

/** A receipt goes back to the sender, so the addresses of the submit are swapped. */
export function receiptPdu(message: Accepted, form: SmscOptions['receiptForm'], now: Date): PduInput<'deliver_sm'> {
  const { receiptId: messageId, state, submit, submitted: submittedAt } = message;
  const isFailure = OUTCOMES[state] === 'failed' || OUTCOMES[state] === 'rejected';
  const error = isFailure ? UNDELIVERED_ERROR : undefined;
  const quoted = userData(submit).body.toString('latin1', 0, 20);
  const receipt = { messageId, state, submittedAt, doneAt: now, error, text: quoted.replace(/[^ -~]/g, '.') };
  return {
    command: 'deliver_sm',
    ...addressFields(destinationIn(submit), sourceIn(submit)),
    esm_class: SMSC_RECEIPT,
    short_message: Buffer.from(form === 'parameters' ? '' : receiptText(receipt), 'latin1'),
    ...(form === 'text' ? {} : { tlvs: receiptTlvs(receipt) }),
  };
}

export function refusal(pdu: IncomingRequest, status: StatusName): ResponsePdu {
  return { command: responseName(pdu.command), status: statusCode(status) };
}
