import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Customer } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { toLogin } from '../../api/scope.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { browserOf } from './browser-name.ts';

type Session = Customer['ConsoleSessionList']['sessions'][number];

async function end({ sessionId }: Session): Promise<void> {
  await ask(api.DELETE('/console/v1/sessions/{sessionId}', { params: { path: { sessionId } } }));
}

/** Where one is logged in; an admin sees everybody. */
export function Sessions() {
  const { t } = useTexts();
  const [isOpen, dialog] = useDisclosure(false);
  const one = useRowDialog<'end', Session>();
  const { data, error, refetch } = useQuery(read('/console/v1/sessions'));
  const current = data?.sessions.find((session) => session.current);
  const others = data?.sessions.filter((session) => !session.current && isSamePerson(session, current)) ?? [];
  const endOne = async (session: Session) => {
    await end(session);
    if (session.current) return toLogin();
    notify(t('settings.sessionEnded'));
    void refresh('/console/v1/sessions');
  };
  return (
    <Panel
      title={t('settings.sessions')}
      flush
      actions={
        <Button variant="default" disabled={others.length === 0} onClick={dialog.open}>
          {t('settings.endOthers')}
        </Button>
      }
    >
      <DataTable
        caption={t('settings.sessions')}
        columns={useColumns((session) => one.open('end', session))}
        rows={data?.sessions}
        rowKey={({ sessionId }) => sessionId}
        error={error}
        retry={() => void refetch()}
        expected={3}
        empty={<EmptyState title={t('settings.sessionsNone')} />}
      />
      <Confirm
        opened={one.is('end')}
        onClose={one.close}
        title={t('settings.endTitle')}
        action={t('settings.end')}
        danger
        onConfirm={async () => {
          if (one.row) await endOne(one.row);
        }}
      >
        <p>
          {one.row &&
            (one.row.current
              ? t('settings.endThisText')
              : t('settings.endText', { name: one.row.name, address: one.row.address }))}
        </p>
      </Confirm>
      <Confirm
        opened={isOpen}
        onClose={dialog.close}
        title={t('settings.endOthersTitle')}
        action={t('settings.endOthers')}
        danger
        onConfirm={async () => {
          for (const session of others) await end(session);
          notify(t('settings.othersEnded', { count: others.length }));
          void refresh('/console/v1/sessions');
        }}
      >
        <p>{t('settings.endOthersText', { count: others.length })}</p>
      </Confirm>
    </Panel>
  );
}

function isSamePerson(one: Session, other: Session | undefined): boolean {
  return one.kind === other?.kind && one.name === other.name && one.accountId === other.accountId;
}

function useColumns(endOne: (session: Session) => void): Column<Session>[] {
  const { t } = useTexts();
  return [
    {
      id: 'name',
      title: t('settings.who'),
      cell: ({ name, accountName, current }) => (
        <>
          {name}
          {accountName && accountName !== name && ` · ${accountName}`}{' '}
          {current && <Badge tone="info" icon="check" text={t('settings.thisOne')} />}
        </>
      ),
    },
    {
      id: 'browser',
      title: t('settings.browser'),
      wide: true,
      cell: ({ userAgent }) => <span title={userAgent}>{browserOf(userAgent) ?? t('settings.unknownBrowser')}</span>,
    },
    { id: 'address', title: t('settings.address'), cell: ({ address }) => <code>{address}</code> },
    { id: 'created', title: t('settings.since'), narrow: 'titled', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'seen', title: t('settings.seen'), narrow: 'titled', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    { id: 'expires', title: t('settings.expires'), narrow: 'titled', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      id: 'end',
      title: t('accounts.actions'),
      quiet: true,
      align: 'end',
      cell: (session) => (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={t('settings.endOne', { name: session.name, address: session.address })}
          onClick={() => endOne(session)}
        >
          {t('settings.end')}
        </Button>
      ),
    },
  ];
}
