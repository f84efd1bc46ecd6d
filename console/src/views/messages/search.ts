import { type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Customer, Operator } from '../../api/client.ts';
import { list, read } from '../../api/queries.ts';
import { actingFor } from '../../api/scope.ts';
import { type Scope, useMayRead, useScope } from '../../api/session.tsx';
import type { Query } from './query.ts';

export type Message = (Customer['Message'] | Operator['MessageDetails']) & { accountId?: string };
type Page = { messages: Message[]; nextCursor?: string; searchedTo?: string };

const pageSize = 50;
/** A reader of further pages wants to see many. */
const furtherSize = 1_000;
const uuid = /^[0-9a-f-]{36}$/i;

/** Names of accounts and carriers become ids; `nothing` where there is none of that name. */
export type Resolved = {
  readonly params: Record<string, string> | 'nothing' | undefined;
  readonly accountId: string | undefined;
};

export function useResolved(query: Query): Resolved {
  const scope = useScope();
  const isOperator = scope.kind === 'operator';
  const account = isOperator ? query.account : undefined;
  const carrier = isOperator ? query.carrier : undefined;
  const accounts = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { name: account ?? '', limit: '100' } } }),
    enabled: account !== undefined && !uuid.test(account),
  });
  const carriers = useQuery({ ...read('/admin/v1/carriers'), enabled: carrier !== undefined && !uuid.test(carrier) });
  const accountId = idOf(account, accounts.data?.accounts, ({ accountId: id }) => id);
  const carrierId = idOf(carrier, carriers.data?.carriers, ({ carrierId: id }) => id);
  if (accountId === 'nothing' || carrierId === 'nothing') return { params: 'nothing', accountId: undefined };
  if ((account && !accountId) || (carrier && !carrierId)) return { params: undefined, accountId: undefined };
  return { params: paramsOf(query, accountId, carrierId), accountId };
}

function idOf<T extends { name: string }>(
  name: string | undefined,
  found: readonly T[] | undefined,
  id: (one: T) => string,
) {
  if (name === undefined || uuid.test(name)) return name;
  if (!found) return undefined;
  const lower = name.toLowerCase();
  const one = found.find((each) => each.name.toLowerCase() === lower) ?? (found.length === 1 ? found[0] : undefined);
  return one ? id(one) : 'nothing';
}

function paramsOf(query: Query, accountId?: string, carrierId?: string): Record<string, string> {
  const { id: _id, account: _account, carrier: _carrier, ...filters } = query;
  const all = { ...filters, accountId, carrierId };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Both lists take what is asked for here, and answer alike. */
export const messagesPath = (scope: Scope) =>
  (scope.kind === 'operator' ? '/admin/v1/messages' : '/v1/sms/messages') as '/admin/v1/messages';
export const messagePaths = ['/admin/v1/messages', '/v1/sms/messages'];

/**
 * Pages of a search. The service answers within a moment with what it has found and how far it has looked; as long as that
 * is less than a page, the console asks on by itself.
 */
export function useMessages(params: Resolved['params']) {
  const scope = useScope();
  const content = useContentParam();
  const query = { ...(typeof params === 'object' ? params : {}), ...content };
  const read = (limit: number) => list(messagesPath(scope), { params: { query: { ...query, limit: String(limit) } } });
  const [first, further] = [read(pageSize), read(furtherSize)];
  const pages = useInfiniteQuery({
    ...first,
    queryFn: (context) => (context.pageParam === undefined ? first : further).queryFn!(context),
    enabled: typeof params === 'object',
    // The stream keeps the list fresh.
    staleTime: 60_000,
  });
  const all = (pages.data?.pages ?? []) as unknown as Page[];
  const rows = all.flatMap(({ messages }) => messages);
  const last = all.at(-1);
  const wanted = Math.max(1, Math.ceil(rows.length / pageSize)) * pageSize;
  const isShort =
    last?.nextCursor !== undefined && (rows.length < wanted || rows.length === 0) && last.messages.length < pageSize;
  const { isFetching, fetchNextPage, isError } = pages;
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage();
  }, [isShort, isFetching, isError, fetchNextPage]);
  return { pages, rows: pages.data && rows, searchedTo: isShort ? last?.searchedTo : undefined };
}

/** With the texts, for those who may read them. */
function useContentParam(): { readonly content?: 'true' } {
  return useMayRead('text') ? { content: 'true' } : {};
}

export function useMessage(id: string | undefined) {
  const scope = useScope();
  const params = { params: { path: { messageId: id ?? '' } } };
  const query =
    scope.kind === 'operator'
      ? read('/admin/v1/messages/{messageId}', params)
      : read('/v1/sms/messages/{messageId}', params);
  return useQuery({ ...(query as unknown as UseQueryOptions<Message>), enabled: id !== undefined });
}

/** A link does not say which account one acts for: it opens the operator's own list, filtered by that account. */
export function csvOf(scope: Scope, params: Record<string, string>): string {
  const isOperator = scope.kind === 'operator' || actingFor !== undefined;
  const query = new URLSearchParams(actingFor === undefined ? params : { ...params, accountId: actingFor });
  return `${isOperator ? '/admin/v1/messages.csv' : '/v1/sms/messages.csv'}?${query}`;
}
