import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, ask, type Customer } from '../../api/client.ts';
import { list, read, refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { nextLookMs } from '../../parts/next-look.ts';

/** As a customer gets it; an operator's also says whose it is. */
export type Delivery = Customer['Delivery'] & { accountId?: string };
/** An operator's also says whose it is. */
export type Endpoint = Customer['Endpoint'] & { accountId?: string };
export type Attempt = NonNullable<Customer['Delivery']['attempts']>[number];

export const kinds = ['delivery report', 'inbound message', 'sender status'] as const;
export const states = ['waiting', 'retrying', 'delivered', 'given up'] as const;

/** What `useRefreshOn` and changes ask for again. */
export const readPaths = ['/v1/webhooks/', '/admin/v1/webhooks/'] as const;

/** A list has many rows, and one of them is always due. */
const listMs = 5_000;

export function useDeliveries(query: Record<string, string>) {
  const isOperator = useScope().kind === 'operator';
  const params = { query: { limit: '50', ...query } as never };
  const own = list('/v1/webhooks/deliveries', { params });
  const all = list('/admin/v1/webhooks/deliveries', { params }) as unknown as typeof own;
  const pages = useInfiniteQuery({
    ...(isOperator ? all : own),
    refetchInterval: ({ state: { data } }) => {
      const times = data?.pages.flatMap(({ deliveries }) => deliveries.map(({ nextAttemptAt }) => nextAttemptAt));
      return nextLookMs(times ?? [], Date.now(), listMs);
    },
  });
  return { pages, rows: pages.data?.pages.flatMap(({ deliveries }) => deliveries as Delivery[]) };
}

export function useEndpoints(accountId?: string) {
  const isOperator = useScope().kind === 'operator';
  const own = read('/v1/webhooks/endpoints');
  const query = accountId ? { accountId } : {};
  const all = read('/admin/v1/webhooks/endpoints', { params: { query } }) as unknown as typeof own;
  return useQuery(isOperator ? all : own);
}

/** Asked for again when it is due: the stream of events tells of new ones only. */
export function useDelivery(deliveryId: string) {
  const isOperator = useScope().kind === 'operator';
  const params = { path: { deliveryId } };
  const own = read('/v1/webhooks/deliveries/{deliveryId}', { params });
  const all = read('/admin/v1/webhooks/deliveries/{deliveryId}', { params }) as unknown as typeof own;
  return useQuery({
    ...(isOperator ? all : own),
    refetchInterval: ({ state: { data } }) => nextLookMs([data?.nextAttemptAt], Date.now()),
  });
}

export async function replay(isOperator: boolean, deliveryId: string): Promise<void> {
  const init = { params: { path: { deliveryId } } };
  await ask<unknown>(
    isOperator
      ? api.POST('/admin/v1/webhooks/deliveries/{deliveryId}/replay', init)
      : api.POST('/v1/webhooks/deliveries/{deliveryId}/replay', init),
  );
  await refresh(...readPaths);
}
