import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { read } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import { Money } from './Money.tsx';

type Props = Omit<ComponentProps<typeof Money>, 'currency'> & {
  /** Not needed by customers, who have one account. */
  accountId: string | undefined;
};

/** An amount in the currency of an account: messages and transactions carry the amount only. */
export function AccountMoney({ accountId, ...money }: Props) {
  const isOperator = useScope().kind === 'operator';
  const any = useQuery({
    ...read('/admin/v1/accounts/{accountId}', { params: { path: { accountId: accountId ?? '' } } }),
    enabled: isOperator && accountId !== undefined,
    staleTime: 300_000,
  });
  const own = useQuery({ ...read('/v1/account'), enabled: !isOperator, staleTime: 300_000 });
  return <Money currency={(isOperator ? any : own).data?.currency} {...money} />;
}
