import { type ReactNode, useState } from 'react';
import { DataTable } from '../../parts/DataTable.tsx';
import { useTexts } from '../../texts/language.tsx';
import { BulkBar } from './BulkBar.tsx';
import { useMessageColumns } from './columns.tsx';
import type { Message } from './search.ts';

type Props = {
  rows: readonly Message[] | undefined;
  empty: ReactNode;
  error?: unknown;
  retry?: () => void;
  isStale?: boolean;
  isPart?: boolean;
};

const none: ReadonlySet<string> = new Set();

export function MessageTable({ rows, empty, error, retry, isStale = false, isPart = false }: Props) {
  const { t } = useTexts();
  const [keys, setKeys] = useState(none);
  const selected = keys.size === 0 ? [] : (rows ?? []).filter(({ messageId }) => keys.has(messageId));
  return (
    <DataTable
      name="messages"
      caption={t('messages.caption')}
      columns={useMessageColumns()}
      rows={rows}
      rowKey={({ messageId }) => messageId}
      to={({ messageId }) => `/messages/${messageId}`}
      empty={empty}
      error={error}
      {...(retry && { retry })}
      isStale={isStale}
      isPart={isPart}
      expected={12}
      selection={{
        keys,
        set: setKeys,
        nameOf: ({ destination, sender }) => t('messages.named', { destination, sender }),
      }}
      bar={selected.length > 0 && <BulkBar rows={selected} clear={() => setKeys(none)} />}
    />
  );
}
