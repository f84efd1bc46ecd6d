import createClient, { type Middleware } from 'openapi-fetch';
import { Fault, faultOf } from './fault.ts';
import type { components as CustomerComponents, paths as CustomerPaths } from './generated/customer.d.ts';
import type { components as OperatorComponents, paths as OperatorPaths } from './generated/operator.d.ts';
import { actingFor, toLogin } from './scope.ts';

/** All that can be asked for, by the documents of the API. */
export type Paths = CustomerPaths & OperatorPaths;
/** What the customer's document names: `Customer['Message']`. */
export type Customer = CustomerComponents['schemas'];
/** What the operator's document names: `Operator['AccountDetails']`. */
export type Operator = OperatorComponents['schemas'];

const marks: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.headers.set('hermod-console', '1');
    if (actingFor !== undefined && schemaPath.startsWith('/v1/') && !request.headers.has('hermod-account')) {
      request.headers.set('hermod-account', actingFor);
    }
    return request;
  },
  async onResponse({ response, schemaPath, request }) {
    if (response.ok) return;
    const isLogIn = schemaPath === '/console/v1/session' && request.method === 'POST';
    if (response.status === 401 && !isLogIn) toLogin();
    throw await faultOf(response);
  },
  onError({ error }) {
    if (error instanceof Fault || (error instanceof DOMException && error.name === 'AbortError')) return;
    return new Fault(0, String(error));
  },
};

export const api = createClient<Paths>({ baseUrl: globalThis.location?.origin ?? '', credentials: 'same-origin' });
api.use(marks);

/**
 * The data of an answer, or a Fault. `await ask(api.POST('/v1/sms/messages', { body }))`
 * To act for an account from an operator's page: `headers: forAccount(accountId)`.
 */
export async function ask<A>(
  answer: Promise<{ data?: A; error?: unknown; response: Response }>,
): Promise<NonNullable<A>> {
  const { data } = await answer;
  return data as NonNullable<A>;
}

export function forAccount(accountId: string): Record<string, string> {
  return { 'hermod-account': accountId };
}
