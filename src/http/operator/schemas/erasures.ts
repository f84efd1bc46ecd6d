import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { closed, named } from '../../schemas/fields.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ErasureRequest = closed({
  phoneNumber: Type.String({
    pattern: patterns.phoneNumber,
    description: 'E.164, with its leading +',
    examples: ['+38640123456'],
  }),
});

export const Erased = named('Erased', {
  cancelled: count('Scheduled messages to the number: cancelled and given back'),
  messages: count('Messages whose destination was erased'),
  texts: count('Requests whose text was erased, or the number in it'),
  inboundMessages: count('Messages from the number, erased with their text, or that named it'),
  receipts: count('Receipts that nobody was waiting for: removed'),
  webhooks: count('Events that held the number; those not delivered yet never will be'),
  webhookAttempts: count('Attempts whose answer held the number'),
  answers: count('Stored answers to requests with an Idempotency-Key'),
  emails: count('E-mails that came in and named the number'),
  mails: count('E-mails of ours that held the number'),
  senders: count('Deleted senders'),
  senderCodes: count('Codes that were sent to the number: removed'),
  optOuts: count('Opt-outs of the number: only a keyed hash is left of it, by which it stays opted out'),
  verifications: count('Verification codes that were sent to the number: removed'),
});
