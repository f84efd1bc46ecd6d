import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Operator as Named } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useMayChange, useSession } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { useColumns, type What } from './columns.tsx';
import { Online } from './Online.tsx';
import { OperatorDialog } from './OperatorDialog.tsx';

type Operator = Named['OperatorDetails'];
type Link = { url: string; expiresAt: string };
const path = '/admin/v1/operators';

/** Who may use the console besides the admin token, and how far. */
export default function OperatorsView() {
  const { t, rich } = useTexts();
  const mayChange = useMayChange();
  const self = useSession().name;
  const { data, error, refetch } = useQuery(read(path));
  const dialog = useRowDialog<What, Operator | undefined>();
  const [link, setLink] = useState<Link>();
  const { row } = dialog;
  const operatorId = row?.operatorId ?? '';
  const one = { params: { path: { operatorId } } };
  const name = row?.name ?? '';
  useAsked('new', () => dialog.open('add', undefined), mayChange);
  const act = (what: What, operator: Operator) => {
    if (what !== 'link') return dialog.open(what, operator);
    const params = { path: { operatorId: operator.operatorId } };
    ask(api.POST('/admin/v1/operators/{operatorId}/links', { params })).then(setLink, notifyFault);
  };
  const add = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('add', undefined)}>
      {t('operators.add')}
    </Button>
  );
  return (
    <Page title={t('operators.title')} guide="console-access" actions={add}>
      <Panel flush>
        <DataTable
          caption={t('operators.title')}
          columns={useColumns(self, mayChange ? act : undefined)}
          rows={data?.operators}
          rowKey={(operator) => operator.operatorId}
          error={error}
          retry={() => void refetch()}
          expected={3}
          empty={
            <EmptyState icon="operators" title={t('operators.none')} text={t('operators.noneHint')}>
              {add}
            </EmptyState>
          }
        />
      </Panel>
      <Online self={self} />
      <OperatorDialog
        operator={row}
        opened={dialog.is('add') || dialog.is('change')}
        onClose={dialog.close}
        linked={setLink}
      />
      <Confirm
        opened={dialog.is('totp')}
        onClose={dialog.close}
        title={t('operators.totpTitle', { name })}
        action={t('operators.totp')}
        danger
        onConfirm={async () => {
          await ask(api.PATCH('/admin/v1/operators/{operatorId}', { ...one, body: { resetTotp: true } }));
          notify(t('operators.totpDone', { name }));
          void refresh(path);
        }}
      >
        <p>{t('operators.totpText')}</p>
      </Confirm>
      <Confirm
        opened={dialog.is('delete')}
        onClose={dialog.close}
        title={t('operators.deleteTitle', { name })}
        action={t('shell.delete')}
        danger
        retype={name}
        onConfirm={async () => {
          await ask(api.DELETE('/admin/v1/operators/{operatorId}', one));
          notify(t('operators.deleted', { name }));
          void refresh(path);
        }}
      >
        <p>{t('operators.deleteText')}</p>
      </Confirm>
      <ShownOnce
        opened={link !== undefined}
        onClose={() => setLink(undefined)}
        title={t('operators.linkTitle')}
        secret={link?.url ?? ''}
        label={t('operators.linkLabel')}
        done={t('accounts.done')}
      >
        <p>{rich('operators.linkText', { time: <Time at={link?.expiresAt} /> })}</p>
      </ShownOnce>
    </Page>
  );
}
