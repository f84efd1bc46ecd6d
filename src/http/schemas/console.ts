import { type Static, Type } from '../../base/type.ts';
import { roles, grants as someGrants } from '../../domain/access/role.ts';
import { patterns } from '../patterns.ts';
import { errorResponse, retryAfter } from './errors.ts';
import { closed, named, time, uuid } from './fields.ts';

export const personName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: patterns.filledText,
  description: 'Of the person, for the audit trail',
  examples: ['Anna'],
});
export const role = Type.Enum([...roles], {
  description: 'admin may do everything; support only looks, without texts and keys',
});
export const grants = Type.Array(Type.Enum([...someGrants]), {
  maxItems: 2,
  description: 'What the role support may read besides: text (of messages and e-mails), keys (their first characters)',
});

export const ConsoleSession = named('ConsoleSession', {
  sessionId: uuid(),
  kind: Type.Enum(['operator', 'account']),
  name: Type.String({ description: 'Of the person, as the audit trail shows it' }),
  role: Type.Optional(role),
  grants: Type.Optional(grants),
  hasPassword: Type.Optional(Type.Boolean({ description: 'Only of operators with a name' })),
  hasTotp: Type.Optional(Type.Boolean({ description: 'Only of operators with a name' })),
  accountId: Type.Optional(uuid()),
  accountName: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  expiresAt: time('When it ends, unless it is used; at the latest seven days after the log-in'),
  service: Type.Object({
    name: Type.String(),
    version: Type.String(),
    simulator: Type.Boolean({ description: 'Whether a carrier is the simulator' }),
    senderApproval: Type.Enum(['auto', 'manual']),
    emailAddress: Type.String({ description: 'The Email2SMS address' }),
    smtp: Type.Boolean({ description: 'Whether the Email2SMS listener is on' }),
    demo: Type.Boolean({ description: 'Whether there is a demo account' }),
  }),
});
export type ConsoleSessionBody = Static<typeof ConsoleSession>;

export const OpenSession = Type.Object({
  sessionId: uuid(),
  kind: Type.Enum(['operator', 'account']),
  name: Type.String(),
  accountId: Type.Optional(uuid()),
  accountName: Type.Optional(Type.String()),
  address: Type.String({ description: 'Where the log-in came from' }),
  userAgent: Type.String(),
  createdAt: time('When it began'),
  lastSeenAt: time('Its last use, some seconds behind'),
  expiresAt: time('When it ends, unless it is used'),
  current: Type.Boolean({ description: 'The one that asks' }),
});

export const ConsoleSessionList = named('ConsoleSessionList', { sessions: Type.Array(OpenSession) });

export const ConsoleLink = named('ConsoleLink', {
  url: Type.String({ description: 'Opens the console, logged in, once. Whoever has it gets in', format: 'uri' }),
  expiresAt: time('When it is not valid any more'),
});

export const LinkBody = closed({ name: Type.Optional(personName) });

export const TotpOffer = named('TotpOffer', {
  secret: Type.String({ description: 'In base32. It is shown here and never again' }),
  uri: Type.String({ description: 'The same as otpauth URI, for a QR code' }),
});

const password = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });
const code = Type.String({ pattern: patterns.totpCode, description: 'Of the authenticator app', examples: ['123456'] });

export const LogInBody = closed(
  {
    link: Type.Optional(Type.String({ maxLength: 100, description: 'What stands behind the # of a one-time link' })),
    token: Type.Optional(Type.String({ maxLength: 1_000, description: 'The operator token' })),
    name: Type.Optional(personName),
    password: Type.Optional(password('Of the operator with this name')),
    totp: Type.Optional(code),
  },
  { description: 'A link, or the token, or name and password' },
);
export type LogInValues = Static<typeof LogInBody>;

export const PasswordBody = closed({
  current: Type.Optional(password('If there is one')),
  new: password('12 to 200 characters'),
});
export type PasswordValues = Static<typeof PasswordBody>;

export const CodeBody = closed({ code });
export type CodeValues = Static<typeof CodeBody>;

export const ProofBody = closed({ password: password('Of the operator') });
export type ProofValues = Static<typeof ProofBody>;

export const SessionPath = Type.Object({ sessionId: uuid() });

export const consoleSchemas = [ConsoleSession, ConsoleSessionList, ConsoleLink, TotpOffer];

/** What every endpoint of the console may answer. */
export const consoleErrors = {
  400: errorResponse('The request is wrong; nothing was changed', {
    way: 'error: 400 - Send link, or token, or name and password',
    json: 'error: 400 - The request body is not valid JSON',
  }),
  401: errorResponse('There is no session, or it has ended', {
    none: 'error: 401 - You are not logged in, or the session has ended',
  }),
  403: errorResponse('Not from the console itself, or not with this role', {
    header: 'error: 403 - Send the header hermod-console: 1',
    site: 'error: 403 - Requests from other sites are refused',
  }),
  413: errorResponse('The body is larger than 1 MiB', { large: 'error: 413 - The request body is larger than 1 MiB' }),
  415: errorResponse('The body is compressed', {
    encoded: 'error: 415 - Content-Encoding is not supported, send the body as it is',
  }),
  429: errorResponse('Too many tries', { tooMany: 'error: 429 - Too many tries; try again in 60 s' }, retryAfter),
  500: errorResponse('Unexpected error', { unexpected: 'Error: 8 - Internal server error' }),
  503: errorResponse(
    'The database is away',
    { away: 'error: 503 - The database cannot be reached, try again' },
    retryAfter,
  ),
};
