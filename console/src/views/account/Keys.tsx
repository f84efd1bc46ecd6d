import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadMore } from '../../parts/LoadMore.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { KeyDialog, KeyRotateDialog } from './KeyDialogs.tsx';
import { issuedWith, type Key, type KeyApi } from './key-api.ts';

type What = 'issue' | 'change' | 'rotate' | 'revoke';

/** The keys of an account. A key itself is shown when it is made, and never again. */
export function Keys({ keys }: { keys: KeyApi }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const dialog = useRowDialog<What, Key | undefined>();
  const [issued, setIssued] = useState<string>();
  useAsked('issue', () => dialog.open('issue', undefined), mayChange);
  const { path } = keys;
  const pages = useInfiniteQuery(keys.pages);
  const rows = pages.data?.pages.flatMap((page) => page.keys);
  const { row } = dialog;
  const name = row ? nameOf(row) : '';
  const alsoRevoked = row && rows ? issuedWith(row.keyId, rows) : [];
  const show = (key: string) => {
    setIssued(key);
    void refresh(path);
  };
  const issue = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('issue', undefined)}>
      {t('accounts.issue')}
    </Button>
  );
  return (
    <Panel title={t('accounts.keys')} flush actions={issue}>
      <DataTable
        name="keys"
        caption={t('accounts.keys')}
        columns={useColumns(mayChange ? dialog.open : undefined)}
        rows={rows}
        rowKey={({ keyId }) => keyId}
        error={pages.error}
        retry={() => void pages.refetch()}
        expected={3}
        empty={
          <EmptyState
            icon="key"
            title={t('accounts.keysNone')}
            text={t(path === '/v1/keys' ? 'accounts.ownKeysNoneHint' : 'accounts.keysNoneHint')}
          >
            {issue}
          </EmptyState>
        }
      />
      {rows && rows.length > 0 && <LoadMore pages={pages} count={rows.length} />}
      <KeyDialog
        keys={keys}
        apiKey={row}
        title={row ? t('accounts.keyChangeTitle', { key: name }) : t('accounts.issueTitle')}
        opened={dialog.is('issue') || dialog.is('change')}
        onClose={dialog.close}
        issued={show}
      />
      <KeyRotateDialog
        keys={keys}
        apiKey={row}
        name={name}
        opened={dialog.is('rotate')}
        onClose={dialog.close}
        issued={show}
      />
      <Confirm
        opened={dialog.is('revoke')}
        onClose={dialog.close}
        title={t('accounts.keyRevokeTitle', { key: name })}
        action={t('accounts.keyRevoke')}
        danger
        retype={name}
        onConfirm={async () => {
          if (!row) return;
          await keys.revoke(row.keyId);
          notify(t('accounts.keyRevoked'));
          void refresh(path);
        }}
      >
        <p>{t('accounts.keyRevokeText')}</p>
        {alsoRevoked.length > 0 && <p>{t('accounts.keyRevokeAlso', { keys: alsoRevoked.map(nameOf).join(', ') })}</p>}
      </Confirm>
      <ShownOnce
        opened={issued !== undefined}
        onClose={() => setIssued(undefined)}
        title={t('accounts.issuedTitle')}
        secret={issued ?? ''}
        label={t('accounts.keySecret')}
        done={t('accounts.done')}
      >
        <p>{t('accounts.issuedText')}</p>
      </ShownOnce>
    </Panel>
  );
}

/** Without the right to see keys, their first characters are missing too. */
function nameOf({ label, prefix, keyId }: Omit<Key, 'prefix'> & { prefix?: string }): string {
  return label || prefix || `…${keyId.slice(-8)}`;
}

function useColumns(open: ((what: What, row: Key) => void) | undefined): Column<Key>[] {
  const { t } = useTexts();
  const columns: Column<Key>[] = [
    {
      id: 'prefix',
      title: t('accounts.keyPrefix'),
      cell: (key) => <code>{(key.prefix as string | undefined) ? `${key.prefix}…` : t('shell.hidden')}</code>,
    },
    { id: 'label', title: t('accounts.keyLabel'), cell: ({ label }) => label || '–' },
    { id: 'status', title: t('accounts.status'), cell: ({ status }) => <Status status={status} /> },
    {
      id: 'emails',
      title: t('accounts.keyEmails'),
      wide: true,
      narrow: 'titled',
      cell: ({ allowedEmails }) => allowedEmails.join(', ') || t('accounts.anyAddress'),
    },
    {
      id: 'used',
      title: t('accounts.keyUsed'),
      narrow: 'titled',
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
    },
    {
      id: 'expires',
      title: t('accounts.keyExpires'),
      narrow: 'titled',
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    { id: 'created', title: t('accounts.createdAt'), narrow: 'hide', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  if (!open) return columns;
  const actions = (key: Key) =>
    key.status === 'live' && (
      <RowMenu
        label={t('accounts.keyActions', { key: nameOf(key) })}
        actions={[
          { text: t('accounts.keyChange'), icon: 'settings', onClick: () => open('change', key) },
          { text: t('accounts.keyRotate'), icon: 'refresh', onClick: () => open('rotate', key) },
          { text: t('accounts.keyRevoke'), icon: 'forbidden', danger: true, onClick: () => open('revoke', key) },
        ]}
      />
    );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}
