import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Operator } from '../api/client.ts';
import { read } from '../api/queries.ts';
import { useMayChange } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { useRefreshOn } from '../live/useLive.tsx';
import { PauseAll } from '../parts/PauseAll.tsx';
import { Time } from '../parts/Time.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Banners.module.css';

type Pause = Operator['Pause'];
const everyMs = 15_000;
/** Of many, as many as fit into a line or two. */
const most = 5;

/** Shows on every page that messages are paused: it is easily forgotten. */
export function Paused() {
  const { t, rich } = useTexts();
  const mayChange = useMayChange();
  useRefreshOn('carriers', '/admin/v1/pauses');
  const { data } = useQuery({ ...read('/admin/v1/pauses'), refetchInterval: everyMs });
  const pauses = data?.pauses ?? [];
  const all = pauses.find(({ kind }) => kind === 'all');
  const named = pauses.filter(({ kind }) => kind !== 'all');
  if (pauses.length === 0) return null;
  return (
    <section className={styles.banner} aria-label={t('pauses.label')}>
      <Icon name="pause" />
      {all && <span>{rich('pauses.all', { by: all.by, time: <Time at={all.since} /> })}</span>}
      {named.length > 0 && <span>{rich('pauses.some', { names: <Names pauses={named} /> })}</span>}
      {all && mayChange && (
        <span className={styles.action}>
          <PauseAll isPaused />
        </span>
      )}
    </section>
  );
}

function Names({ pauses }: { pauses: readonly Pause[] }) {
  const { t } = useTexts();
  return (
    <>
      {pauses.slice(0, most).map((pause, index) => (
        <Fragment key={pause.carrierId ?? pause.accountId}>
          {index > 0 && ', '}
          <Named pause={pause} />
        </Fragment>
      ))}
      {pauses.length > most && ` ${t('pauses.more', { count: pauses.length - most })}`}
    </>
  );
}

/** Links to the page where the pause can be lifted. */
function Named({ pause: { kind, accountId, carrierId, name = '' } }: { pause: Pause }) {
  const { t } = useTexts();
  return kind === 'account' ? (
    <Link to={`/accounts/${accountId}?tab=status`}>{t('pauses.account', { name })}</Link>
  ) : (
    <Link to={`/carriers/${carrierId}`}>{t('pauses.carrier', { name })}</Link>
  );
}
