import { type Static, Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { email, nextCursor, paging, time, uuid } from './fields.ts';

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

export const KeyDetails = Type.Object(shown, { $id: 'KeyDetails' });
export type KeyBody = Static<typeof KeyDetails>;

export const KeyIssued = Type.Object(
  { key: uuid('The API key. It is shown here and never again'), ...shown },
  { $id: 'KeyIssued' },
);
export type KeyIssuedBody = Static<typeof KeyIssued>;

export const KeyPage = Type.Object({ keys: Type.Array(Type.Ref('KeyDetails')), nextCursor }, { $id: 'KeyPage' });

const fields = {
  label: Type.Optional(label),
  allowedEmails: Type.Optional(allowedEmails),
  expiresAt: Type.Optional(expiresAt),
};

export const NewKey = Type.Object(fields, { additionalProperties: false });
export const KeyChange = Type.Object(fields, { additionalProperties: false, minProperties: 1 });
export type KeyFieldValues = Static<typeof NewKey>;

export const KeyRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000,
        default: 86_400,
        description: 'How long the old key still works; 0: not at all',
      }),
    ),
  },
  { additionalProperties: false },
);
export type KeyRotationValues = Static<typeof KeyRotation>;

export const KeyPath = Type.Object({ keyId: uuid() });
export type KeyPathValues = Static<typeof KeyPath>;

export const KeyPaging = Type.Object(paging);
export const KeyQuery = Type.Object({
  ...paging,
  prefix: Type.Optional(
    Type.String({
      pattern: patterns.keyPrefix,
      description: 'The first characters of the key, at most eight: the whole key would end in logs',
    }),
  ),
});
export type KeyQueryValues = Static<typeof KeyQuery>;

export const keySchemas = [KeyDetails, KeyIssued, KeyPage];
