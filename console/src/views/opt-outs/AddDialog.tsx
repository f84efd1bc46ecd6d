import { Button, FileButton, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { importNumbers, type Owner } from './reading.ts';

type Props = { accountId: Owner; opened: boolean; onClose: () => void };

/** Numbers that are pasted, or the content of a file. */
export function AddDialog({ accountId, opened, onClose }: Props) {
  const { t } = useTexts();
  const [numbers, setNumbers] = useState('');
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('optOuts.addTitle')}
      action={t('optOuts.add')}
      fields={['numbers']}
      submit={async (value) => {
        const { added } = await importNumbers(accountId, value('numbers'));
        setNumbers('');
        notify(t('optOuts.added', { count: added }));
      }}
    >
      {(fault) => (
        <>
          <Text size="sm">{t('optOuts.addHint')}</Text>
          <Textarea
            name="numbers"
            label={t('optOuts.numbers')}
            placeholder="+38640123456"
            rows={8}
            required
            value={numbers}
            onChange={(event) => setNumbers(event.currentTarget.value)}
            error={fault('numbers')}
            data-autofocus
          />
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void file?.text().then(setNumbers)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<Icon name="upload" />} style={{ alignSelf: 'start' }}>
                {t('optOuts.chooseFile')}
              </Button>
            )}
          </FileButton>
        </>
      )}
    </FormDialog>
  );
}
