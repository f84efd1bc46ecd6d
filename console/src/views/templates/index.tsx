import { Button } from '@mantine/core';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { deleteTemplate, type TemplateSummary, useTemplate, useTemplates } from '../../sending/templates.ts';
import { useTexts } from '../../texts/language.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

type Dialog = 'add' | 'edit' | 'versions' | 'drop';

/** Texts that are sent again and again, with placeholders, in several languages. */
export default function TemplatesView() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { data, error, refetch } = useTemplates();
  const dialog = useRowDialog<Dialog, TemplateSummary | undefined>();
  const { row } = dialog;
  const { data: template } = useTemplate(dialog.is('edit') ? row?.templateId : undefined);
  return (
    <Page
      title={t('templates.title')}
      guide="templates"
      lead={t('templates.lead')}
      actions={
        mayChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open('add', undefined)}>
            {t('templates.add')}
          </Button>
        )
      }
    >
      <Panel flush>
        <DataTable
          caption={t('templates.title')}
          columns={useColumns(dialog.open, mayChange)}
          rows={data}
          rowKey={({ templateId }) => templateId}
          error={error}
          retry={() => void refetch()}
          empty={<EmptyState icon="copy" title={t('templates.none')} text={t('templates.noneHint')} />}
          expected={4}
        />
      </Panel>
      <TemplateDialog template={undefined} opened={dialog.is('add')} onClose={dialog.close} />
      {template && (
        <TemplateDialog
          key={template.updatedAt}
          template={template}
          opened={dialog.is('edit')}
          onClose={dialog.close}
        />
      )}
      <VersionsDialog template={row} opened={dialog.is('versions')} onClose={dialog.close} />
      <Confirm
        opened={dialog.is('drop')}
        onClose={dialog.close}
        title={t('templates.dropTitle', { name: row?.name ?? '' })}
        action={t('shell.delete')}
        retype={row?.name}
        danger
        onConfirm={async () => {
          await deleteTemplate(row?.templateId ?? '');
          notify(t('templates.dropped'));
        }}
      >
        <p>{t('templates.dropHint')}</p>
      </Confirm>
    </Page>
  );
}

function useColumns(open: (what: Dialog, row: TemplateSummary) => void, mayChange: boolean): Column<TemplateSummary>[] {
  const { t } = useTexts();
  const nameOf = useLanguageName();
  const actions = (row: TemplateSummary): RowAction[] => [
    ...(mayChange ? [{ text: t('templates.edit'), icon: 'settings', onClick: () => open('edit', row) } as const] : []),
    { text: t('templates.versions'), icon: 'clock', onClick: () => open('versions', row) },
    ...(mayChange
      ? [{ text: t('shell.delete'), icon: 'trash', danger: true, onClick: () => open('drop', row) } as const]
      : []),
  ];
  return [
    { id: 'name', title: t('templates.name'), wide: true, cell: ({ name }) => <strong>{name}</strong> },
    {
      id: 'languages',
      title: t('templates.languages'),
      narrow: 'titled',
      cell: ({ languages }) => languages.map(nameOf).join(', '),
    },
    { id: 'version', title: t('templates.version'), align: 'end', narrow: 'titled', cell: ({ version }) => version },
    {
      id: 'changed',
      title: t('templates.changed'),
      narrow: 'titled',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      id: 'actions',
      title: t('accounts.actions'),
      quiet: true,
      align: 'end',
      cell: (row) => <RowMenu label={t('incident.actions', { name: row.name })} actions={actions(row)} />,
    },
  ];
}
