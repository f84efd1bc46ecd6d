import { Type } from '../../../base/type.ts';
import { Email } from '../../customer/account.ts';
import { named, nextCursor, orNull, paging, range, time, uuid } from '../../schemas/fields.ts';

type Names = keyof typeof Email.properties;
const same = <Name extends Names>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, Email.properties[name]])) as Pick<typeof Email.properties, Name>;

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send, or no valid key; rejected: because of its From address or format; error: the author was notified of the error by e-mail',
});

export const EmailDetails = named(
  'EmailDetails',
  {
    ...same('emailId', 'receivedAt', 'via'),
    peer: orNull(Type.String(), 'IP address of the client'),
    envelopeFrom: Type.String({
      description: 'Envelope sender; empty for bounces, other automatic e-mails and mailboxes that do not report it',
    }),
    ...same('from', 'messageId', 'subject'),
    outcome,
    ...same('reason'),
    accountId: Type.Union([uuid(), Type.Null()], {
      description: 'Account of the key in the e-mail; null without a valid key',
    }),
    ...same('messageIds', 'size', 'count', 'headers', 'tags', 'proof', 'text'),
  },
  { description: 'headers, tags, proof and text are present only when a single e-mail is retrieved' },
);

export const EmailPage = named('EmailPage', { emails: Type.Array(Type.Ref('EmailDetails')), nextCursor });

export const EmailQuery = Type.Object({
  ...paging,
  ...range,
  accountId: Type.Optional(uuid('Only this account')),
  outcome: Type.Optional(outcome),
  author: Type.Optional(Type.String({ maxLength: 320, description: 'Address in the From header' })),
});

const state = Type.Enum(['waiting', 'kept', 'sent', 'given up'], {
  description: 'kept: not sent, because no relay is configured',
});
const kind = Type.Enum(['sender code', 'email2sms error']);

export const MailDetails = named('MailDetails', {
  mailId: uuid(),
  accountId: uuid(),
  kind,
  subjectId: uuid('Sender or received e-mail that the e-mail is about'),
  recipient: Type.String(),
  subject: Type.String(),
  state,
  attempts: Type.Integer(),
  error: orNull(Type.String(), 'Error of the last attempt'),
  createdAt: time('Time of creation'),
  endedAt: Type.Union([time('Time at which it was sent, kept or given up'), Type.Null()]),
  body: Type.Optional(
    Type.String({
      description: 'Text; only when a single e-mail is retrieved. A text with a code is erased after an hour',
    }),
  ),
});

export const MailPage = named('MailPage', { mails: Type.Array(Type.Ref('MailDetails')), nextCursor });

export const MailQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Only this account')),
  state: Type.Optional(state),
  kind: Type.Optional(kind),
  subjectId: Type.Optional(uuid('Only this sender or received e-mail')),
});

export const emailSchemas = [EmailDetails, EmailPage, MailDetails, MailPage];
