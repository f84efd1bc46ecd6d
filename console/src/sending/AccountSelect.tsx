import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { read } from '../api/queries.ts';

type Props = {
  label: string;
  value: string | undefined;
  onChange: (accountId: string | undefined) => void;
  required?: boolean;
  size?: 'xs' | 'sm';
};

/** Chooses an account by a part of its name; there may be thousands. The only account is chosen from the start. For operators only. */
export function AccountSelect({ label, value, onChange, required = false, size = 'sm' }: Props) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed, 250);
  const found = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: '50', ...(name && { name }) } } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...read('/admin/v1/accounts/{accountId}', { params: { path: { accountId: value ?? '' } } }),
    enabled: value !== undefined,
  });
  const accounts = [...(found.data?.accounts ?? [])];
  if (chosen.data && !accounts.some(({ accountId }) => accountId === value)) accounts.unshift(chosen.data);
  const only = name === '' && found.data?.accounts.length === 1 ? found.data.accounts[0]?.accountId : undefined;
  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (value === undefined && only !== undefined) choose(only);
  }, [value, only]);
  return (
    <Select
      label={label}
      size={size}
      required={required}
      searchable
      data={accounts.map((account) => ({ value: account.accountId, label: account.name }))}
      value={value ?? null}
      onChange={(accountId) => onChange(accountId ?? undefined)}
      onSearchChange={(text) => setTyped(text === chosen.data?.name ? '' : text)}
      filter={({ options }) => options}
      allowDeselect={false}
    />
  );
}
