import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isUuid } from '../../../src/domain/uuid.ts';
import { read } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import type { IconName } from '../design/icons.tsx';
import type { Target } from '../parts/Target.tsx';
import { useConfirmedSenders } from '../sending/sending.ts';
import { type Texts, useTexts } from '../texts/language.tsx';
import { messageEntry } from './direct.ts';
import type { Entry } from './entry.ts';
import { matching } from './match.ts';

/** Typing rests for this long before the service is asked. */
const restMs = 200;
/** If there are no more accounts or price lists than this, they are read once; of more, these few by each name. */
const mostKept = 100;
const mostByName = 5;
const keptMs = 60_000;

export type Found = {
  readonly entries: readonly Entry[];
  /** The service has not answered yet, or typing has not rested. */
  readonly isPending: boolean;
};

/** What the service has by this name or id. */
export function useFound(typed: string): Found {
  const text = typed.trim();
  const [rested] = useDebouncedValue(text, restMs);
  const isId = isUuid(text);
  const byId = useById(isId ? text.toLowerCase() : undefined);
  const byName = useByName(isId ? '' : text, isUuid(rested) ? '' : rested);
  if (isId) return byId;
  return { ...byName, isPending: byName.isPending || (byName.asks && rested !== text) };
}

type Lookup = { readonly query: UseQueryOptions<unknown>; readonly entry: (data: never) => Entry };

/** One read for each kind of object; all but one answer that there is none. */
function useById(id: string | undefined): Found {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const lookups = useMemo(
    () => (id === undefined ? [] : isOperator ? operatorLookups(id, t) : customerLookups(id, t)),
    [id, isOperator, t],
  );
  const results = useQueries({ queries: lookups.map(({ query }) => ({ ...query, staleTime: keptMs, retry: false })) });
  const entries = results.flatMap(({ data }, place) => (data ? [lookups[place]!.entry(data as never)] : []));
  return { entries, isPending: results.some(({ isPending }) => isPending) };
}

const asked = (query: unknown) => query as UseQueryOptions<unknown>;
const direct = (id: string, icon: IconName, title: string, note: string, target: Target): Entry => ({
  ...{ id, group: 'direct', icon, title, note },
  leads: { target },
});

function operatorLookups(id: string, t: Texts['t']): Lookup[] {
  type Named = { name: string };
  type Owned = { accountId: string };
  const page = (path: string, icon: IconName, note: string) =>
    direct(`${path} ${id}`, icon, id, note, { to: `/${path}/${id}` });
  const named = (path: string, icon: IconName, note: string, { name }: Named) => ({
    ...page(path, icon, note),
    title: name,
  });
  const tab = (name: string, title: string, note: string, { accountId }: Owned) =>
    direct(`${name} ${id}`, 'key', title, note, { to: `/accounts/${accountId}`, search: { tab: name } });
  return [
    {
      query: asked(read('/admin/v1/messages/{messageId}', { params: { path: { messageId: id } } })),
      entry: () => messageEntry(id, t('palette.message')),
    },
    {
      query: asked(read('/admin/v1/accounts/{accountId}', { params: { path: { accountId: id } } })),
      entry: (data: Named) => named('accounts', 'accounts', t('shell.account'), data),
    },
    {
      query: asked(read('/admin/v1/carriers/{carrierId}', { params: { path: { carrierId: id } } })),
      entry: (data: Named) => named('carriers', 'carriers', t('overview.carrier'), data),
    },
    {
      query: asked(read('/admin/v1/price-lists/{priceListId}', { params: { path: { priceListId: id } } })),
      entry: (data: Named) => named('prices', 'prices', t('palette.priceList'), data),
    },
    {
      query: asked(read('/admin/v1/webhooks/deliveries/{deliveryId}', { params: { path: { deliveryId: id } } })),
      entry: () => page('webhooks', 'webhooks', t('webhooks.delivery')),
    },
    {
      query: asked(read('/admin/v1/emails/{emailId}', { params: { path: { emailId: id } } })),
      entry: () => page('emails', 'email', t('palette.email')),
    },
    {
      query: asked(read('/admin/v1/mails/{mailId}', { params: { path: { mailId: id } } })),
      entry: () =>
        direct(`mail ${id}`, 'email', id, t('palette.email'), { to: '/emails', search: { box: 'written', mail: id } }),
    },
    {
      query: asked(read('/admin/v1/senders/{senderId}', { params: { path: { senderId: id } } })),
      entry: ({ value }: { value: string }) =>
        direct(`sender ${id}`, 'senders', value, t('palette.from'), fromSender(value)),
    },
    {
      query: asked(read('/admin/v1/keys/{keyId}', { params: { path: { keyId: id } } })),
      entry: (data: Owned & { label?: string }) => tab('keys', data.label || id, t('palette.key'), data),
    },
    {
      query: asked(read('/admin/v1/smpp-credentials/{credentialId}', { params: { path: { credentialId: id } } })),
      entry: (data: Owned & { systemId: string }) => tab('binds', data.systemId, t('palette.credential'), data),
    },
  ];
}

