import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCountryName } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import type { Group, Rows } from './reading.ts';
import { useShareText } from './share-text.ts';
import styles from './statistics.module.css';

type Row = Rows[number];

/** A row for each day, hour, country, sender, key, carrier or account: times newest first, all else by how much was sent. */
export function Breakdown({ rows, group }: { rows: Rows | undefined; group: Group }) {
  const { t } = useTexts();
  const isTime = group === 'day' || group === 'hour';
  const sorted = rows?.toSorted((one, other) =>
    isTime ? other.key.localeCompare(one.key) : other.accepted - one.accepted,
  );
  return (
    <Panel title={t(`statistics.by_${group}`)} flush>
      <DataTable
        caption={t('statistics.table')}
        columns={useColumns(group, rows ?? [])}
        rows={sorted}
        rowKey={({ key, currency }) => `${key} ${currency}`}
        empty={null}
      />
    </Panel>
  );
}

function useColumns(group: Group, rows: Rows): Column<Row>[] {
  const { t, locale } = useTexts();
  const name = useName(group);
  const share = useShareText();
  const most = Math.max(1, ...rows.map(({ accepted }) => accepted));
  const decimals = decimalsOf(rows.map(({ spend }) => spend));
  const count = (value: number) => value.toLocaleString(locale);
  const counts = ['failed', 'rejected', 'unknown', 'waiting', 'cancelled'] as const;
  return [
    { id: 'key', title: t(`statistics.by_${group}`), cell: name, narrow: 'line' },
    {
      id: 'bar',
      title: t('statistics.share'),
      quiet: true,
      wide: true,
      narrow: 'hide',
      cell: ({ accepted }) => (
        <span className={styles.bar} aria-hidden="true" style={{ width: `${(100 * accepted) / most}%` }} />
      ),
    },
    {
      id: 'accepted',
      title: t('statistics.accepted'),
      align: 'end',
      narrow: 'titled',
      cell: ({ accepted }) => <strong>{count(accepted)}</strong>,
    },
    {
      id: 'delivered',
      title: t('statistics.delivered'),
      align: 'end',
      narrow: 'titled',
      cell: ({ delivered }) => count(delivered),
    },
    {
      id: 'share',
      title: '%',
      align: 'end',
      cell: ({ deliveredShare }) => share(deliveredShare),
    },
    ...counts.map(
      (what): Column<Row> => ({
        id: what,
        title: t(`statistics.${what}`),
        align: 'end',
        narrow: 'titled',
        cell: (row) => <span className={row[what] === 0 ? styles.zero : undefined}>{count(row[what])}</span>,
      }),
    ),
    {
      id: 'spend',
      title: t('statistics.spend'),
      align: 'end',
      narrow: 'titled',
      cell: ({ spend, currency }) => <Money amount={spend} currency={currency} decimals={decimals} />,
    },
  ];
}

function useName(group: Group): (row: Row) => ReactNode {
  const { t, locale } = useTexts();
  const countryName = useCountryName();
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  switch (group) {
    case 'day':
      return ({ key }) => new Date(key).toLocaleDateString(locale, { ...day, timeZone: 'UTC' });
    case 'hour':
      return ({ key }) =>
        new Date(key).toLocaleString(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    case 'country':
      return ({ key }) => countryName(key);
    case 'sender':
      return ({ key }) => key || '–';
    case 'key':
      return ({ key, label }) => (key === 'none' ? t('statistics.noKey') : (label ?? `…${key.slice(-8)}`));
    case 'account':
      return ({ key, label }) => <Link to={`/accounts/${key}`}>{label ?? key}</Link>;
    case 'carrier':
      return ({ key, label }) => label ?? (key || t('statistics.noCarrier'));
  }
}
