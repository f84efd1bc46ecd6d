import { useQuery } from '@tanstack/react-query';
import { read } from '../api/queries.ts';
import { actingFor } from '../api/scope.ts';
import { useScope } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Banners.module.css';
import { Paused } from './Paused.tsx';

/** For whom one acts; what is held back. */
export function Banners() {
  const { kind } = useScope();
  return (
    <>
      {actingFor !== undefined && <Acting accountId={actingFor} />}
      {kind === 'operator' && <Paused />}
    </>
  );
}

function Acting({ accountId }: { accountId: string }) {
  const { t, rich } = useTexts();
  const { data } = useQuery(read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } }));
  return (
    <section className={styles.banner} aria-label={t('shell.acting', { account: data?.name ?? accountId })}>
      <Icon name="account" />
      <span>{rich('shell.acting', { account: <strong dir="auto">{data?.name ?? accountId}</strong> })}</span>
      {/* A full page load: nothing of the account stays in memory. */}
      <a href={`/accounts/${accountId}`}>{t('shell.actingBack')}</a>
    </section>
  );
}
