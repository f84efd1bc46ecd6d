import { useQuery } from '@tanstack/react-query';
import { api, ask, type Customer } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import type { kinds } from './reading.ts';

export type Managed = Customer['WebhookEndpoint'];
export type EventKind = (typeof kinds)[number];
type Fields = { url: string; description: string; kinds: EventKind[]; enabled: boolean };

const path = '/v1/webhook-endpoints';
/** What shows managed endpoints. */
export const managedPaths = [path, '/admin/v1/accounts', '/v1/webhooks/'] as const;
const refreshed = () => refresh(...managedPaths);

/** Of one's own account; for operators, of the account that is chosen. */
export function useManaged(accountId: string | undefined) {
  const isOperator = useScope().kind === 'operator';
  const own = read(path);
  const params = { path: { accountId: accountId ?? '' } };
  const theirs = read('/admin/v1/accounts/{accountId}/webhook-endpoints', { params }) as unknown as typeof own;
  return useQuery({ ...(isOperator ? theirs : own), enabled: !isOperator || accountId !== undefined });
}

const at = (endpointId: string) => ({ params: { path: { endpointId } } });

export async function create(fields: Fields): Promise<string> {
  const { signingSecret } = await ask(api.POST(path, { body: fields }));
  void refreshed();
  return signingSecret;
}

export async function change(endpointId: string, fields: Partial<Fields>): Promise<void> {
  await ask(api.PATCH('/v1/webhook-endpoints/{endpointId}', { ...at(endpointId), body: fields }));
  void refreshed();
}

export async function rotate(endpointId: string): Promise<string> {
  const { signingSecret } = await ask(api.POST('/v1/webhook-endpoints/{endpointId}/secret', at(endpointId)));
  void refreshed();
  return signingSecret;
}

export async function remove(endpointId: string): Promise<void> {
  await ask(api.DELETE('/v1/webhook-endpoints/{endpointId}', at(endpointId)));
  void refreshed();
}

export async function replayFailedOf(endpointId: string, since: string): Promise<number> {
  const answer = await ask(
    api.POST('/v1/webhook-endpoints/{endpointId}/replay', { ...at(endpointId), body: { since } }),
  );
  void refreshed();
  return answer.replayed;
}

/** How many deliveries a replay would send again. */
export function useFailed(endpointId: string | undefined, since: string | undefined) {
  const params = { path: { endpointId: endpointId ?? '' }, query: { since: since ?? '' } };
  const isAsked = endpointId !== undefined && since !== undefined;
  return useQuery({ ...read('/v1/webhook-endpoints/{endpointId}/failed', { params }), enabled: isAsked, staleTime: 0 });
}
