import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, email, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const label = Type.String({
  maxLength: 100,
  pattern: patterns.text,
  description: 'Purpose of the key',
  examples: ['web shop'],
});
const allowedEmails = Type.Array(email('E-mail address'), {
  maxItems: 100,
  description: 'Addresses from which an e-mail may use the key, ignoring case; empty: any address',
});
const expiresAt = Type.Union([time('Expiry time'), Type.Null()], {
  description: 'Expiry time; null: never',
});
const maybe = (description: string) => Type.Union([time(description), Type.Null()], { description });

const shown = {
  keyId: uuid(),
  accountId: uuid(),
  prefix: Type.String({ description: 'First eight characters of the key', examples: ['3f2b8c1d'] }),
  label,
  allowedEmails: Type.Array(Type.String(), {
    description: 'Addresses from which an e-mail may use the key, in lower case; empty: any address',
  }),
  createdAt: time('Time of issue'),
  lastUsedAt: maybe('Time of the last use, up to a few seconds old; null: never used'),
  expiresAt,
  revokedAt: maybe('Time of revocation'),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const KeyDetails = named('KeyDetails', shown);

export const KeyIssued = named('KeyIssued', { key: uuid('API key; shown only once'), ...shown });

export const KeyPage = named('KeyPage', { keys: Type.Array(Type.Ref('KeyDetails')), nextCursor });

const fields = {
  label: Type.Optional(label),
  allowedEmails: Type.Optional(allowedEmails),
  expiresAt: Type.Optional(expiresAt),
};

export const NewKey = closed(fields);
export const KeyChange = closed(fields, { minProperties: 1 });

export const KeyRotation = closed({
  overlapSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      default: 86_400,
      description: 'Seconds for which the old key or password stays valid; 0: it becomes invalid immediately',
    }),
  ),
});

export const KeyQuery = Type.Object({
  ...paging,
  prefix: Type.Optional(
    Type.String({
      pattern: patterns.keyPrefix,
      description: 'First characters of the key, at most eight, so that no complete key appears in logs',
    }),
  ),
});

export const keySchemas = [KeyDetails, KeyIssued, KeyPage];
