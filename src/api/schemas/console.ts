import { Type } from '../../base/type.ts';
import { roles, grants as someGrants } from '../../domain/access/role.ts';
import { patterns } from '../operation/patterns.ts';
import { databaseAway, encoded, errorResponse, large, retryAfter, unexpected } from './errors.ts';
import { closed, named, time, uuid } from './fields.ts';

const personName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: patterns.filledText,
  description: 'Name of the person, shown in the audit log',
  examples: ['Anna'],
});
export const role = Type.Enum([...roles], {
  description: 'admin: full access; support: read-only access without message texts and keys',
});
export const grants = Type.Array(Type.Enum([...someGrants]), {
  maxItems: 2,
  description:
    'Additional read access of the role support: text (of messages and e-mails), keys (their first characters)',
});

export const ConsoleSession = named('ConsoleSession', {
  sessionId: uuid(),
  kind: Type.Enum(['operator', 'account']),
  name: Type.String({ description: 'Name of the person, shown in the audit log' }),
  role: Type.Optional(role),
  grants: Type.Optional(grants),
  hasPassword: Type.Optional(Type.Boolean({ description: 'Whether a password is set; only for named operators' })),
  hasTotp: Type.Optional(
    Type.Boolean({ description: 'Whether two-factor authentication is on; only for named operators' }),
  ),
  accountId: Type.Optional(uuid()),
  accountName: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  expiresAt: time('End of the session; each use extends it, up to seven days after sign-in'),
  service: Type.Object({
    name: Type.String(),
    version: Type.String(),
    simulator: Type.Boolean({ description: 'Whether a simulator carrier is configured' }),
    senderApproval: Type.Enum(['auto', 'manual']),
    emailAddress: Type.String({ description: 'Email2SMS address' }),
    smtp: Type.Boolean({ description: 'Whether the Email2SMS listener is on' }),
    demo: Type.Boolean({ description: 'Whether a demo account exists' }),
  }),
});

export const OpenSession = Type.Object({
  sessionId: uuid(),
  kind: Type.Enum(['operator', 'account']),
  name: Type.String(),
  accountId: Type.Optional(uuid()),
  accountName: Type.Optional(Type.String()),
  address: Type.String({ description: 'IP address of the sign-in' }),
  userAgent: Type.String(),
  createdAt: time('Time of the sign-in'),
  lastSeenAt: time('Time of the last use, up to a few seconds old'),
  expiresAt: time('End of the session; each use extends it'),
  current: Type.Boolean({ description: 'Whether it is the calling session' }),
});

export const ConsoleSessionList = named('ConsoleSessionList', { sessions: Type.Array(OpenSession) });

export const ConsoleLink = named('ConsoleLink', {
  url: Type.String({ description: 'URL that signs in to the console once; keep it secret', format: 'uri' }),
  expiresAt: time('End of validity'),
});

export const DemoKey = named('DemoKey', {
  file: Type.String({ description: 'File on the machine of the service that holds the key' }),
  key: Type.Optional(
    Type.String({
      description:
        'The key; only over a loopback connection to a service with the embedded database, no account besides the demo account, and a generated key',
    }),
  ),
});

export const LinkBody = closed({ name: Type.Optional(personName) });

export const TotpOffer = named('TotpOffer', {
  secret: Type.String({ description: 'Secret in Base32; shown only once' }),
  uri: Type.String({ description: 'Secret as an otpauth URI, for a QR code' }),
});

const password = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });
const code = Type.String({
  pattern: patterns.totpCode,
  description: 'Code of the authenticator app',
  examples: ['123456'],
});

export const LogInBody = closed(
  {
    link: Type.Optional(Type.String({ maxLength: 100, description: 'Part after the # of a sign-in link' })),
    token: Type.Optional(Type.String({ maxLength: 1_000, description: 'Operator token' })),
    name: Type.Optional(personName),
    password: Type.Optional(password('Password of the operator with this name')),
    totp: Type.Optional(code),
  },
  { description: 'One of: link; token; name and password' },
);

export const PasswordBody = closed({
  current: Type.Optional(password('Current password, if one is set')),
  new: password('New password, 12 to 200 characters'),
});

export const CodeBody = closed({ code });

export const ProofBody = closed({ password: password('Password of the operator') });

export const consoleSchemas = [ConsoleSession, ConsoleSessionList, ConsoleLink, DemoKey, TotpOffer];

export const consoleErrors = {
  400: errorResponse('The request is invalid; nothing was changed', {
    way: 'error: 400 - Send link, or token, or name and password',
    json: 'error: 400 - The request body is not valid JSON',
  }),
  401: errorResponse('The caller is not signed in, or the session has ended', {
    none: 'error: 401 - You are not logged in, or the session has ended',
  }),
  403: errorResponse('The request does not come from the console, or the role does not permit it', {
    header: 'error: 403 - Send the header hermod-console: 1',
    site: 'error: 403 - Requests from other sites are refused',
  }),
  413: large,
  415: encoded,
  429: errorResponse('Too many attempts', { tooMany: 'error: 429 - Too many tries; try again in 60 s' }, retryAfter),
  500: unexpected,
  503: databaseAway,
};
