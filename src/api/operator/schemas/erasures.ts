import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, named } from '../../schemas/fields.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ErasureRequest = closed({
  phoneNumber: Type.String({
    pattern: patterns.phoneNumber,
    description: 'Phone number in E.164 format with leading +',
    examples: ['+38640123456'],
  }),
});

export const Erased = named('Erased', {
  cancelled: count('Scheduled messages to the number that were cancelled and refunded'),
  messages: count('Messages whose destination was erased'),
  texts: count('Send requests whose text, or the number in it, was erased'),
  inboundMessages: count('Inbound messages from the number, or that contained it, whose text was erased'),
  receipts: count('Unmatched receipts that were deleted'),
  webhooks: count('Webhook events that contained the number; pending ones are not delivered any more'),
  webhookAttempts: count('Webhook attempts whose response contained the number'),
  answers: count('Stored responses to requests with an Idempotency-Key'),
  emails: count('Received e-mails that contained the number'),
  mails: count('Outgoing e-mails that contained the number'),
  senders: count('Deleted senders with the number'),
  senderCodes: count('Deleted sender verification codes sent to the number'),
  statistics: count('Deleted rows of the statistics by sender'),
  optOuts: count('Opt-outs of the number. Its keyed hash is kept, so it stays opted out'),
  verifications: count('Deleted verification codes sent to the number'),
});
