/**
 * Endpoints that the documents of the API do not have yet, as they were agreed on. What the documents have counts (see client.ts):
 * an entry here can be taken out as soon as it is there.
 */
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

export type Pending = {
  '/console/v1/session': Get<Session> & Post<Session, LogIn> & Delete;
};
