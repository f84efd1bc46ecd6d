import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, named, nextCursor, nullableTime, optional, paging, time, uuid } from '../../schemas/fields.ts';

const systemId = Type.String({
  pattern: patterns.systemId,
  description: 'system_id of the bind; unique, and never reused',
  examples: ['corner-shop'],
});
const settings = {
  label: Type.String({ maxLength: 100, pattern: patterns.text, description: 'Purpose of the credential' }),
  allowedRanges: Type.Array(Type.String({ maxLength: 50, examples: ['192.0.2.0/24'] }), {
    maxItems: 100,
    description: 'IP addresses and CIDR ranges that may bind; empty: any address',
  }),
  maxBinds: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of concurrent binds, over all processes',
  }),
  window: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of requests without a response per bind and direction',
  }),
  rate: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
    description: 'Requests per second over all binds; null: the rate limit of a key, per process',
  }),
  alphabet: Type.Enum(['auto', 'gsm', 'packed', 'latin1'], {
    description:
      'Meaning of data_coding 0 in a submit. auto (default): unpacked GSM 03.38, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: packed GSM 03.38; latin1: always ISO 8859-1',
  }),
  country: Type.Union([Type.String({ pattern: patterns.country }), Type.Null()], {
    description: 'Country of numbers with national type of number; null: such numbers are refused',
  }),
  longInbound: Type.Enum(['parts', 'payload'], {
    description:
      'Format of inbound messages that are too long for one deliver_sm: parts with a user data header, or payload: message_payload',
  }),
  receiptBinds: Type.Enum(['own', 'account'], {
    description:
      'Binds that get the receipts of submitted messages: own (default), or account: any bind of the account if the credential has none',
  }),
};
const latin1Warning = Type.Union(
  [
    Type.Object({
      texts: Type.Integer({ description: 'Number of such texts on the day (UTC) of the last one' }),
      lastAt: time('Time of the last such text'),
    }),
    Type.Null(),
  ],
  {
    description:
      'Texts with data_coding 0 that were decoded as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should use data_coding 3',
  },
);
const expiresAt = Type.Union([time('Expiry time'), Type.Null()], {
  description: 'Expiry time; null: never',
});

const shown = {
  credentialId: uuid(),
  accountId: uuid(),
  systemId,
  ...settings,
  latin1Warning,
  createdAt: time('Time of issue'),
  lastUsedAt: nullableTime('Time of the last use by a bind, up to a few seconds old; null: never used'),
  expiresAt,
  revokedAt: nullableTime('Time of revocation'),
  previousUntil: nullableTime('End of validity of the password before the last rotation'),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const SmppCredential = named('SmppCredential', shown);

export const SmppCredentialIssued = named('SmppCredentialIssued', {
  password: Type.String({ description: 'Password, eight characters; shown only once' }),
  ...shown,
});

export const SmppCredentialPage = named('SmppCredentialPage', {
  smppCredentials: Type.Array(Type.Ref('SmppCredential')),
  nextCursor,
});

const fields = optional({ ...settings, expiresAt });

export const NewSmppCredential = closed({ systemId: Type.Optional(systemId), ...fields });

export const SmppCredentialChange = closed(fields, { minProperties: 1 });

export const SmppCredentialQuery = Type.Object({
  ...paging,
  systemId: Type.Optional(
    Type.String({ pattern: patterns.systemId, description: 'Only the credential with this system_id' }),
  ),
});

export const smppCredentialSchemas = [SmppCredential, SmppCredentialIssued, SmppCredentialPage];
