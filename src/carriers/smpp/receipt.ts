import { numberNamed, numbersNamed } from '../../domain/receipt/match.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { fromWire } from '../../smpp/protocol/fields.ts';
import { MAX_READ_CSTRING, type Pdu } from '../../smpp/protocol/pdu.ts';
import {
  INTERMEDIATE,
  MESSAGE_STATES,
  type ReceiptState,
  type ReceiptText,
  readNetworkError,
  readReceiptText,
  SMSC_RECEIPT,
  stateNamed,
} from '../../smpp/protocol/receipt.ts';
import { type Content, type DefaultAlphabet, readContent, userData } from '../../smpp/protocol/text.ts';
import type { ReceiptOutcome } from '../carrier.ts';
import { OUTCOMES } from './receipt-states.ts';

export type Receipt = {
  /** As received; undefined if the SMSC named none, and then nothing can be matched. */
  readonly messageId: string | undefined;
  /** Undefined for an unknown state: it changes nothing, and the message ends by the sweep for missing receipts. */
  readonly state: ReceiptState | undefined;
  readonly outcome: ReceiptOutcome;
  /** The carrier's error code. */
  readonly error: string | undefined;
  /** The number the message went to, and its sender, according to the receipt. */
  readonly destination: string;
  readonly sender: string;
  /** The message must have gone to one of these; empty if the receipt names no number. */
  readonly numbers: readonly string[];
  readonly doneDate: string | undefined;
  /** Shown to operators for receipts that match no message. */
  readonly text: string;
};

export type InboundPart = Content & { readonly sender: string; readonly recipient: string };

export type Delivery =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'inbound'; readonly part: InboundPart }
  /** A text that looks like a receipt but is not marked as one: it may be an inbound message. */
  | { readonly kind: 'doubtful'; readonly receipt: Receipt; readonly part: InboundPart };

export type DeliverySettings = {
  readonly alphabet: DefaultAlphabet;
  /** Whether an unmarked text that looks like a receipt may be one: some SMSCs never mark them. */
  readonly unflaggedReceipts: boolean;
  /** The country of national numbers; '' for none. */
  readonly country: string;
};

type DeliveryPdu = Pdu<'deliver_sm' | 'data_sm'>;

/** Bits 2 to 5 of esm_class (SMPP 3.4, section 5.2.12). Acknowledgements by a phone (0x08, 0x10) are texts of that phone. */
const MESSAGE_TYPE = 0x3c;
const ORDINARY = 0x00;

/** What an SMSC delivered: a receipt, or (a part of) an inbound message. */
export function readDelivery(pdu: DeliveryPdu, settings: DeliverySettings): Delivery {
  if (isMarked(pdu)) return { kind: 'receipt', receipt: readReceipt(pdu, settings.country) };
  const part = inboundPart(pdu, settings);
  if (!settings.unflaggedReceipts || typeOf(pdu) !== ORDINARY || part.concatenation) return { kind: 'inbound', part };
  const text = receiptTextOf(pdu);
  const fields = readReceiptText(text);
  // It must come from the number that its message went to, which the network fills in.
  const named = [numberNamed(sourceOf(pdu)), numberNamed(part.sender)].filter((number) => number !== undefined);
  const numbers = [...new Set(named)];
  if (numbers.length === 0 || !looksLikeReceipt(fields)) return { kind: 'inbound', part };
  return { kind: 'doubtful', receipt: { ...receipt(pdu, fields, text), numbers }, part };
}

const typeOf = (pdu: DeliveryPdu): number => pdu.esm_class & MESSAGE_TYPE;

/** By what a phone cannot write: the type of the message, or the two parameters that only receipts have. */
function isMarked(pdu: DeliveryPdu): boolean {
  const type = typeOf(pdu);
  if (type === SMSC_RECEIPT || type === INTERMEDIATE) return true;
  const { receipted_message_id: id, message_state: state } = pdu.tlvs;
  return type === ORDINARY && id !== undefined && state !== undefined;
}

