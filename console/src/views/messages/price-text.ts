import { useQueries, useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { amountsText } from '../../incident/amounts.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Message } from './search.ts';

/** What several messages cost together, in the currencies of their accounts. */
export function usePriceText(rows: readonly Message[]): string {
  const { locale } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const ids = isOperator ? [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))] : [];
  const accounts = useQueries({
    queries: ids.map((accountId) => ({
      ...read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } }),
      staleTime: 300_000,
    })),
  });
  const own = useQuery({ ...read('/v1/account'), enabled: !isOperator, staleTime: 300_000 });
  const currencies = new Map(ids.map((id, place) => [id, accounts[place]?.data?.currency]));
  const currencyOf = ({ accountId }: Message) => (isOperator ? currencies.get(accountId ?? '') : own.data?.currency);
  return amountsText(
    rows.map((row) => ({ amount: String(row.price), currency: currencyOf(row) ?? '' })),
    locale,
  );
}
