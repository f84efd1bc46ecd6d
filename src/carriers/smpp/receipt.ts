import { numberNamed, numbersNamed } from '../../domain/receipt/receipt.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { responseName } from '../../smpp/protocol/commands.ts';
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
import { statusCode } from '../../smpp/protocol/status.ts';
import { type Concatenation, readContent, userData } from '../../smpp/protocol/text.ts';
import type { ResponsePdu } from '../../smpp/session/session-events.ts';
import type { CarrierEvents, InboundEvent, ReceiptEvent, ReceiptOutcome } from '../carrier.ts';
import { receiptKeys } from './message-id.ts';
import type { SmppSettings } from './settings.ts';

export const OUTCOMES: Readonly<Record<ReceiptState, ReceiptOutcome>> = {
  SCHEDULED: 'no change',
  ENROUTE: 'no change',
  ACCEPTED: 'no change',
  DELIVERED: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIVERABLE: 'failed',
  SKIPPED: 'failed',
  REJECTED: 'rejected',
  UNKNOWN: 'unknown',
};

export type ReadDelivery =
  | { readonly kind: 'receipt'; readonly receipt: ReceiptEvent }
  | { readonly kind: 'inbound'; readonly inbound: InboundEvent }
  /** A text that looks like a receipt but is not marked as one: it may be an inbound message. */
  | { readonly kind: 'doubtful'; readonly receipt: ReceiptEvent; readonly inbound: InboundEvent };

type DeliverySettings = Pick<SmppSettings, 'alphabet' | 'unflaggedReceipts' | 'country' | 'ids'>;

type DeliveryPdu = Pdu<'deliver_sm' | 'data_sm'>;

/** Bits 2 to 5 of esm_class (SMPP 3.4, section 5.2.12). Acknowledgements by a phone (0x08, 0x10) are texts of that phone. */
const MESSAGE_TYPE = 0x3c;
const ORDINARY = 0x00;

/** Passes on a delivery of the SMSC and answers once it is stored; a failure is a temporary error, after which the SMSC repeats it. */
export async function takeDelivery(
  pdu: DeliveryPdu,
  settings: DeliverySettings,
  events: CarrierEvents,
  onFailure: (error: unknown) => void,
): Promise<ResponsePdu> {
  const command = responseName(pdu.command);
  try {
    const delivery = readDelivery(pdu, settings);
    if (delivery.kind === 'receipt') await events.onReceipt(delivery.receipt);
    else if (delivery.kind === 'inbound') await events.onInbound(delivery.inbound);
    else await events.onDoubtful(delivery.receipt, delivery.inbound);
    return { command };
  } catch (error) {
    onFailure(error);
    return { command, status: statusCode('ESME_RX_T_APPN') };
  }
}

export function readDelivery(pdu: DeliveryPdu, settings: DeliverySettings): ReadDelivery {
  if (isMarked(pdu)) return { kind: 'receipt', receipt: readReceipt(pdu, settings) };
  const { octets, alphabet, concatenation } = readContent(pdu, settings.alphabet);
  const [sender, recipient] = [sourceOf(pdu, settings.country), destinationOf(pdu, settings.country)];
  const part = concatenation && partOf(concatenation);
  const inbound = { sender, recipient, octets, alphabet, concatenation: part };
  if (!settings.unflaggedReceipts || typeOf(pdu) !== ORDINARY || concatenation) return { kind: 'inbound', inbound };
  const text = receiptTextOf(pdu);
  const fields = readReceiptText(text);
  // An unmarked receipt must come from the number that its message went to; the network fills in that number.
  const named = [numberNamed(sourceOf(pdu)), numberNamed(sender)].filter((number) => number !== undefined);
  if (named.length === 0 || !looksLikeReceipt(fields)) return { kind: 'inbound', inbound };
  return { kind: 'doubtful', receipt: receipt(pdu, fields, text, new Set(named), settings), inbound };
}

const typeOf = (pdu: DeliveryPdu): number => pdu.esm_class & MESSAGE_TYPE;

/** Marks that a phone cannot write: the message type, or the two parameters that only receipts have. */
function isMarked(pdu: DeliveryPdu): boolean {
  const type = typeOf(pdu);
  if (type === SMSC_RECEIPT || type === INTERMEDIATE) return true;
  const { receipted_message_id: id, message_state: state } = pdu.tlvs;
  return type === ORDINARY && id !== undefined && state !== undefined;
}

function readReceipt(pdu: DeliveryPdu, settings: DeliverySettings): ReceiptEvent {
  const { country } = settings;
  const text = receiptTextOf(pdu);
  const plain = { source: sourceOf(pdu), destination: destinationOf(pdu) };
  const resolved = { source: sourceOf(pdu, country), destination: destinationOf(pdu, country) };
  // A national number may be of the carrier's country, or of the destination's.
  const numbers = new Set([...numbersNamed(plain), ...numbersNamed(resolved)]);
  return receipt(pdu, readReceiptText(text), text, numbers, settings);
}

/** Strict, because the text may be an inbound message: id, a known state, and a field that only machines write. */
function looksLikeReceipt({ id, stat, sub, dlvrd, submitDate, doneDate }: ReceiptText): boolean {
  const isByMachine = (sub ?? dlvrd ?? submitDate ?? doneDate) !== undefined;
  return id !== undefined && stateNamed(stat) !== undefined && isByMachine;
}

function receipt(
  pdu: DeliveryPdu,
  fields: ReceiptText,
  text: string,
  numbers: ReadonlySet<string>,
  { ids }: DeliverySettings,
): ReceiptEvent {
  const messageId = possibleId(pdu.tlvs.receipted_message_id?.trim() || fields.id);
  const state = MESSAGE_STATES[pdu.tlvs.message_state ?? -1] ?? stateNamed(fields.stat);
  return {
    keys: messageId === undefined ? [] : receiptKeys(messageId, ids),
    outcome: outcome(state, typeOf(pdu) === INTERMEDIATE),
    destination: destinationNamed(pdu),
    numbers: [...numbers],
    error: readNetworkError(pdu.tlvs.network_error_code) ?? fields.err?.slice(0, MOST_ERROR),
    text,
  };
}

const MOST_ERROR = 40;

/**
 * The answer to a submit cannot hold a longer id, so such a receipt matches nothing. It is stored without its id: an id too long for
 * an index would fail the whole set, every time the SMSC repeats the receipt.
 */
const possibleId = (id: string | undefined): string | undefined =>
  id && id.length < MAX_READ_CSTRING ? id : undefined;

/** A receipt comes from the number that the message went to. Some SMSCs do not swap the addresses, which a sender that is a name shows. */
function destinationNamed(pdu: DeliveryPdu): string {
  const [source, destination] = [sourceOf(pdu), destinationOf(pdu)];
  return isNumber(source) || !isNumber(destination) ? source : destination;
}

const isNumber = (address: string): boolean => /^\+\d+$/.test(address);

/**
 * An unknown state changes nothing: the message ends by the sweep for missing receipts. An intermediate notification is about one
 * attempt: its failure is not final, since the SMSC tries again; its success is.
 */
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

/** 8-bit, 16-bit and `sar` references are separate ranges: the same number of another kind is another text. */
const FIRST_REFERENCE = { udh8: 0, udh16: 0x1_0000, sar: 0x2_0000 } as const;

function partOf({ kind, reference, total, part }: Concatenation): NonNullable<InboundEvent['concatenation']> {
  return { reference: FIRST_REFERENCE[kind] + reference, total, part };
}

const sourceOf = (pdu: DeliveryPdu, country?: string): string =>
  fromWire({ ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr }, country);

const destinationOf = (pdu: DeliveryPdu, country?: string): string =>
  fromWire({ ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr }, country);