function readReceipt(pdu: DeliveryPdu, country: string): Receipt {
  const text = receiptTextOf(pdu);
  const plain = { source: sourceOf(pdu), destination: destinationOf(pdu) };
  const resolved = { source: sourceOf(pdu, country), destination: destinationOf(pdu, country) };
  // A national number may be of the carrier's country, or of the destination's.
  const numbers = new Set([...numbersNamed(plain), ...numbersNamed(resolved)]);
  return { ...receipt(pdu, readReceiptText(text), text), numbers: [...numbers] };
}

/** Strict, because the text may be an inbound message: id, a known state, and a field that only machines write. */
function looksLikeReceipt({ id, stat, sub, dlvrd, submitDate, doneDate }: ReceiptText): boolean {
  const isByMachine = (sub ?? dlvrd ?? submitDate ?? doneDate) !== undefined;
  return id !== undefined && stateNamed(stat) !== undefined && isByMachine;
}

function receipt(pdu: DeliveryPdu, fields: ReceiptText, text: string): Omit<Receipt, 'numbers'> {
  const state = MESSAGE_STATES[pdu.tlvs.message_state ?? -1] ?? stateNamed(fields.stat);
  return {
    messageId: possibleId(pdu.tlvs.receipted_message_id?.trim() || fields.id),
    state,
    outcome: outcome(state, typeOf(pdu) === INTERMEDIATE),
    error: readNetworkError(pdu.tlvs.network_error_code) ?? fields.err?.slice(0, MOST_ERROR),
    ...endsOf(pdu),
    doneDate: fields.doneDate,
    text,
  };
}

/** Characters of an error code, which customers read. */
const MOST_ERROR = 40;

/**
 * The answer to a submit cannot hold a longer id, so such a receipt matches nothing. It is stored without its id: an id too long for
 * an index would fail the whole set, every time the SMSC repeats the receipt.
 */
const possibleId = (id: string | undefined): string | undefined =>
  id && id.length < MAX_READ_CSTRING ? id : undefined;

/** A receipt comes from the number that the message went to. Some SMSCs do not swap the addresses, which a sender that is a name shows. */
function endsOf(pdu: DeliveryPdu): { destination: string; sender: string } {
  const [source, destination] = [sourceOf(pdu), destinationOf(pdu)];
  const isSwapped = isNumber(source) || !isNumber(destination);
  return isSwapped ? { destination: source, sender: destination } : { destination, sender: source };
}

const isNumber = (address: string): boolean => /^\+\d+$/.test(address);

/** An intermediate notification is about one attempt: its failure is not final, since the SMSC tries again; its success is. */
function outcome(state: ReceiptState | undefined, isIntermediate: boolean): ReceiptOutcome {
  if (state === undefined || (isIntermediate && state !== 'DELIVERED')) return 'no change';
  return OUTCOMES[state];
}

/**
 * Receipts are ASCII whatever data_coding says: read as GSM, the `_` in an id would become `§`. A few SMSCs do send
 * UCS-2, which shows in the zero octet before the first letter (a zero further in may be the `@` of a quoted GSM text).
 */
function receiptTextOf(pdu: DeliveryPdu): string {
  const { body } = userData(pdu);
  return readText(body, body[0] === 0 && body.length > 1 ? 'ucs2' : 'latin1')!;
}

function inboundPart(pdu: DeliveryPdu, { alphabet, country }: DeliverySettings): InboundPart {
  return { ...readContent(pdu, alphabet), sender: sourceOf(pdu, country), recipient: destinationOf(pdu, country) };
}

const sourceOf = (pdu: DeliveryPdu, country?: string): string =>
  fromWire({ ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr }, country);

const destinationOf = (pdu: DeliveryPdu, country?: string): string =>
  fromWire({ ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr }, country);
