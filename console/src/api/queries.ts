import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { api, type Paths } from './client.ts';
import { Fault } from './fault.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A wrong request stays wrong; a busy service may be free a moment later.
      retry: (tries, fault) => fault instanceof Fault && fault.isTemporary && tries < 2,
      retryDelay: (tries, fault) => ((fault instanceof Fault && fault.retryAfter) || 2 ** tries) * 1_000,
      // On a machine without internet the service is still there.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

type ReadPath = PathsWithMethod<Paths, 'get'>;
type Init<P extends ReadPath> = MaybeOptionalInit<Paths[P], 'get'>;
/** May be left out where nothing in it is needed. */
type InitParam<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I];
type Data<P extends ReadPath> = NonNullable<FetchResponse<OperationOf<P>, object, MediaType>['data']>;
// biome-ignore lint/suspicious/noExplicitAny: as openapi-fetch itself bounds it.
type OperationOf<P extends ReadPath> = Paths[P] extends { get: infer O extends Record<string | number, any> }
  ? O
  : never;

type AnyGet = (path: string, init: object) => Promise<{ data?: unknown }>;

async function get(path: string, init: object): Promise<unknown> {
  return (await (api.GET as unknown as AnyGet)(path, init)).data;
}

/** One thing, for useQuery: `useQuery(read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } }))`. */
export function read<P extends ReadPath>(path: P, ...[init]: InitParam<Init<P>>) {
  return queryOptions({
    queryKey: [path, init?.params ?? {}],
    queryFn: ({ signal }) => get(path, { ...init, signal }) as Promise<Data<P>>,
  });
}

/** A list in pages by cursor, for useInfiniteQuery; the rows are under `rowsOf`. */
export function list<P extends ReadPath>(path: P, ...[init]: InitParam<Init<P>>) {
  const params = (init?.params ?? {}) as { query?: object };
  return infiniteQueryOptions({
    queryKey: [path, params, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      get(path, {
        ...init,
        params: { ...params, query: { ...params.query, ...(pageParam && { cursor: pageParam }) } },
        signal,
      }) as Promise<Data<P>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { nextCursor?: string }).nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Asks again for all that was read from these paths: after a change, or when the service says that something changed. */
export function refresh(...paths: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
  });
}
