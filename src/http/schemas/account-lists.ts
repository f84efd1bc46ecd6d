import { Type } from '../../base/type.ts';
import { entryKinds } from '../../store/account/ledger-entries.ts';
import { named, paging, range, time, uuid } from './fields.ts';

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });
const sought = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));
const nextCursor = Type.Optional(
  Type.String({ description: 'Absent on the last page; a filtered page may be short, even empty, and still have one' }),
);
const page = { ...range, ...paging };

export const Inbound = named('Inbound', {
  inboundId: uuid(),
  senderId: Type.Union([uuid(), Type.Null()], { description: 'The sender of the account it was sent to' }),
  sender: Type.String({ description: 'The phone that sent it' }),
  recipient: Type.String({ description: 'The number or name it was sent to' }),
  text: Type.String(),
  complete: Type.Boolean({ description: 'false: parts of it never came' }),
  receivedAt: time('When it came'),
});
export const InboundList = named('InboundList', { inbound: Type.Array(Type.Ref('Inbound')), nextCursor });
export const InboundQuery = Type.Object({
  ...page,
  sender: sought('The phone that sent it'),
  recipient: sought('The number or name it was sent to'),
});

const kind = Type.Enum([...entryKinds]);

export const LedgerLine = named('LedgerLine', {
  entryId: uuid(),
  kind,
  amount: Type.Number({ description: 'Negative if it was taken from the balance' }),
  messageId: Type.Optional(uuid('The message that was refunded')),
  at: time('When'),
});
export const LedgerLines = named('LedgerLines', { entries: Type.Array(Type.Ref('LedgerLine')), nextCursor });
export const LedgerLinesQuery = Type.Object({ ...page, kind: Type.Optional(kind) });

const outcome = Type.Enum(['sent', 'repeated', 'dropped', 'rejected', 'error'], {
  description:
    'sent; repeated: the same mail had been taken before; dropped: nothing to send; rejected: by its From address or form; error: its author was told what is wrong',
});

export const Email = named(
  'Email',
  {
    emailId: uuid(),
    receivedAt: time('When it came'),
    via: Type.Enum(['SMTP', 'IMAP']),
    envelopeFrom: Type.String({ description: 'Empty: an automatic mail, or a mailbox that does not say' }),
    from: orNull('The address in its From header'),
    messageId: orNull('Its Message-ID'),
    subject: Type.String(),
    outcome,
    reason: orNull('Why, unless it was sent'),
    messageIds: Type.Array(uuid(), { description: 'The SMS it has sent' }),
    size: Type.Integer({ description: 'Bytes' }),
    count: Type.Integer({
      description: 'How many e-mails this one stands for: more than 1 where not all of an hour are listed',
    }),
    headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    tags: Type.Optional(anything('What was read; of the key only its beginning')),
    proof: Type.Optional(anything('Whose mail it is: SPF, DKIM, alignment, or a trusted relay')),
    text: Type.Optional(orNull('As it was decoded, key masked; kept for a few days')),
  },
  { description: 'Headers, tags, proof and text only when one e-mail is asked for' },
);
export const EmailList = named('EmailList', { emails: Type.Array(Type.Ref('Email')), nextCursor });
export const EmailListQuery = Type.Object({
  ...page,
  outcome: Type.Optional(outcome),
  author: Type.Optional(Type.String({ maxLength: 320, description: 'The address in the From header' })),
});

export const accountListSchemas = [Inbound, InboundList, LedgerLine, LedgerLines, Email, EmailList];
