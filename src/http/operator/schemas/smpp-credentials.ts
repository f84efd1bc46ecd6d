import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { closed, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const systemId = Type.String({
  pattern: patterns.systemId,
  description: 'The name to bind with; nobody else has it, or ever had it',
  examples: ['corner-shop'],
});
const label = Type.String({ maxLength: 100, pattern: patterns.text, description: 'What it is for' });
const allowedRanges = Type.Array(Type.String({ maxLength: 50, examples: ['192.0.2.0/24'] }), {
  maxItems: 100,
  description: 'Addresses and ranges (CIDR) from which it may be used; none: from any',
});
const maxBinds = Type.Integer({ minimum: 1, maximum: 1000, description: 'Binds at the same time, over all processes' });
const window = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description: 'Requests that may be unanswered on one bind, in each direction',
});
const rate = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
  description: 'Requests a second over all binds; null: as many as the service allows a key in each process',
});
const alphabet = Type.Enum(['auto', 'gsm', 'packed', 'latin1'], {
  description:
    'What data_coding 0 means in a submit. auto (default): GSM 03.38 with a septet in each octet, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: GSM 03.38, packed; latin1: always ISO 8859-1',
});
const receiptBinds = Type.Enum(['own', 'account'], {
  description:
    'Which binds get receipts of messages that were submitted with it: its own (default), or any bind of the account if it has none',
});
const latin1Warning = Type.Union(
  [
    Type.Object({
      texts: Type.Integer({ description: 'How many on the day (UTC) of the last one' }),
      lastAt: time('When the last one was submitted'),
    }),
    Type.Null(),
  ],
  {
    description:
      'Texts with data_coding 0 that were read as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should send data_coding 3',
  },
);
const country = Type.Union([Type.String({ pattern: patterns.country }), Type.Null()], {
  description: 'Whose numbers are meant by those that are marked as national; null: such numbers are refused',
});
const longInbound = Type.Enum(['parts', 'payload'], {
  description:
    'How inbound messages that are too long for one deliver_sm come: in parts with a header, or whole in message_payload',
});
const expiresAt = Type.Union([time('From when on it is not valid'), Type.Null()], {
  description: 'From when on it is not valid; null: never',
});
const maybe = (description: string) => Type.Union([time(description), Type.Null()], { description });

const shown = {
  credentialId: uuid(),
  accountId: uuid(),
  systemId,
  label,
  allowedRanges,
  maxBinds,
  window,
  rate,
  alphabet,
  country,
  longInbound,
  receiptBinds,
  latin1Warning,
  createdAt: time('When it was issued'),
  lastUsedAt: maybe('When somebody was last bound with it, some seconds behind; null: nobody yet'),
  expiresAt,
  revokedAt: maybe('When it was revoked'),
  previousUntil: maybe('Until when the password before the last rotation still counts'),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const SmppCredential = named('SmppCredential', shown);

export const SmppCredentialIssued = named('SmppCredentialIssued', {
  password: Type.String({ description: 'Eight characters. They are shown here and never again' }),
  ...shown,
});

export const SmppCredentialPage = named('SmppCredentialPage', {
  smppCredentials: Type.Array(Type.Ref('SmppCredential')),
  nextCursor,
});

const fields = {
  label: Type.Optional(label),
  allowedRanges: Type.Optional(allowedRanges),
  maxBinds: Type.Optional(maxBinds),
  window: Type.Optional(window),
  rate: Type.Optional(rate),
  alphabet: Type.Optional(alphabet),
  country: Type.Optional(country),
  longInbound: Type.Optional(longInbound),
  receiptBinds: Type.Optional(receiptBinds),
  expiresAt: Type.Optional(expiresAt),
};

export const NewSmppCredential = closed({ systemId: Type.Optional(systemId), ...fields });

export const SmppCredentialChange = closed(fields, { minProperties: 1 });

export const SmppCredentialQuery = Type.Object({
  ...paging,
  systemId: Type.Optional(Type.String({ pattern: patterns.systemId, description: 'The one with this name' })),
});

export const smppCredentialSchemas = [SmppCredential, SmppCredentialIssued, SmppCredentialPage];
