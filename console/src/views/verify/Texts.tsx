import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Customer, forAccount } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { Badge } from '../../parts/Status.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Template = Customer['VerifyTemplate'];
const path = '/v1/verify/templates';
const one = '/v1/verify/templates/{language}';

/** The texts of verification codes by language. `accountId`: the account that an operator changes; undefined for one's own. */
export function Texts({ accountId }: { accountId?: string }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const headers = accountId === undefined ? {} : forAccount(accountId);
  const { data, error, refetch } = useQuery({
    // Texts of different accounts come from one path.
    queryKey: [path, accountId ?? ''],
    queryFn: () => ask(api.GET(path, { headers })),
  });
  const dialog = useRowDialog<'edit' | 'add' | 'drop', Template | undefined>();
  const { row } = dialog;
  const nameOf = useLanguageName();
  // Own texts first: these are the ones that were changed.
  const rows = data?.templates.toSorted((one, other) => Number(other.own) - Number(one.own));
  return (
    <Panel
      title={t('verify.texts')}
      flush
      actions={
        mayChange && (
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => dialog.open('add', undefined)}>
            {t('verify.addText')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('verify.texts')}
        columns={useColumns(mayChange ? dialog.open : undefined)}
        rows={rows}
        rowKey={({ language }) => language}
        error={error}
        retry={() => void refetch()}
        empty={<EmptyState icon="key" title={t('verify.texts')} />}
      />
      <FormDialog
        opened={dialog.is('edit') || dialog.is('add')}
        onClose={dialog.close}
        title={row ? t('verify.editTextOf', { language: nameOf(row.language) }) : t('verify.addText')}
        action={t('shell.save')}
        fields={['language', 'template']}
        submit={async (value) => {
          const language = row?.language ?? value('language').toLowerCase();
          const body = { template: value('template') };
          await ask(api.PUT(one, { params: { path: { language } }, body, headers }));
          notify(t('shell.saved'));
          void refresh(path);
        }}
      >
        {(fault) => (
          <>
            {!row && (
              <TextInput
                name="language"
                label={t('verify.language')}
                description={t('verify.languageHint')}
                error={fault('language')}
                maxLength={3}
                required
                data-autofocus
              />
            )}
            <Textarea
              name="template"
              label={t('verify.text')}
              description={t('verify.textHint', { code: '{code}', service: '{service}' })}
              defaultValue={row?.template ?? ''}
              error={fault('template')}
              autosize
              minRows={3}
              maxLength={300}
              required
            />
          </>
        )}
      </FormDialog>
      <Confirm
        opened={dialog.is('drop')}
        onClose={dialog.close}
        title={t('verify.dropTitle', { language: nameOf(row?.language ?? 'en') })}
        action={t('verify.dropTextOwn')}
        danger
        onConfirm={async () => {
          if (!row) return;
          await ask(api.DELETE(one, { params: { path: { language: row.language } }, headers }));
          notify(t('verify.dropped'));
          void refresh(path);
        }}
      >
        <p>{t('verify.dropTextHint')}</p>
      </Confirm>
    </Panel>
  );
}

function useColumns(open: ((what: 'edit' | 'drop', row: Template) => void) | undefined): Column<Template>[] {
  const { t } = useTexts();
  const nameOf = useLanguageName();
  const columns: Column<Template>[] = [
    { id: 'language', title: t('verify.language'), cell: ({ language }) => `${nameOf(language)} (${language})` },
    { id: 'text', title: t('verify.text'), wide: true, narrow: 'line', cell: ({ template }) => template },
    {
      id: 'own',
      title: t('verify.state'),
      cell: ({ own }) => <Badge tone={own ? 'info' : 'none'} text={t(own ? 'verify.own' : 'verify.builtIn')} />,
    },
  ];
  if (!open) return columns;
  const actions = (row: Template): RowAction[] => [
    { text: t('verify.editText'), icon: 'settings', onClick: () => open('edit', row) },
    ...(row.own
      ? [{ text: t('verify.dropTextOwn'), icon: 'trash', danger: true, onClick: () => open('drop', row) } as const]
      : []),
  ];
  const menu = (row: Template) => (
    <RowMenu label={t('incident.actions', { name: nameOf(row.language) })} actions={actions(row)} />
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: menu }];
}
