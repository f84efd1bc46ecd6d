import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { changeOf, changeText } from '../../parts/change.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { countText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { TargetLink } from '../../parts/Target.tsx';
import { dayText, minuteTime } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import { useNameText } from './name-text.ts';
import type { Asked, Group, Rows } from './reading.ts';
import { useShareText } from './share-text.ts';
import styles from './statistics.module.css';
import { targetOfRow } from './targets.ts';

type Row = Rows[number];

/** A row for each day, hour, country, sender, key, carrier or account: times newest first, all else by how much was sent. */
export function Breakdown({
  rows,
  earlier,
  asked,
}: {
  rows: Rows | undefined;
  earlier: Rows | undefined;
  asked: Asked;
}) {
  const { t } = useTexts();
  const { group } = asked;
  const isTime = group === 'day' || group === 'hour';
  const sorted = rows?.toSorted((one, other) =>
    isTime ? other.key.localeCompare(one.key) : other.accepted - one.accepted,
  );
  return (
    <Panel title={t(`statistics.by_${group}`)} flush>
      <DataTable
        name="statistics"
        caption={t('statistics.table')}
        columns={useColumns(asked, rows ?? [], isTime ? undefined : earlier)}
        rows={sorted}
        rowKey={({ key, currency }) => `${key} ${currency}`}
        empty={null}
      />
    </Panel>
  );
}

function useColumns(asked: Asked, rows: Rows, earlier: Rows | undefined): Column<Row>[] {
  const { t, locale } = useTexts();
  const { group } = asked;
  const name = useName(group);
  const nameText = useNameText(group);
  const nameForSort = ({ key, label }: Row) => (group === 'day' || group === 'hour' ? key : nameText(key, label));
  const share = useShareText();
  const most = Math.max(1, ...rows.map(({ accepted }) => accepted));
  const decimals = decimalsOf(rows.map(({ spend }) => spend));
  const count = (row: Row, value: number, status?: string) => {
    const target = value > 0 ? targetOfRow(asked, row, status) : undefined;
    const text = countText(value, locale);
    return target ? (
      <TargetLink target={target} className={styles.count}>
        {text}
      </TargetLink>
    ) : (
      text
    );
  };
  const past = new Map(earlier?.map(({ key, currency, accepted }) => [`${key} ${currency}`, accepted]));
  const before = ({ key, currency }: Row) => past.get(`${key} ${currency}`);
  const counts = ['failed', 'rejected', 'unknown', 'waiting', 'cancelled'] as const;
  return [
    { id: 'key', title: t(`statistics.by_${group}`), cell: name, sort: nameForSort, narrow: 'line' },
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
      sort: (row) => row.accepted,
      cell: (row) => <strong>{count(row, row.accepted)}</strong>,
    },
    ...(earlier
      ? [
          {
            id: 'change',
            title: t('statistics.change'),
            align: 'end',
            narrow: 'titled',
            sort: (row) => changeOf(row.accepted, before(row)),
            cell: (row) => changeText(row.accepted, before(row), locale) ?? '–',
          } satisfies Column<Row>,
        ]
      : []),
    {
      id: 'delivered',
      title: t('statistics.delivered'),
      align: 'end',
      narrow: 'titled',
      sort: (row) => row.delivered,
      cell: (row) => count(row, row.delivered, 'delivered'),
    },
    {
      id: 'share',
      title: '%',
      align: 'end',
      sort: ({ deliveredShare }) => deliveredShare,
      cell: ({ deliveredShare }) => share(deliveredShare),
    },
    ...counts.map(
      (what): Column<Row> => ({
        id: what,
        title: t(`statistics.${what}`),
        align: 'end',
        narrow: 'titled',
        sort: (row) => row[what],
        cell: (row) => (
          <span className={row[what] === 0 ? styles.zero : undefined}>
            {count(row, row[what], what === 'waiting' ? 'accepted' : what)}
          </span>
        ),
      }),
    ),
    {
      id: 'spend',
      title: t('statistics.spend'),
      align: 'end',
      narrow: 'titled',
      sort: ({ spend }) => Number(spend),
      cell: ({ spend, currency }) => <Money amount={spend} currency={currency} decimals={decimals} />,
    },
  ];
}

function useName(group: Group): (row: Row) => ReactNode {
  const { locale } = useTexts();
  const nameText = useNameText(group);
  if (group === 'day') return ({ key }) => dayText(new Date(key), locale, 'UTC');
  if (group === 'hour') return ({ key }) => `${dayText(new Date(key), locale)}, ${minuteTime(new Date(key), locale)}`;
  if (group === 'account') return ({ key, label }) => <Link to={`/accounts/${key}`}>{label ?? key}</Link>;
  return ({ key, label }) => nameText(key, label);
}
