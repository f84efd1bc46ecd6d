import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh } from '../../api/queries.ts';
import { useMayChange, useMayRead, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useTexts } from '../../texts/language.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import styles from './messages.module.css';
import { usePriceText } from './price-text.ts';
import { ResendDialog } from './ResendDialog.tsx';
import { type Message, messagePaths } from './search.ts';
import { cancellable, csvOfRows, segmentsOf } from './selected.ts';

type Props = { rows: readonly Message[]; clear: () => void };

/** What the selected messages are together, and what can be done with them. */
export function BulkBar({ rows, clear }: Props) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const hasText = useMayRead('text');
  const isOperator = useScope().kind === 'operator';
  const price = usePriceText(rows);
  const [asked, ask] = useState<'cancel' | 'resend'>();
  // The service sends again for one account at a time.
  const isOfOne = !isOperator || new Set(rows.map(({ accountId }) => accountId)).size === 1;
  const done = () => {
    clear();
    void refresh(...messagePaths);
  };
  const dialog = (what: 'cancel' | 'resend') => ({
    rows,
    opened: asked === what,
    onClose: () => ask(undefined),
    onDone: done,
  });
  const download = () =>
    saveFile('messages.csv', new Blob([csvOfRows(rows, { isOperator, hasText })], { type: 'text/csv;charset=utf-8' }));
  return (
    <fieldset className={styles.bulk} aria-label={t('messages.selection')}>
      <span role="status">
        <strong>{t('messages.selected', { count: rows.length })}</strong> ·{' '}
        {t('messages.segments', { count: segmentsOf(rows) })} · {price}
      </span>
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="close" size={14} />}
          disabled={cancellable(rows, isOperator).length === 0}
          onClick={() => ask('cancel')}
        >
          {t('messages.cancel')}
        </Button>
      )}
      {mayChange && isOfOne && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="send" size={14} />}
          onClick={() => ask('resend')}
        >
          {t('messages.resend')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" leftSection={<Icon name="download" size={14} />} onClick={download}>
        {t('messages.download')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t('messages.unselect')}
      </Button>
      <CancelDialog {...dialog('cancel')} />
      <ResendDialog {...dialog('resend')} />
    </fieldset>
  );
}
