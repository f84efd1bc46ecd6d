import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Account.module.css';
import type { Filter } from './Filters.tsx';

/** As many as one page of the API holds; those beyond are shown by their id. */
const most = '1000';

/** The accounts by name, for an operator's lists; a customer has only one, and asks for none. */
export function useAccounts() {
  const isOperator = useScope().kind === 'operator';
  const { data } = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: most } } }),
    enabled: isOperator,
    staleTime: 60_000,
  });
  const accounts = data?.accounts ?? [];
  return {
    isOperator,
    nameOf: (accountId: string) => accounts.find((account) => account.accountId === accountId)?.name,
    choices: accounts
      .map(({ accountId, name }) => ({ value: accountId, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  };
}

/** The filter by account, for operators; for customers there is nothing to choose. */
export function useAccountFilter(): Filter[] {
  const { t } = useTexts();
  const { isOperator, choices } = useAccounts();
  return isOperator ? [{ name: 'accountId', label: t('shell.account'), kind: 'choice', choices }] : [];
}

/** The name of an account, which leads to its page. */
export function AccountLink({ accountId }: { accountId: string }) {
  const { nameOf } = useAccounts();
  return (
    <Link to={`/accounts/${accountId}`} className={styles.account} dir="auto" title={nameOf(accountId)}>
      {nameOf(accountId) ?? `…${accountId.slice(-8)}`}
    </Link>
  );
}
