import { numberNamed, numbersNamed } from '../../domain/receipt/match.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { fromWire } from '../../smpp/protocol/address.ts';
import type { DefaultAlphabet } from '../../smpp/protocol/coding.ts';
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
import { type Content, readContent, userData } from '../../smpp/protocol/user-data.ts';
import type { ReceiptOutcome } from '../carrier.ts';
import { OUTCOMES } from './receipt-states.ts';

export type Receipt = {
  /** As it came; undefined if the SMSC named none, and then nothing can be matched. */
  readonly messageId: string | undefined;
  /** Undefined for a state nobody knows: it changes nothing, and the sweep for missing receipts has the last word. */
  readonly state: ReceiptState | undefined;
  readonly outcome: ReceiptOutcome;
  /** The carrier's own code for what went wrong. */
  readonly error: string | undefined;
  /** The number the message went to, and the sender it came from, as the receipt says. */
  readonly destination: string;
  readonly sender: string;
  /** What its message must have gone to, one of them; none if the receipt names no number. */
  readonly numbers: readonly string[];
  readonly doneDate: string | undefined;
  /** For people who look at what could not be matched. */
  readonly text: string;
};

export type InboundPart = Content & { readonly sender: string; readonly recipient: string };

export type Delivery =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'inbound'; readonly part: InboundPart }
  /** A text like a receipt that the carrier did not mark as one: it may be the carrier's, or anybody's. */
  | { readonly kind: 'doubtful'; readonly receipt: Receipt; readonly part: InboundPart };

export type DeliverySettings = {
  readonly alphabet: DefaultAlphabet;
  /** Whether a text that looks like a receipt may be one although the carrier does not mark it: some SMSCs never do. */
  readonly unflaggedReceipts: boolean;
  /** Whose national numbers the carrier writes; none if it is empty. */
  readonly country: string;
};

type DeliveryPdu = Pdu<'deliver_sm' | 'data_sm'>;

/** Bits 2 to 5 of esm_class (SMPP 3.4, section 5.2.12). Acknowledgements by a phone (0x08, 0x10) are texts of that phone. */
const MESSAGE_TYPE = 0x3c;
const ORDINARY = 0x00;

/** Tells what an SMSC delivered: the fate of a message of ours, or (a part of) a message to us. */
export function readDelivery(pdu: DeliveryPdu, settings: DeliverySettings): Delivery {
  if (isMarked(pdu)) return { kind: 'receipt', receipt: readReceipt(pdu, settings.country) };
  const part = inboundPart(pdu, settings);
  if (!settings.unflaggedReceipts || typeOf(pdu) !== ORDINARY || part.concatenation) return { kind: 'inbound', part };
  const text = receiptTextOf(pdu);
  const fields = readReceiptText(text);
  // It must come from the number that its message went to: the network fills that in, and nobody can type it.
  const named = [numberNamed(sourceOf(pdu)), numberNamed(part.sender)].filter((number) => number !== undefined);
  const numbers = [...new Set(named)];
  if (numbers.length === 0 || !looksLikeReceipt(fields)) return { kind: 'inbound', part };
  return { kind: 'doubtful', receipt: { ...receipt(pdu, fields, text), numbers }, part };
}

const typeOf = (pdu: DeliveryPdu): number => pdu.esm_class & MESSAGE_TYPE;

/** By what no phone can write: the type of the message, or the two parameters that only receipts have. */
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
  // A national number may be one of the carrier's country, or of the country that the message went to.
  const numbers = new Set([...numbersNamed(plain), ...numbersNamed(resolved)]);
  return { ...receipt(pdu, readReceiptText(text), text), numbers: [...numbers] };
}

/** Strict, as it decides over a text that may be a person's: id, a known state, and one of the fields only machines write. */
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

/** It is shown to customers; a code is short. */
const MOST_ERROR = 40;

/**
 * No answer to a submit can have given a longer id, so such a receipt matches nothing. It is kept without: what is too long for an
 * index would be refused with all that came together with it, every time that the SMSC repeats it.
 */
const possibleId = (id: string | undefined): string | undefined =>
  id && id.length < MAX_READ_CSTRING ? id : undefined;

/** A receipt comes from the number that the message went to. Some SMSCs leave both as they were, which a sender's name gives away. */
function endsOf(pdu: DeliveryPdu): { destination: string; sender: string } {
  const [source, destination] = [sourceOf(pdu), destinationOf(pdu)];
  const isSwapped = isNumber(source) || !isNumber(destination);
  return isSwapped ? { destination: source, sender: destination } : { destination, sender: source };
}

const isNumber = (address: string): boolean => /^\+\d+$/.test(address);

/** An intermediate notice tells of one attempt. Its failure is not final, for the SMSC goes on trying; its success is. */
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
