import type { PlainKey } from '../../texts/catalogue.ts';
import type { Sender } from './reading.ts';

/** What a status means to a customer or an operator, and the next step. */
export function statusText({ status, isNumber, blocked }: Sender, isOperator: boolean): PlainKey {
  if (blocked) return isOperator ? 'senders.blockedOperator' : 'senders.blockedCustomer';
  if (status === 'Pending') return isOperator ? 'senders.pendingOperator' : 'senders.pendingCustomer';
  if (status === 'Confirmation Pending') return isNumber ? 'senders.codeBySms' : 'senders.codeByMail';
  return status === 'Confirmed' ? 'senders.confirmed' : 'senders.rejected';
}

/** A name waits for the operator; so does what was given too many wrong codes. */
export function canApprove({ status, blocked }: Sender): boolean {
  return status === 'Pending' || blocked === true;
}
