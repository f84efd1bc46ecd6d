import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { InlineForm } from '../../parts/InlineForm.tsx';
import { countText } from '../../parts/number-text.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';

type Erased = Operator['Erased'];
const audit = '/admin/v1/audit';
const kinds = [
  ...(['cancelled', 'messages', 'texts', 'inboundMessages', 'receipts', 'webhooks', 'webhookAttempts'] as const),
  ...(['answers', 'emails', 'mails', 'senders', 'senderCodes', 'statistics', 'optOuts', 'verifications'] as const),
];

/** As people write it, with spaces, dashes or 00. */
const plain = (number: string) => number.replaceAll(/[-./()\s]/g, '').replace(/^00/, '+');

/** Removes a number from all data, after it was typed twice. */
export default function ErasureView() {
  const { t } = useTexts();
  const dialog = useRowDialog<'confirm', string>();
  const [done, setDone] = useState<{ number: string; erased: Erased }>();
  return (
    <Page title={t('erasure.title')} guide="privacy" lead={t('erasure.lead')}>
      <Panel>
        <InlineForm
          action={t('erasure.go')}
          danger
          fields={['phoneNumber']}
          submit={async (value) => {
            setDone(undefined);
            dialog.open('confirm', plain(value('phoneNumber')));
          }}
        >
          {(fault) => (
            <TextInput
              name="phoneNumber"
              label={t('erasure.number')}
              description={t('erasure.numberHint')}
              error={fault('phoneNumber')}
              type="tel"
              autoComplete="off"
              maw={420}
              required
            />
          )}
        </InlineForm>
      </Panel>
      {done && <Result {...done} />}
      <History />
      <Confirmation
        number={dialog.row ?? ''}
        opened={dialog.is('confirm')}
        onClose={dialog.close}
        onDone={(erased) => setDone({ number: dialog.row ?? '', erased })}
      />
    </Page>
  );
}

type ConfirmationProps = { number: string; opened: boolean; onClose: () => void; onDone: (erased: Erased) => void };

function Confirmation({ number, opened, onClose, onDone }: ConfirmationProps) {
  const { t } = useTexts();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('erasure.confirmTitle', { number })}
      action={t('erasure.go')}
      danger
      fields={['typed', 'phoneNumber']}
      submit={async (value) => {
        if (plain(value('typed')) !== number) throw new Error(t('erasure.different'));
        onDone(await ask(api.POST('/admin/v1/erasures', { body: { phoneNumber: number } })));
        void refresh(audit);
      }}
    >
      {(fault) => (
        <>
          <p>{t('erasure.confirmText')}</p>
          <TextInput
            name="typed"
            label={t('erasure.type', { number })}
            placeholder={t('erasure.typed')}
            error={fault('typed') ?? fault('phoneNumber')}
            type="tel"
            autoComplete="off"
            required
            data-autofocus
          />
          <p style={{ margin: 0, color: 'var(--dim)' }}>{t('erasure.takesTime')}</p>
        </>
      )}
    </FormDialog>
  );
}

function Result({ number, erased }: { number: string; erased: Erased }) {
  const { t, locale } = useTexts();
  const found = kinds.filter((kind) => erased[kind] > 0);
  return (
    <section role="status" aria-label={t('erasure.records')}>
      <Panel title={t('erasure.done', { number })}>
        {found.length === 0 ? (
          <p style={{ margin: 0 }}>{t('erasure.nothing')}</p>
        ) : (
          <Facts facts={found.map((kind) => [t(`erasure.${kind}`), countText(erased[kind], locale)] as const)} />
        )}
      </Panel>
    </section>
  );
}

/** The audit log keeps who erased when, the last digits and the numbers of records. */
function History() {
  const { t, locale } = useTexts();
  const { data, error, refetch } = useQuery(read(audit, { params: { query: { action: 'erasure end', limit: '20' } } }));
  const recordsOf = (details: Record<string, unknown>) =>
    kinds.reduce((sum, kind) => sum + (Number(details[kind]) || 0), 0);
  return (
    <Panel title={t('erasure.history')} flush>
      <DataTable
        caption={t('erasure.history')}
        rows={data?.entries}
        expected={1}
        slim
        rowKey={({ id }) => id}
        error={error}
        retry={() => void refetch()}
        columns={[
          { id: 'at', title: t('erasure.at'), cell: ({ at }) => <Time at={at} /> },
          { id: 'who', title: t('erasure.who'), cell: ({ actor }) => actor, wide: true },
          {
            id: 'ending',
            title: t('erasure.ending'),
            cell: ({ details }) => `…${(details as { ending?: string }).ending ?? ''}`,
          },
          {
            id: 'count',
            title: t('erasure.count'),
            align: 'end',
            cell: ({ details }) => countText(recordsOf(details as Record<string, unknown>), locale),
          },
        ]}
        empty={<EmptyState icon="check" title={t('erasure.historyNone')} text={t('erasure.historyNoneHint')} />}
      />
    </Panel>
  );
}
