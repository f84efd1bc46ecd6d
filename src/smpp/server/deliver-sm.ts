import type { InboundText } from '../../domain/inbound/parts.ts';
import type { State, Status } from '../../domain/message/message.ts';
import { isGsm } from '../../domain/text/gsm.ts';
import { split } from '../../domain/text/text.ts';
import type { ReceiptFacts } from '../../store/message/report-facts.ts';
import { addressFields, toWire } from '../protocol/fields.ts';
import type { PduInput } from '../protocol/pdu.ts';
import { INTERMEDIATE, type ReceiptState, receiptText, receiptTlvs, SMSC_RECEIPT } from '../protocol/receipt.ts';
import { buildParts, codingFor, type DefaultAlphabet } from '../protocol/text.ts';
import { referenceTag } from './submit-options.ts';

export type DeliverSm = PduInput<'deliver_sm'>;

/** How a customer's bind takes deliver_sm. */
export type DeliverFormat = {
  /** The SMPP version of the bind: 0x33, 0x34 or 0x50. */
  readonly version: number;
  readonly alphabet: DefaultAlphabet;
};

/** The first version with optional parameters. */
const withTlvs = 0x34;

/** The requests for one inbound message, in order. Its coding follows from its characters. */
export function inboundPdus(
  { sender, recipient, text }: InboundText,
  { version, alphabet }: DeliverFormat,
  long: 'parts' | 'payload',
  reference: number,
): DeliverSm[] {
  const addresses = addressFields(toWire(sender), toWire(recipient));
  const encoding = isGsm(text) ? 'GSM-7' : 'UCS-2';
  const multipart = long === 'payload' && version >= withTlvs ? 'payload' : 'udh8';
  const parts = buildParts({ parts: split(text, encoding), encoding, alphabet, multipart, reference });
  return parts.map((part) => ({ command: 'deliver_sm', ...addresses, ...part }));
}

/** The message state of SMPP. SENT is the only one in a receipt that is not final; UNKNOWN may still change. */
export const smppStates: Readonly<Record<State | Status, ReceiptState>> = {
  ACCEPTED: 'ENROUTE',
  SCHEDULED: 'ENROUTE',
  QUEUED: 'ENROUTE',
  SENT: 'ENROUTE',
  DELIVERED: 'DELIVERED',
  FAILED: 'UNDELIVERABLE',
  REJECTED: 'REJECTED',
  UNKNOWN: 'UNKNOWN',
  CANCELLED: 'DELETED',
};

/** A receipt goes back to the sender, so the addresses of the message are swapped. */
export function receiptPdu(
  messageId: string,
  status: Status,
  { destination, sender, reason, acceptedAt, stateAt, text, reference }: ReceiptFacts,
  { version, alphabet }: DeliverFormat,
): DeliverSm {
  const coding = codingFor('GSM-7', '', alphabet);
  const error = status === 'FAILED' || status === 'REJECTED' ? errorCode(reason) : undefined;
  const times = { submittedAt: acceptedAt, doneAt: stateAt };
  const receipt = { messageId, state: smppStates[status], ...times, error, text: plain(text) };
  return {
    command: 'deliver_sm',
    ...addressFields(toWire(destination), toWire(sender)),
    esm_class: status === 'SENT' && version >= withTlvs ? INTERMEDIATE : SMSC_RECEIPT,
    data_coding: coding.dataCoding,
    short_message: coding.write(receiptText(receipt), 0),
    ...(version >= withTlvs ? { tlvs: receiptTlvs(receipt) } : {}),
    ...(version >= withTlvs && reference !== undefined
      ? { rawTlvs: [{ tag: referenceTag, value: Buffer.from(reference) }] }
      : {}),
  };
}

/** The carrier's error, if it is a number. */
function errorCode(reason: string | undefined): number | undefined {
  const digits = /^carrier error (?:\d+:)*(\d{1,5})(?: |$)/.exec(reason ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Only characters with the same octet in ASCII and GSM, so that the receipt reads the same in both. */
const plain = (text: string): string => text.replace(/[^ -#%-?A-Za-z]/g, '.');
