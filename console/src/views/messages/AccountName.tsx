import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';

/** The name of an account, asked for once and kept: lists carry ids only. */
export function AccountName({ accountId }: { accountId: string }) {
  const { data } = useQuery({
    ...read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } }),
    staleTime: 300_000,
  });
  return <span title={accountId}>{data?.name ?? `…${accountId.slice(-8)}`}</span>;
}
