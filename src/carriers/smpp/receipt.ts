import { readText } from '../../domain/alphabet.ts';
import type { ReceiptOutcome } from '../carrier.ts';
import { fromWire } from './address.ts';
import type { DefaultAlphabet } from './coding.ts';
import { type Content, readContent, userData } from './content.ts';
import { MAX_READ_CSTRING, type Pdu } from './pdu.ts';
import { type ReceiptText, readReceiptText } from './receipt-text.ts';

export type ReceiptState =
  | 'SCHEDULED'
  | 'ENROUTE'
  | 'DELIVERED'
  | 'EXPIRED'
  | 'DELETED'
  | 'UNDELIVERABLE'
  | 'ACCEPTED'
  | 'UNKNOWN'
  | 'REJECTED'
  | 'SKIPPED';

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

/** The message_state parameter (SMPP 3.4, section 5.2.28; 0 and 9 are from 5.0). */
export const MESSAGE_STATES: readonly ReceiptState[] = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
  'SKIPPED',
];

/** `stat:` in the spellings that SMSCs use: the specification's seven letters, cut to six, written out, or as a number. */
const STATES: Readonly<Record<string, ReceiptState>> = {
  ...Object.fromEntries(MESSAGE_STATES.map((state, number) => [String(number), state])),
  ...spelled('SCHEDULED', 'SCHEDLD SCHEDULED SCHEDUL SCHEDL SCHED'),
  ...spelled('ENROUTE', 'ENROUTE ENROUT EN_ROUTE ENRT BUFFERED BUFFRED BUFFERD QUEUED'),
  ...spelled('DELIVERED', 'DELIVRD DELIVERED DELIVERD DELIVERE DELIVER DELIVR DELIVE DELIVED DLVRD'),
  ...spelled('EXPIRED', 'EXPIRED EXPIRD EXPIRE EXPRD'),
  ...spelled('DELETED', 'DELETED DELETD DELETE CANCELED CANCELLED'),
  ...spelled('UNDELIVERABLE', 'UNDELIV UNDELIVERABLE UNDELIVERED UNDELIVRD UNDELVD UNDELIVERD UNDELI UNDELV FAILED'),
  ...spelled('ACCEPTED', 'ACCEPTD ACCEPTED ACCEPT ACCEPTE ACKED'),
  ...spelled('UNKNOWN', 'UNKNOWN UNKNOW UNKNWN UNKNOWS'),
  ...spelled('REJECTED', 'REJECTD REJECTED REJECT REJECTE REJCTD'),
  ...spelled('SKIPPED', 'SKIPPED SKIPPD'),
};

function spelled(state: ReceiptState, spellings: string): Record<string, ReceiptState> {
  return Object.fromEntries(spellings.split(' ').map((spelling) => [spelling, state]));
}

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
  readonly doneDate: string | undefined;
  /** For people who look at what could not be matched. */
  readonly text: string;
};

export type InboundPart = Content & { readonly sender: string; readonly recipient: string };

export type Delivery =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'inbound'; readonly part: InboundPart };

export type DeliverySettings = {
  readonly alphabet: DefaultAlphabet;
  /**
   * Whether a text that looks like a receipt is one although esm_class does not say so. Some SMSCs forget the flag; but
   * where people write to us, one of them can type such a text. Parameters cannot be typed and are always believed.
   */
  readonly unflaggedReceipts: boolean;
};

const MESSAGE_TYPE = 0x3c;
const SMSC_RECEIPT = 0x04;
const INTERMEDIATE = 0x20;

/** Tells what an SMSC delivered: the fate of a message of ours, or (a part of) a message to us. */
export function readDelivery(pdu: Pdu<'deliver_sm' | 'data_sm'>, settings: DeliverySettings): Delivery {
  const text = receiptTextOf(pdu);
  const fields = readReceiptText(text);
  if (isReceipt(pdu, fields, settings)) return { kind: 'receipt', receipt: receipt(pdu, fields, text) };
  return { kind: 'inbound', part: inboundPart(pdu, settings.alphabet) };
}

