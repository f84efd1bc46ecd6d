import type { Status } from '../../domain/message/message.ts';
import type { ReceiptFacts } from '../../store/message/receipt-facts.ts';
import { toWire } from '../protocol/address.ts';
import { codingFor, type DefaultAlphabet } from '../protocol/coding.ts';
import type { Tlvs } from '../protocol/tlv.ts';
import type { DeliverSm } from './bind.ts';

/** How whoever bound wants to be told. */
export type Manner = {
  /** Of SMPP, as it bound: 0x33, 0x34 or 0x50. */
  readonly version: number;
  readonly alphabet: DefaultAlphabet;
};

/** Message states by SMPP 3.4, 5.2.28 and appendix B. SENT is the only one that is not the end; UNKNOWN may still become another. */
const words: Readonly<Record<Status, readonly [state: number, stat: string]>> = {
  ACCEPTED: [1, 'ENROUTE'],
  SCHEDULED: [1, 'ENROUTE'],
  SENT: [1, 'ENROUTE'],
  DELIVERED: [2, 'DELIVRD'],
  FAILED: [5, 'UNDELIV'],
  REJECTED: [8, 'REJECTD'],
  UNKNOWN: [7, 'UNKNOWN'],
  CANCELLED: [4, 'DELETED'],
};

const smscReceipt = 0x04;
const intermediate = 0x20;
const gsmNetwork = 3;
/** From this version on, there are optional parameters. */
const withParameters = 0x34;

/** Back to where the message came from: the addresses change places. */
export function receiptPdu(
  messageId: string,
  status: Status,
  facts: ReceiptFacts,
  { version, alphabet }: Manner,
): DeliverSm {
  const [source, destination] = [toWire(facts.destination), toWire(facts.sender)];
  const coding = codingFor('GSM-7', '', alphabet);
  const code = errorCode(facts.reason);
  return {
    command: 'deliver_sm',
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
    esm_class: status === 'SENT' && version >= withParameters ? intermediate : smscReceipt,
    data_coding: coding.dataCoding,
    short_message: coding.write(receiptText(messageId, status, facts, code), 0),
    ...(version >= withParameters ? { tlvs: receiptTlvs(messageId, status, code) } : {}),
  };
}

/** SMPP 3.4, appendix B, with the times in UTC. */
function receiptText(messageId: string, status: Status, facts: ReceiptFacts, code: number | undefined): string {
  const delivered = status === 'DELIVERED' ? '001' : '000';
  const err = isFailure(status) && code !== undefined && code <= 999 ? String(code).padStart(3, '0') : '000';
  const [submitted, done] = [minutes(facts.acceptedAt), minutes(facts.stateAt)];
  return (
    `id:${messageId} sub:001 dlvrd:${delivered} submit date:${submitted} done date:${done} ` +
    `stat:${words[status][1]} err:${err} text:${plain(facts.text)}`
  );
}

function receiptTlvs(messageId: string, status: Status, code: number | undefined): Tlvs {
  const tlvs = { receipted_message_id: messageId, message_state: words[status][0] };
  if (!isFailure(status) || code === undefined || code > 0xffff) return tlvs;
  return { ...tlvs, network_error_code: Buffer.from([gsmNetwork, code >> 8, code & 0xff]) };
}

const isFailure = (status: Status): boolean => status === 'FAILED' || status === 'REJECTED';

/** What the carrier said, where it was a number. */
function errorCode(reason: string | undefined): number | undefined {
  const digits = /^carrier error (?:\d+:)*(\d{1,5})$/.exec(reason ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

let lastMinute = { number: Number.NaN, text: '' };

/** YYMMDDhhmm. Thousands of receipts a second are about the same minute. */
function minutes(time: Date): string {
  const number = Math.floor(time.getTime() / 60_000);
  if (number !== lastMinute.number) {
    lastMinute = { number, text: time.toISOString().replace(/\D/g, '').slice(2, 12) };
  }
  return lastMinute.text;
}

/** Only characters that are the same octet in ASCII and in the alphabet of GSM, whatever the customer takes the text for. */
const plain = (text: string): string => text.replace(/[^ -#%-?A-Za-z]/g, '.');
