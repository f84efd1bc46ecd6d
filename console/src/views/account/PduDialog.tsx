import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { notify } from '../../parts/notify.ts';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

type Pdu = Operator['SmppPdu'];
const path = '/admin/v1/smpp-binds/{bindId}/log';
const seconds = 300;
const everyMs = 2_000;

/** The PDUs of a bind, without texts and passwords, recorded on request. */
export function PduDialog({
  bind,
  opened,
  onClose,
}: {
  bind: Operator['SmppBind'] | undefined;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const params = { path: { bindId: bind?.bindId ?? '' }, query: { limit: '1000' } };
  const { data, error, refetch } = useQuery({ ...read(path, { params }), enabled: opened, refetchInterval: everyMs });
  const begin = async () => {
    if (!bind) return;
    await ask(api.POST(path, { params: { path: { bindId: bind.bindId } }, body: { seconds } }));
    notify(t('accounts.pdusBegun'));
    void refresh('/admin/v1/smpp-binds');
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('accounts.pdusTitle', { name: bind?.systemId ?? '' })}
      size={1080}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <p>{t('accounts.pdusHint')}</p>
      <Group justify="flex-end" mb="sm">
        <Button onClick={() => void begin()} data-autofocus>
          {t('accounts.pdusBegin')}
        </Button>
      </Group>
      <DataTable
        caption={t('accounts.pdusTitle', { name: bind?.systemId ?? '' })}
        columns={useColumns()}
        rows={data?.pdus}
        rowKey={({ place }) => `${place}`}
        error={error}
        retry={() => void refetch()}
        expected={4}
        empty={<EmptyState icon="search" title={t('accounts.pdusNone')} text={t('accounts.pdusNoneHint')} />}
      />
    </Modal>
  );
}

function useColumns(): Column<Pdu>[] {
  const { t } = useTexts();
  return [
    { id: 'at', title: t('accounts.pduAt'), cell: ({ at }) => <Time at={at} /> },
    {
      id: 'command',
      title: t('accounts.pduCommand'),
      cell: ({ command, direction }) => (
        <code>
          {direction === 'in' ? '→' : '←'} {command}
        </code>
      ),
    },
    {
      id: 'sequence',
      title: t('accounts.pduSequence'),
      align: 'end',
      narrow: 'titled',
      cell: ({ sequence }) => sequence,
    },
    { id: 'status', title: t('accounts.pduStatus'), narrow: 'titled', cell: ({ status }) => <code>{status}</code> },
    {
      id: 'fields',
      title: t('accounts.pduFields'),
      wide: true,
      narrow: 'line',
      cell: ({ fields }) => <Fields fields={fields} />,
    },
  ];
}

/** Name and value of each, in a line that breaks between them. */
function Fields({ fields }: Pick<Pdu, 'fields'>) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return '–';
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: '0 var(--space-3)', whiteSpace: 'normal' }}>
      {entries.map(([name, value]) => (
        <code key={name} style={{ overflowWrap: 'anywhere' }}>
          <span style={{ color: 'var(--dim)' }}>{name}</span>{' '}
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </code>
      ))}
    </span>
  );
}