function isReceipt(pdu: Pdu<'deliver_sm' | 'data_sm'>, fields: ReceiptText, settings: DeliverySettings): boolean {
  const type = pdu.esm_class & MESSAGE_TYPE;
  if (type === SMSC_RECEIPT || type === INTERMEDIATE) return true;
  if (pdu.tlvs.receipted_message_id !== undefined && pdu.tlvs.message_state !== undefined) return true;
  // An acknowledgement by the phone (0x08, 0x10) is a receipt if it is written like one; otherwise it is somebody's text.
  return (type !== 0 || settings.unflaggedReceipts) && looksLikeReceipt(fields);
}

/** Strict, as it decides over a text that may be a person's: id, a known state, and one of the fields only machines write. */
function looksLikeReceipt({ id, stat, sub, dlvrd, submitDate, doneDate }: ReceiptText): boolean {
  const isByMachine = (sub ?? dlvrd ?? submitDate ?? doneDate) !== undefined;
  return id !== undefined && stateNamed(stat) !== undefined && isByMachine;
}

function stateNamed(stat: string | undefined): ReceiptState | undefined {
  const word = stat?.toUpperCase().match(/^["'(]?([A-Z_]+|\d)/)?.[1];
  return word === undefined ? undefined : STATES[word];
}

function receipt(pdu: Pdu<'deliver_sm' | 'data_sm'>, fields: ReceiptText, text: string): Receipt {
  const state = MESSAGE_STATES[pdu.tlvs.message_state ?? -1] ?? stateNamed(fields.stat);
  return {
    messageId: possibleId(pdu.tlvs.receipted_message_id?.trim() || fields.id),
    state,
    outcome: outcome(state, (pdu.esm_class & MESSAGE_TYPE) === INTERMEDIATE),
    error: networkError(pdu.tlvs.network_error_code) ?? fields.err,
    ...endsOf(pdu),
    doneDate: fields.doneDate,
    text,
  };
}

/**
 * No answer to a submit can have given a longer id, so such a receipt matches nothing. It is kept without: what is too long for an
 * index would be refused with all that came together with it, every time that the SMSC repeats it.
 */
const possibleId = (id: string | undefined): string | undefined =>
  id && id.length < MAX_READ_CSTRING ? id : undefined;

/** A receipt comes from the number that the message went to. Some SMSCs leave both as they were, which a sender's name gives away. */
function endsOf(pdu: Pdu<'deliver_sm' | 'data_sm'>): { destination: string; sender: string } {
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

/** One octet of network type, two of error: `3:34` for error 34 of a GSM network. */
function networkError(code: Buffer | undefined): string | undefined {
  return code === undefined ? undefined : `${code[0]}:${code.readUInt16BE(1)}`;
}

/**
 * Receipts are ASCII whatever data_coding says: read as GSM, the `_` in an id would become `§`. A few SMSCs do send
 * UCS-2, which shows in the zero octet before the first letter (a zero further in may be the `@` of a quoted GSM text).
 */
function receiptTextOf(pdu: Pdu<'deliver_sm' | 'data_sm'>): string {
  const { body } = userData(pdu);
  return readText(body, body[0] === 0 && body.length > 1 ? 'ucs2' : 'latin1')!;
}

function inboundPart(pdu: Pdu<'deliver_sm' | 'data_sm'>, alphabet: DefaultAlphabet): InboundPart {
  return { ...readContent(pdu, alphabet), sender: sourceOf(pdu), recipient: destinationOf(pdu) };
}

const sourceOf = (pdu: Pdu<'deliver_sm' | 'data_sm'>): string =>
  fromWire({ ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr });

const destinationOf = (pdu: Pdu<'deliver_sm' | 'data_sm'>): string =>
  fromWire({ ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr });
