import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { api, ask, type Customer, forAccount } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { type Scope, useScope } from '../api/session.tsx';

export type SendRequest = Customer['SendRequest'];
export type SendResponse = Customer['SendResponse'];
export type Preview = Customer['Preview'];

/** An operator names the account; everybody else is one. */
export function headersFor(scope: Scope, accountId: string | undefined): Record<string, string> {
  return scope.kind === 'operator' && accountId !== undefined ? forAccount(accountId) : {};
}

/** Sends with one idempotency key per request, so that a second click or a retry sends nothing twice. */
export function useSending(accountId: string | undefined) {
  const scope = useScope();
  const headers = headersFor(scope, accountId);
  return {
    preview: (body: SendRequest, signal?: AbortSignal): Promise<Preview> =>
      ask(api.POST('/v1/sms/messages/preview', { body, headers, signal: signal ?? null })),
    send: (body: SendRequest, key: string): Promise<SendResponse> =>
      ask(api.POST('/v1/sms/messages', { body, headers, params: { header: { 'idempotency-key': key } } })),
    cancel: (messageId: string): Promise<unknown> =>
      ask(api.POST('/v1/sms/messages/{messageId}/cancel', { params: { path: { messageId } }, headers })),
  };
}

type Senders = { senders: { value: string }[] };

/** The confirmed senders of an account, in the order of their names. */
export function useConfirmedSenders(accountId: string | undefined) {
  const scope = useScope();
  const only = { status: 'Confirmed', channel: 'SMS', limit: '1000' } as const;
  const query =
    scope.kind === 'operator'
      ? read('/admin/v1/senders', { params: { query: { ...only, accountId } } })
      : read('/v1/senders', { params: { query: only } });
  const { data, isPending, error } = useQuery({
    ...(query as unknown as UseQueryOptions<Senders>),
    enabled: scope.kind === 'account' || accountId !== undefined,
  });
  const senders = data && [...new Set(data.senders.map(({ value }) => value))].sort((a, b) => a.localeCompare(b));
  return { senders, isPending, error };
}
