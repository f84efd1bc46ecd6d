import { queryClient, read } from '../../api/queries.ts';
import { useMayRead, useScope } from '../../api/session.tsx';
import { AccountMoney } from '../../parts/AccountMoney.tsx';
import type { Column } from '../../parts/DataTable.tsx';
import { countText } from '../../parts/number-text.ts';
import { reasonIn } from '../../parts/reason.ts';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { AccountName } from './AccountName.tsx';
import styles from './messages.module.css';
import type { Message } from './search.ts';

/** Longer texts are cut by the screen; this many characters are more than it shows. */
const mostShown = 200;

export function useMessageColumns(): Column<Message>[] {
  const texts = useTexts();
  const { t, locale } = texts;
  const isOperator = useScope().kind === 'operator';
  const mayRead = useMayRead('text');
  const account: Column<Message> = {
    id: 'account',
    title: t('messages.account'),
    narrow: 'titled',
    sort: ({ accountId }) => accountId && nameOf(accountId),
    cell: ({ accountId }) => accountId && <AccountName accountId={accountId} />,
  };
  const text: Column<Message> = {
    id: 'text',
    title: t('messages.text'),
    narrow: 'line',
    wide: true,
    cell: ({ content }) => <OneLine text={content?.slice(0, mostShown).replaceAll(/\s+/g, ' ')} />,
  };
  return [
    { id: 'at', title: t('messages.at'), sort: (row) => row.acceptedAt, cell: (row) => <Time at={row.acceptedAt} /> },
    {
      id: 'status',
      title: t('messages.status'),
      sort: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => <Status status={status} />,
    },
    { id: 'to', title: t('messages.to'), sort: (row) => row.destination, cell: (row) => row.destination },
    { id: 'from', title: t('messages.from'), narrow: 'titled', sort: (row) => row.sender, cell: (row) => row.sender },
    ...(isOperator ? [account] : []),
    {
      id: 'country',
      title: t('messages.country'),
      narrow: 'hide',
      sort: (row) => row.country,
      cell: (row) => row.country,
    },
    ...(mayRead ? [text] : []),
    {
      id: 'parts',
      title: t('messages.parts'),
      align: 'end',
      narrow: 'hide',
      sort: ({ segmentCount }) => segmentCount,
      cell: ({ segmentCount }) => countText(segmentCount, locale),
    },
    {
      id: 'price',
      title: t('messages.price'),
      align: 'end',
      narrow: 'titled',
      sort: ({ price }) => Number(price),
      cell: ({ accountId, price }) => <AccountMoney accountId={accountId} amount={price} />,
    },
    {
      id: 'reason',
      title: t('messages.reason'),
      narrow: 'line',
      wide: true,
      cell: ({ reason, reasonText }) => (
        <OneLine text={reason && (reasonText ? reasonIn(reasonText, texts) : reason)} title={reason} />
      ),
    },
    {
      id: 'scheduled',
      title: t('messages.scheduled'),
      narrow: 'titled',
      isExtra: true,
      sort: ({ scheduledAt }) => scheduledAt,
      cell: ({ scheduledAt }) => scheduledAt && <Time at={scheduledAt} />,
    },
    {
      id: 'updated',
      title: t('messages.updated'),
      narrow: 'titled',
      isExtra: true,
      sort: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      id: 'encoding',
      title: t('messages.encoding'),
      narrow: 'titled',
      isExtra: true,
      sort: ({ encoding }) => encoding,
      cell: ({ encoding }) => encoding,
    },
    {
      id: 'id',
      title: t('messages.id'),
      narrow: 'line',
      isExtra: true,
      cell: ({ messageId }) => <code>{messageId}</code>,
    },
  ];
}

function OneLine({ text, title }: { text: string | undefined; title?: string | undefined }) {
  if (!text) return null;
  return (
    <span className={styles.line} title={title ?? text}>
      {text}
    </span>
  );
}

/** What is shown of the account is known by then. */
function nameOf(accountId: string): string {
  const { queryKey } = read('/admin/v1/accounts/{accountId}', { params: { path: { accountId } } });
  return queryClient.getQueryData(queryKey)?.name ?? accountId;
}
