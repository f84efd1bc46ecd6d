import { Type } from '../../../base/type.ts';
import { named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const uuidOrNull = (description: string) => Type.Union([uuid(), Type.Null()], { description });
const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send, or no valid key; rejected: because of its From address or format; error: the author was notified of the error by e-mail',
});

const listed = {
  emailId: uuid(),
  receivedAt: time('Time of receipt'),
  via: Type.Enum(['SMTP', 'IMAP']),
  peer: textOrNull('IP address of the client'),
  envelopeFrom: Type.String({
    description: 'Envelope sender; empty for bounces, other automatic e-mails and mailboxes that do not report it',
  }),
  from: textOrNull('Address in the From header'),
  messageId: textOrNull('Message-ID header'),
  subject: Type.String(),
  outcome,
  reason: textOrNull('Reason, unless the outcome is sent'),
  accountId: uuidOrNull('Account of the key in the e-mail; null without a valid key'),
  messageIds: Type.Array(uuid(), { description: 'Messages sent by the e-mail' }),
  size: Type.Integer({ description: 'Size in bytes' }),
  count: Type.Integer({
    description: 'Number of similar e-mails that this entry represents; more than 1 if not all of an hour were stored',
  }),
};

export const EmailDetails = named(
  'EmailDetails',
  {
    ...listed,
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    tags: Type.Optional(anything('Tags read from the text; the key is shortened to its prefix')),
    proof: Type.Optional(anything('Authentication of the author: SPF, DKIM, alignment, or a trusted relay')),
    text: Type.Optional(textOrNull('Decoded text with the key masked; kept for a few days')),
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
  error: textOrNull('Error of the last attempt'),
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
