import { Type } from '../../../base/type.ts';
import { named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const uuidOrNull = (description: string) => Type.Union([uuid(), Type.Null()], { description });
const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: the same mail had been taken before; dropped: nothing to send or no valid key; rejected: by its From address or form; error: its author was told what is wrong',
});

const listed = {
  emailId: uuid(),
  receivedAt: time('When it came'),
  via: Type.Enum(['SMTP', 'IMAP']),
  peer: textOrNull('Address of the client'),
  envelopeFrom: Type.String({
    description: 'Empty: a bounce or another automatic mail, or a mailbox that does not say',
  }),
  from: textOrNull('The address in its From header'),
  messageId: textOrNull('Its Message-ID'),
  subject: Type.String(),
  outcome,
  reason: textOrNull('Why, unless it was sent'),
  accountId: uuidOrNull('Whose key it held; null: no valid one'),
  messageIds: Type.Array(uuid(), { description: 'The SMS it has sent' }),
  size: Type.Integer({ description: 'Bytes' }),
  count: Type.Integer({
    description: 'How many e-mails this one stands for: more than 1 where not all of an hour are listed',
  }),
};

export const EmailDetails = named(
  'EmailDetails',
  {
    ...listed,
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    tags: Type.Optional(anything('What was read; of the key only its beginning')),
    proof: Type.Optional(anything('Whose mail it is: SPF, DKIM, alignment, or a trusted relay')),
    text: Type.Optional(textOrNull('Key masked; kept for a few days')),
  },
  { description: 'Headers, tags, proof and text only when one e-mail is asked for' },
);

export const EmailPage = named('EmailPage', { emails: Type.Array(Type.Ref('EmailDetails')), nextCursor });

export const EmailQuery = Type.Object({
  ...paging,
  ...range,
  accountId: Type.Optional(uuid('Of one account only')),
  outcome: Type.Optional(outcome),
  author: Type.Optional(Type.String({ maxLength: 320, description: 'The address in the From header' })),
});

const state = Type.Enum(['waiting', 'kept', 'sent', 'given up'], { description: 'kept: there is no relay to send it' });
const kind = Type.Enum(['sender code', 'email2sms error']);

export const MailDetails = named('MailDetails', {
  mailId: uuid(),
  accountId: uuid(),
  kind,
  subjectId: uuid('The sender or the e-mail that it is about'),
  recipient: Type.String(),
  subject: Type.String(),
  state,
  attempts: Type.Integer(),
  error: textOrNull('Why the last attempt failed'),
  createdAt: time('When it was written'),
  endedAt: Type.Union([time('When it was sent, kept or given up'), Type.Null()]),
  body: Type.Optional(
    Type.String({ description: 'Only when one mail is asked for; that of a code is erased after an hour' }),
  ),
});

export const MailPage = named('MailPage', { mails: Type.Array(Type.Ref('MailDetails')), nextCursor });

export const MailQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Of one account only')),
  state: Type.Optional(state),
  kind: Type.Optional(kind),
  subjectId: Type.Optional(uuid('About one sender or e-mail only')),
});

export const emailSchemas = [EmailDetails, EmailPage, MailDetails, MailPage];
