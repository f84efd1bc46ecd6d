import { useQuery } from '@tanstack/react-query';
import type { Operator as Named } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { AccountLink } from '../../parts/Account.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

type Person = Named['PeopleOnline']['people'][number];

const everyMs = 30_000;

/** People whose console made a request in the last minutes. */
export function Online({ self }: { self: string }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({ ...read('/admin/v1/operators/online'), refetchInterval: everyMs });
  const rows = data?.people;
  return (
    <Panel title={t('operators.online')} flush>
      <DataTable
        caption={t('operators.online')}
        columns={useColumns(self, rows?.some(({ addresses }) => addresses !== undefined) ?? false)}
        rows={rows}
        rowKey={({ kind, name, operatorId, accountId }) => [kind, name, operatorId, accountId].join(' ')}
        error={error}
        retry={() => void refetch()}
        expected={2}
        empty={<EmptyState icon="operators" title={t('operators.onlineNone')} />}
      />
    </Panel>
  );
}

function useColumns(self: string, hasAddresses: boolean): Column<Person>[] {
  const { t } = useTexts();
  return [
    {
      id: 'person',
      title: t('operators.person'),
      wide: true,
      cell: ({ name, kind, sessions }) => (
        <>
          <strong>{name}</strong>{' '}
          {kind !== 'account' && name === self && <Badge tone="info" text={t('operators.you')} />}{' '}
          {sessions > 1 && <Badge tone="none" text={t('operators.sessions', { count: sessions })} />}
        </>
      ),
    },
    {
      id: 'role',
      title: t('operators.role'),
      cell: ({ kind, role, accountId }) =>
        kind === 'account' ? (
          <>
            {t('operators.by_account')} {accountId && <AccountLink accountId={accountId} />}
          </>
        ) : (
          t(kind === 'operator-token' ? 'operators.by_operator-token' : `operators.role_${role ?? 'admin'}`)
        ),
    },
    { id: 'since', title: t('operators.since'), narrow: 'titled', cell: ({ since }) => <Time at={since} /> },
    {
      id: 'lastSeen',
      title: t('operators.lastSeen'),
      narrow: 'titled',
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
    },
    ...(hasAddresses
      ? [
          {
            id: 'address',
            title: t('operators.address'),
            narrow: 'titled',
            cell: ({ addresses }) => addresses?.join(', '),
          } satisfies Column<Person>,
        ]
      : []),
  ];
}
