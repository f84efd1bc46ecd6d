import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { closed, email, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const label = Type.String({
  maxLength: 100,
  pattern: patterns.text,
  description: 'What the key is for',
  examples: ['web shop'],
});
const allowedEmails = Type.Array(email('An address'), {
  maxItems: 100,
  description: 'From which addresses an e-mail may use the key, in any case; none: from any',
});
const expiresAt = Type.Union([time('From when on it is not valid'), Type.Null()], {
  description: 'From when on it is not valid; null: never',
});
const maybe = (description: string) => Type.Union([time(description), Type.Null()], { description });

const shown = {
  keyId: uuid(),
  accountId: uuid(),
  prefix: Type.String({ description: 'The first eight characters of the key', examples: ['3f2b8c1d'] }),
  label,
  allowedEmails: Type.Array(Type.String(), { description: 'In lower case; none: e-mails from any address' }),
  createdAt: time('When it was issued'),
  lastUsedAt: maybe('Its last use, some seconds behind; null: none yet'),
  expiresAt,
  revokedAt: maybe('When it was revoked'),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const KeyDetails = named('KeyDetails', shown);

export const KeyIssued = named('KeyIssued', { key: uuid('The API key. It is shown here and never again'), ...shown });

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
      description: 'How long the old key still works; 0: not at all',
    }),
  ),
});

export const KeyQuery = Type.Object({
  ...paging,
  prefix: Type.Optional(
    Type.String({
      pattern: patterns.keyPrefix,
      description: 'The first characters of the key, at most eight: the whole key would end in logs',
    }),
  ),
});

export const keySchemas = [KeyDetails, KeyIssued, KeyPage];
