import { OUTCOMES } from '../../src/carriers/smpp/receipt.ts';
import { addressFields, destinationIn, sourceIn } from '../../src/smpp/protocol/address.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { receiptText, receiptTlvs, SMSC_RECEIPT } from '../../src/smpp/protocol/receipt.ts';
import { userData } from '../../src/smpp/protocol/user-data.ts';
import type { Accepted, SmscOptions } from './options.ts';

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
