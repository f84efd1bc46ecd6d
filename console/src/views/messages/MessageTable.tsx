import type { ReactNode } from 'react';
import { useScope } from '../../api/session.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { Money } from '../../parts/Money.tsx';
import { reasonIn } from '../../parts/reason.ts';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { AccountName } from './AccountName.tsx';
import styles from './messages.module.css';
import type { Message } from './search.ts';

type Props = {
  rows: readonly Message[] | undefined;
  empty: ReactNode;
  error?: unknown;
  retry?: () => void;
  isStale?: boolean;
};

export function MessageTable({ rows, empty, error, retry, isStale = false }: Props) {
  const texts = useTexts();
  const { t, locale } = texts;
  const isOperator = useScope().kind === 'operator';
  const numbers = new Intl.NumberFormat(locale);
  const account: Column<Message> = {
    id: 'account',
    title: t('messages.account'),
    narrow: 'titled',
    cell: ({ accountId }) => accountId && <AccountName accountId={accountId} />,
  };
  const columns: Column<Message>[] = [
    { id: 'at', title: t('messages.at'), cell: ({ acceptedAt }) => <Time at={acceptedAt} /> },
    { id: 'status', title: t('messages.status'), cell: ({ status }) => <Status status={status} /> },
    { id: 'to', title: t('messages.to'), cell: ({ destination }) => destination },
    { id: 'from', title: t('messages.from'), narrow: 'titled', cell: ({ sender }) => sender },
    ...(isOperator ? [account] : []),
    { id: 'country', title: t('messages.country'), cell: ({ country }) => country },
    {
      id: 'parts',
      title: t('messages.parts'),
      align: 'end',
      narrow: 'hide',
      cell: ({ segmentCount }) => numbers.format(segmentCount),
    },
    {
      id: 'price',
      title: t('messages.price'),
      align: 'end',
      narrow: 'hide',
      cell: ({ price }) => <Money amount={price} />,
    },
    {
      id: 'reason',
      title: t('messages.reason'),
      wide: true,
      cell: ({ reason, reasonText }) =>
        reason && (
          <span className={styles.reason} title={reason}>
            {reasonText ? reasonIn(reasonText, texts) : reason}
          </span>
        ),
    },
  ];
  return (
    <DataTable
      caption={t('messages.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ messageId }) => messageId}
      to={({ messageId }) => `/messages/${messageId}`}
      empty={empty}
      error={error}
      {...(retry && { retry })}
      isStale={isStale}
      expected={12}
    />
  );
}
