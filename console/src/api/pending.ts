import type { components } from './generated/operator.d.ts';

/**
 * Endpoints that the documents of the API do not have yet, as they were agreed on. What the documents have counts (see client.ts):
 * an entry here can be taken out as soon as it is there.
 */
type OperatorSchemas = components['schemas'];
type Answer<A> = { headers: Record<string, unknown>; content: { 'application/json': A } };
type Fault = Answer<{ error: string }>;
type Parameters<Q, P> = {
  query?: Q;
  header?: never;
  path: P;
  cookie?: never;
};
type NoPath = { query?: never; header?: never; path?: never; cookie?: never };
type Operation<A, Q, P, B> = {
  parameters: [P] extends [never] ? { query?: Q; header?: never; path?: never; cookie?: never } : Parameters<Q, P>;
  requestBody: [B] extends [never] ? undefined : { content: { 'application/json': B } };
  responses: { 200: Answer<A>; 400: Fault };
};
type Get<A, Q = never, P = never> = {
  parameters: NoPath;
  get: Omit<Operation<A, Q, P, never>, 'requestBody'> & { requestBody?: never };
};
type Post<A, B = never, P = never> = {
  parameters: NoPath;
  post: [B] extends [never]
    ? Omit<Operation<A, never, P, never>, 'requestBody'> & { requestBody?: never }
    : Operation<A, never, P, B>;
};
type Delete<P = never> = {
  parameters: NoPath;
  delete: {
    parameters: Operation<never, never, P, never>['parameters'];
    requestBody?: never;
    responses: { 204: { headers: Record<string, unknown>; content?: never } };
  };
};

export type Session = {
  sessionId: string;
  kind: 'operator' | 'account';
  name: string;
  role?: 'admin' | 'support';
  grants?: string[];
  accountId?: string;
  accountName?: string;
  currency?: string;
  expiresAt: string;
  service: {
    name: string;
    version: string;
    simulator: boolean;
    senderApproval: 'auto' | 'manual';
    emailAddress: string;
    smtp: boolean;
    demo: boolean;
  };
};

export type LogIn = { link: string } | { token: string } | { name: string; password: string; totp?: string };

export type Endpoint = {
  origin: string;
  accountId?: string;
  accountName?: string;
  state: 'healthy' | 'failing' | 'open';
  waiting: number;
  retrying: number;
  delivered24h: number;
  givenUp24h: number;
  lastStatus?: number;
  lastError?: string;
  lastAttemptAt?: string;
  retryAt?: string;
  atLeast?: boolean;
};

export type Inbound = {
  inboundId: string;
  senderId: string | null;
  sender: string;
  recipient: string;
  text?: string;
  complete: boolean;
  receivedAt: string;
};

export type Email = Omit<OperatorSchemas['EmailDetails'], 'accountId' | 'peer'>;
export type EmailTrial = OperatorSchemas['EmailTrial'];

export type Phones = { phones: { number: string; lastAt: string; lastText?: string }[] };
export type Phone = {
  number: string;
  thread: {
    at: string;
    direction: 'in' | 'out';
    sender: string;
    text?: string;
    messageId?: string;
    inboundId?: string;
    status?: string;
  }[];
};
type Between = { limit?: string; cursor?: string; from?: string; to?: string };

export type Pending = {
  '/v1/inbound': Get<{ inbound: Inbound[]; nextCursor?: string }, Between & { sender?: string; recipient?: string }>;
  '/v1/emails': Get<{ emails: Email[]; nextCursor?: string }, Between & { outcome?: string; author?: string }>;
  '/v1/emails/{emailId}': Get<Email, never, { emailId: string }>;
  '/v1/emails/try': Post<EmailTrial, { raw: string } | { text: string }>;
  '/admin/v1/simulator/phones': Get<Phones>;
  '/admin/v1/simulator/phones/{number}': Get<Phone, never, { number: string }>;
  '/v1/webhooks/endpoints': Get<{ endpoints: Endpoint[] }>;
  '/admin/v1/webhooks/endpoints': Get<{ endpoints: Endpoint[] }, { accountId?: string }>;
  '/console/v1/session': Get<Session> & Post<Session, LogIn> & Delete;
};
