import { useMayChange } from '../../api/session.tsx';
import { AccountLink, useAccounts } from '../../parts/Account.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { CustomerActions } from './CustomerActions.tsx';
import { OperatorActions } from './OperatorActions.tsx';
import type { Sender } from './reading.ts';
import styles from './senders.module.css';
import { statusText } from './status-text.ts';

export function useSenderColumns(): Column<Sender>[] {
  const { t } = useTexts();
  const { isOperator, nameOf } = useAccounts();
  const mayChange = useMayChange();
  return [
    {
      id: 'value',
      title: t('senders.sender'),
      sort: ({ value }) => value,
      cell: ({ value }) => <strong>{value}</strong>,
    },
    {
      id: 'type',
      title: t('senders.type'),
      sort: ({ isNumber, channel }) => `${isNumber} ${channel}`,
      cell: ({ isNumber, channel }) => (
        <span className={styles.type}>
          {t(isNumber ? 'senders.number' : 'senders.name')} · {channel}
        </span>
      ),
    },
    ...(isOperator ? [accountColumn(t('shell.account'), nameOf)] : []),
    {
      id: 'status',
      title: t('senders.status'),
      wide: true,
      sort: ({ status }) => status,
      cell: (sender) => <StatusInWords sender={sender} isOperator={isOperator} />,
    },
    {
      id: 'at',
      title: t('senders.changed'),
      narrow: 'titled',
      sort: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    ...(mayChange || isOperator
      ? [
          {
            id: 'actions',
            title: t('senders.actions'),
            align: 'end' as const,
            narrow: 'line' as const,
            cell: (sender: Sender) =>
              isOperator ? <OperatorActions sender={sender} /> : <CustomerActions sender={sender} />,
          },
        ]
      : []),
  ];
}

function accountColumn(title: string, nameOf: (accountId: string) => string | undefined): Column<Sender> {
  return {
    id: 'account',
    title,
    sort: ({ accountId }) => accountId && nameOf(accountId),
    cell: ({ accountId }) => accountId && <AccountLink accountId={accountId} />,
  };
}

/** The status, and in a sentence what it means. */
function StatusInWords({ sender, isOperator }: { sender: Sender; isOperator: boolean }) {
  const { t } = useTexts();
  const { status, reason, wrongCodes } = sender;
  return (
    <div className={styles.status}>
      <Status status={status} />
      <span className={styles.explanation}>
        {t(statusText(sender, isOperator))}
        {reason && ` ${t('senders.because', { reason })}`}
        {isOperator && wrongCodes ? ` ${t('senders.wrongCodes', { count: wrongCodes })}` : ''}
      </span>
    </div>
  );
}
