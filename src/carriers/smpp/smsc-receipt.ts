import { userData } from '../../smpp/protocol/content.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import type { Tlvs } from '../../smpp/protocol/tlv.ts';
import { MESSAGE_STATES, OUTCOMES, type ReceiptState } from './receipt-states.ts';
import type { Accepted, SmscOptions } from './smsc-options.ts';

/** SMPP 3.4, appendix B. */
const SEVEN_LETTERS: Readonly<Record<ReceiptState, string>> = {
  SCHEDULED: 'SCHEDLD',
  ENROUTE: 'ENROUTE',
  DELIVERED: 'DELIVRD',
  EXPIRED: 'EXPIRED',
  DELETED: 'DELETED',
  UNDELIVERABLE: 'UNDELIV',
  ACCEPTED: 'ACCEPTD',
  UNKNOWN: 'UNKNOWN',
  REJECTED: 'REJECTD',
  SKIPPED: 'SKIPPED',
};

const SMSC_RECEIPT = 0x04;
const GSM_NETWORK = 3;
const UNDELIVERED_ERROR = 1;

/** Back to where the message came from, as a real SMSC does: the addresses change places. */
export function receiptPdu(message: Accepted, form: SmscOptions['receiptForm'], now: Date): PduInput<'deliver_sm'> {
  const { submit } = message;
  return {
    command: 'deliver_sm',
    source_addr_ton: submit.dest_addr_ton,
    source_addr_npi: submit.dest_addr_npi,
    source_addr: submit.destination_addr,
    dest_addr_ton: submit.source_addr_ton,
    dest_addr_npi: submit.source_addr_npi,
    destination_addr: submit.source_addr,
    esm_class: SMSC_RECEIPT,
    short_message: Buffer.from(form === 'parameters' ? '' : receiptText(message, now), 'latin1'),
    ...(form === 'text' ? {} : { tlvs: receiptTlvs(message) }),
  };
}

function receiptText({ receiptId, submit, submitted, state }: Accepted, now: Date): string {
  const isDelivered = state === 'DELIVERED';
  const quoted = userData(submit)
    .body.toString('latin1', 0, 20)
    .replace(/[^ -~]/g, '.');
  return (
    `id:${receiptId} sub:001 dlvrd:00${isDelivered ? 1 : 0} submit date:${minutes(submitted)} done date:${minutes(now)} ` +
    `stat:${SEVEN_LETTERS[state]} err:${isFailure(state) ? '001' : '000'} text:${quoted}`
  );
}

function receiptTlvs({ receiptId, state }: Accepted): Tlvs {
  const tlvs = { receipted_message_id: receiptId, message_state: MESSAGE_STATES.indexOf(state) };
  return isFailure(state) ? { ...tlvs, network_error_code: Buffer.from([GSM_NETWORK, 0, UNDELIVERED_ERROR]) } : tlvs;
}

const isFailure = (state: ReceiptState): boolean => OUTCOMES[state] === 'failed' || OUTCOMES[state] === 'rejected';

/** YYMMDDhhmm. */
const minutes = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(2, 12);
