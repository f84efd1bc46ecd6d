import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { list, refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { GuideLink } from '../../parts/GuideLink.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { CredentialDialog, PasswordDialog } from './CredentialDialogs.tsx';

type Credential = Operator['SmppCredential'];
type What = 'issue' | 'change' | 'rotate' | 'revoke';
type Open = (what: What, row: Credential) => void;
type Dialog = ReturnType<typeof useRowDialog<What, Credential | undefined>>;

const path = '/admin/v1/accounts/{accountId}/smpp-credentials';

/** What programs of the account bind with. */
export function Credentials({ accountId }: { accountId: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<What, Credential | undefined>();
  const pages = useInfiniteQuery(list(path, { params: { path: { accountId }, query: { limit: '100' } } }));
  const rows = pages.data?.pages.flatMap(({ smppCredentials }) => smppCredentials);
  const issue = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('issue', undefined)}>
      {t('accounts.credentialIssue')}
    </Button>
  );
  return (
    <Panel
      title={t('accounts.credentials')}
      flush
      actions={
        <>
          <GuideLink guide="smpp" />
          {issue}
        </>
      }
    >
      <DataTable
        name="credentials"
        caption={t('accounts.credentials')}
        columns={useColumns(mayChange ? dialog.open : undefined)}
        rows={rows}
        rowKey={({ credentialId }) => credentialId}
        error={pages.error}
        retry={() => void pages.refetch()}
        expected={2}
        empty={
          <EmptyState icon="key" title={t('accounts.credentialsNone')} text={t('accounts.credentialsNoneHint')}>
            {issue}
          </EmptyState>
        }
      />
      {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      <Dialogs accountId={accountId} dialog={dialog} />
    </Panel>
  );
}

/** A password is shown when it is made, and never again. */
function Dialogs({ accountId, dialog }: { accountId: string; dialog: Dialog }) {
  const { t } = useTexts();
  const [issued, setIssued] = useState<Operator['SmppCredentialIssued']>();
  const { row } = dialog;
  const show = (credential: Operator['SmppCredentialIssued']) => {
    setIssued(credential);
    void refresh(path);
  };
  const opened = dialog.is('issue') || dialog.is('change');
  return (
    <>
      <CredentialDialog accountId={accountId} credential={row} opened={opened} onClose={dialog.close} issued={show} />
      <PasswordDialog credential={row} opened={dialog.is('rotate')} onClose={dialog.close} issued={show} />
      <Confirm
        opened={dialog.is('revoke')}
        onClose={dialog.close}
        title={t('accounts.credentialRevokeTitle', { name: row?.systemId ?? '' })}
        action={t('accounts.credentialRevoke')}
        danger
        retype={row?.systemId ?? ''}
        onConfirm={async () => {
          if (!row) return;
          const params = { path: { credentialId: row.credentialId } };
          await ask(api.POST('/admin/v1/smpp-credentials/{credentialId}/revoke', { params }));
          notify(t('accounts.credentialRevoked'));
          void refresh(path);
        }}
      >
        <p>{t('accounts.credentialRevokeText')}</p>
      </Confirm>
      <ShownOnce
        opened={issued !== undefined}
        onClose={() => setIssued(undefined)}
        title={t('accounts.passwordIssuedTitle')}
        secret={issued?.password ?? ''}
        label={t('accounts.passwordSecret')}
        done={t('accounts.done')}
      >
        <p>{t('accounts.passwordIssuedText', { name: issued?.systemId ?? '' })}</p>
      </ShownOnce>
    </>
  );
}

function useColumns(open: Open | undefined): Column<Credential>[] {
  const { t } = useTexts();
  const columns: Column<Credential>[] = [
    { id: 'system', title: t('accounts.systemId'), cell: (credential) => <Name credential={credential} /> },
    { id: 'status', title: t('accounts.status'), cell: (credential) => <State credential={credential} /> },
    {
      id: 'ranges',
      title: t('accounts.credentialRanges'),
      wide: true,
      narrow: 'titled',
      cell: ({ allowedRanges }) => allowedRanges.join(', ') || t('accounts.anyAddress'),
    },
    {
      id: 'binds',
      title: t('accounts.credentialBindsWindow'),
      align: 'end',
      narrow: 'titled',
      cell: ({ maxBinds, window }) => `${maxBinds} / ${window}`,
    },
    {
      id: 'rate',
      title: t('accounts.credentialRate'),
      align: 'end',
      narrow: 'titled',
      cell: ({ rate }) => rate ?? '–',
    },
    {
      id: 'used',
      title: t('accounts.keyUsed'),
      narrow: 'titled',
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
    },
    {
      id: 'issued',
      title: t('accounts.credentialIssuedAt'),
      narrow: 'hide',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  if (!open) return columns;
  const actions = (credential: Credential) => <Actions credential={credential} open={open} />;
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}

/** One that has expired can be given more time, and no other password before that; one that is revoked is over for good. */
function Actions({ credential, open }: { credential: Credential; open: Open }) {
  const { t } = useTexts();
  const { systemId, status } = credential;
  if (status === 'revoked') return null;
  const rotate = { text: t('accounts.password'), icon: 'refresh', onClick: () => open('rotate', credential) } as const;
  return (
    <RowMenu
      label={t('accounts.credentialActions', { name: systemId })}
      actions={[
        { text: t('accounts.keyChange'), icon: 'settings', onClick: () => open('change', credential) },
        ...(status === 'live' ? [rotate] : []),
        {
          text: t('accounts.credentialRevoke'),
          icon: 'forbidden',
          danger: true,
          onClick: () => open('revoke', credential),
        },
      ]}
    />
  );
}

/** The label stands below it, and may be long. */
function Name({ credential: { systemId, label } }: { credential: Credential }) {
  return (
    <>
      <code>{systemId}</code>
      {label && (
        <Text size="xs" c="dimmed" w="max-content" maw={200} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {label}
        </Text>
      )}
    </>
  );
}

const states = {
  live: 'accounts.credentialLive',
  expired: 'accounts.credentialExpired',
  revoked: 'accounts.credentialIsRevoked',
} as const satisfies Record<Credential['status'], string>;

/** With the time at which it ends or ended, the old password for as long as that still counts, and what its programs do wrong. */
function State({ credential }: { credential: Credential }) {
  const { t } = useTexts();
  const { status, expiresAt, revokedAt, previousUntil, latin1Warning } = credential;
  const isLive = status === 'live';
  return (
    <>
      <Status status={status} text={t(states[status])} />
      <Note text={isLive ? t('accounts.credentialUntil') : ''} at={status === 'revoked' ? revokedAt : expiresAt} />
      <Note text={t('accounts.passwordOldUntil')} at={isLive ? previousUntil : null} />
      {isLive && latin1Warning && (
        <Note text={t('accounts.latin1Warning', { count: latin1Warning.texts })} at={latin1Warning.lastAt} />
      )}
    </>
  );
}

function Note({ text, at }: { text: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {text} <Time at={at} />
    </Text>
  );
}