function customerLookups(id: string, t: Texts['t']): Lookup[] {
  const page = (path: string, icon: IconName, note: string) =>
    direct(`${path} ${id}`, icon, id, note, { to: `/${path}/${id}` });
  return [
    {
      query: asked(read('/v1/sms/messages/{messageId}', { params: { path: { messageId: id } } })),
      entry: () => messageEntry(id, t('palette.message')),
    },
    {
      query: asked(read('/v1/webhooks/deliveries/{deliveryId}', { params: { path: { deliveryId: id } } })),
      entry: () => page('webhooks', 'webhooks', t('webhooks.delivery')),
    },
    {
      query: asked(read('/v1/emails/{emailId}', { params: { path: { emailId: id } } })),
      entry: () => page('emails', 'email', t('palette.email')),
    },
  ];
}

const fromSender = (value: string): Target => ({ to: '/messages', search: { q: `from:"${value}"` } });

/** Names are compared here while all are known, and by the service beyond that; `rested` is what it is asked for. */
function useByName(text: string, rested: string): Found & { readonly asks: boolean } {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const accounts = useNamed('/admin/v1/accounts', 'accounts', text, rested, isOperator);
  const lists = useNamed('/admin/v1/price-lists', 'priceLists', text, rested, isOperator);
  const carriers = useQuery({ ...read('/admin/v1/carriers'), enabled: isOperator && text !== '', staleTime: keptMs });
  const { senders } = useConfirmedSenders(undefined);
  if (text === '') return { entries: [], isPending: false, asks: false };
  const entry = (group: Entry['group'], icon: IconName, title: string, note: string, target: Target): Entry => ({
    ...{ id: `${group} ${target.to} ${title}`, group, icon, title, note },
    leads: { target },
  });
  const entries = [
    ...accounts.rows.map(({ accountId = '', name }) =>
      entry('accounts', 'accounts', name, t('shell.account'), { to: `/accounts/${accountId}` }),
    ),
    ...(carriers.data?.carriers ?? []).map(({ carrierId, name }) =>
      entry('objects', 'carriers', name, t('overview.carrier'), { to: `/carriers/${carrierId}` }),
    ),
    ...lists.rows.map(({ priceListId = '', name }) =>
      entry('objects', 'prices', name, t('palette.priceList'), { to: `/prices/${priceListId}` }),
    ),
    ...(senders ?? []).map((value) => entry('objects', 'senders', value, t('palette.from'), fromSender(value))),
  ];
  const isPending = accounts.isPending || lists.isPending || carriers.isLoading;
  return { entries, isPending, asks: accounts.asks || lists.asks };
}

type NamedRow = { readonly name: string; readonly accountId?: string; readonly priceListId?: string };
type NamedPage = { readonly nextCursor?: string } & Readonly<Record<string, readonly NamedRow[]>>;
type NamedPath = '/admin/v1/accounts' | '/admin/v1/price-lists';

function useNamed(path: NamedPath, rows: string, text: string, rested: string, isOperator: boolean) {
  const query = (limit: number, name?: string) =>
    read(path as '/admin/v1/accounts', {
      params: { query: { limit: `${limit}`, ...(name && { name: name.slice(0, 100) }) } },
    }) as unknown as UseQueryOptions<NamedPage>;
  const kept = useQuery({ ...query(mostKept), enabled: isOperator && text !== '', staleTime: keptMs });
  const asks = kept.data?.nextCursor !== undefined;
  const byName = useQuery({ ...query(mostByName, rested), enabled: asks && rested !== '', staleTime: keptMs });
  const known = kept.data?.[rows] ?? [];
  const more = asks ? (byName.data?.[rows] ?? []) : [];
  // The service compares names by their letters as they are written: those it found for this text fit.
  const all = matching(
    [...known, ...more].map((row) => ({ ...row, title: row.name })),
    text,
    mostByName,
  );
  const unique = [...new Map(all.map((row) => [row.accountId ?? row.priceListId, row])).values()];
  return { rows: unique, isPending: kept.isLoading || (asks && byName.isLoading), asks };
}
