import { Type } from '../../base/type.ts';
import { entryKinds } from '../../store/account/ledger-entries.ts';
import { filteredCursor, named, orNull, paging, range, time, uuid } from './fields.ts';

const textOrNull = (description: string) => orNull(Type.String(), description);
const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });
const sought = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));
const page = { ...range, ...paging };

export const Inbound = named('Inbound', {
  inboundId: uuid(),
  senderId: orNull(uuid(), 'Sender of the account that received the message'),
  sender: Type.String({ description: 'Phone number of the author' }),
  recipient: Type.String({ description: 'Number or name that the message was sent to' }),
  text: Type.String(),
  complete: Type.Boolean({ description: 'false if parts are missing' }),
  receivedAt: time('Time of receipt'),
});
export const InboundList = named('InboundList', {
  inbound: Type.Array(Type.Ref('Inbound')),
  nextCursor: filteredCursor,
});
export const InboundQuery = Type.Object({
  ...page,
  sender: sought('Phone number of the author'),
  recipient: sought('Number or name that the message was sent to'),
});

const kind = Type.Enum([...entryKinds]);

export const LedgerLine = named('LedgerLine', {
  entryId: uuid(),
  kind,
  amount: Type.Number({ description: 'Amount in the currency of the account; negative for a charge' }),
  messageId: Type.Optional(uuid('Refunded message')),
  at: time('Time of the transaction'),
});
export const LedgerLines = named('LedgerLines', {
  entries: Type.Array(Type.Ref('LedgerLine')),
  nextCursor: filteredCursor,
});
export const LedgerLinesQuery = Type.Object({ ...page, kind: Type.Optional(kind) });

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: a duplicate of an earlier e-mail; dropped: nothing to send; rejected: because of its From address or format; error: the author was notified of the error by e-mail',
});

export const Email = named(
  'Email',
  {
    emailId: uuid(),
    receivedAt: time('Time of receipt'),
    via: Type.Enum(['SMTP', 'IMAP']),
    envelopeFrom: Type.String({
      description: 'Envelope sender; empty for automatic e-mails and mailboxes that do not report it',
    }),
    from: textOrNull('Address in the From header'),
    messageId: textOrNull('Message-ID header'),
    subject: Type.String(),
    outcome,
    reason: textOrNull('Reason, unless the outcome is sent'),
    messageIds: Type.Array(uuid(), { description: 'Messages sent by the e-mail' }),
    size: Type.Integer({ description: 'Size in bytes' }),
    count: Type.Integer({
      description:
        'Number of similar e-mails that this entry represents; more than 1 if not all of an hour were stored',
    }),
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    tags: Type.Optional(anything('Tags read from the text; the key is shortened to its prefix')),
    proof: Type.Optional(anything('Authentication of the author: SPF, DKIM, alignment, or a trusted relay')),
    text: Type.Optional(textOrNull('Decoded text with the key masked; kept for a few days')),
  },
  { description: 'headers, tags, proof and text are present only when a single e-mail is retrieved' },
);
export const EmailList = named('EmailList', { emails: Type.Array(Type.Ref('Email')), nextCursor: filteredCursor });
export const EmailListQuery = Type.Object({
  ...page,
  outcome: Type.Optional(outcome),
  author: Type.Optional(Type.String({ maxLength: 320, description: 'Address in the From header' })),
});

export const accountListSchemas = [Inbound, InboundList, LedgerLine, LedgerLines, Email, EmailList];
