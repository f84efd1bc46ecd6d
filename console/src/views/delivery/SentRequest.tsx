import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { Panel } from '../../parts/Page.tsx';
import type { PlainKey } from '../../texts/catalogue.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Delivery } from '../webhooks/reading.ts';
import styles from './delivery.module.css';
import { headersOf, pretty } from './request-text.ts';

type Header = readonly [name: string, value: string | undefined];

const notes: Readonly<Record<string, PlainKey>> = {
  'webhook-id': 'webhooks.headerId',
  'webhook-timestamp': 'webhooks.headerTimestamp',
  'webhook-signature': 'webhooks.headerSignature',
  'x-message-id': 'webhooks.headerMessage',
};

/** What an endpoint gets: the body, and the headers that prove where it comes from. */
export function SentRequest({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const columns: Column<Header>[] = [
    { id: 'name', title: t('webhooks.header'), cell: ([name]) => <code className={styles.name}>{name}</code> },
    { id: 'value', title: t('webhooks.value'), wide: true, cell: (header) => <Value header={header} /> },
  ];
  return (
    <>
      <Panel title={t('webhooks.payload')}>
        <CodeBlock code={pretty(delivery.payload)} label={t('webhooks.payload')} />
        <p className={styles.note}>{t('webhooks.payloadHint')}</p>
      </Panel>
      <Panel title={t('webhooks.headers')} flush>
        <DataTable
          caption={t('webhooks.headers')}
          columns={columns}
          rows={headersOf(delivery)}
          rowKey={([name]) => name}
          empty={null}
        />
      </Panel>
    </>
  );
}

function Value({ header: [name, value] }: { header: Header }) {
  const { t } = useTexts();
  const note = notes[name];
  return (
    <div className={styles.value}>
      {value ? <code>{value}</code> : <em>{t('webhooks.eachTime')}</em>}
      {note && <span className={styles.dim}>{t(note)}</span>}
    </div>
  );
}
