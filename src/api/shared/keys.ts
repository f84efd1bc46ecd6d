import { type Static, Type } from '../../base/type.ts';
import { timeOrNull } from '../operation/paging.ts';
import { patterns } from '../operation/patterns.ts';
import { closed, email, nullableTime, optional, orNull, time, uuid } from '../schemas/fields.ts';

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
const expiresAt = orNull(time('Expiry time'), 'Expiry time; null: never');

export const shownOfKey = {
  prefix: Type.String({ description: 'First eight characters of the key', examples: ['3f2b8c1d'] }),
  label,
  allowedEmails: Type.Array(Type.String(), {
    description: 'Addresses from which an e-mail may use the key, in lower case; empty: any address',
  }),
  createdAt: time('Time of issue'),
  lastUsedAt: nullableTime('Time of the last use, up to a few seconds old; null: never used'),
  expiresAt,
  revokedAt: nullableTime('Time of revocation'),
  issuedWith: orNull(
    uuid(),
    'Key with which the person who issued this key had signed in. Revoking it also revokes this key; null: none',
  ),
  status: Type.Enum(['live', 'expired', 'revoked']),
};

export const secretOfKey = uuid('API key; shown only once');

const fields = optional({ label, allowedEmails, expiresAt });

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

const dayInSeconds = 86_400;
export const overlapOf = ({ overlapSeconds = dayInSeconds }: Static<typeof KeyRotation>): number => overlapSeconds;

export const keyProblems = {
  ended: [401, 'You are not logged in, or the session has ended'],
  past: [400, 'expiresAt must be in the future; to end a key now, revoke it'],
  expired: [409, 'The key has expired; issue a new one'],
  revoked: [409, 'The key is revoked; issue a new one'],
  later: [403, 'The key may not be valid for longer than the key with which you signed in'],
  'more addresses': [403, 'The key may not allow more addresses than the key with which you signed in'],
  'too many': [409, 'The account has too many live keys; revoke those that are not used'],
} as const;

export const revocation =
  'Sending with the key is refused immediately, all other requests within two seconds. Keys that were issued in a session opened with ' +
  'this key are revoked too.';

export function toRequest({ expiresAt: expiry, ...rest }: Static<typeof NewKey>) {
  return { ...rest, expiresAt: timeOrNull('expiresAt', expiry) };
}
