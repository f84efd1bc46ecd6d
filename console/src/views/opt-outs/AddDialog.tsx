import { Text, Textarea } from '@mantine/core';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { importNumbers, type Owner } from './reading.ts';

type Props = { accountId: Owner; opened: boolean; onClose: () => void };

/** Numbers that somebody pastes, or the content of a file. */
export function AddDialog({ accountId, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('optOuts.addTitle')}
      action={t('optOuts.add')}
      fields={['numbers']}
      submit={async (value) => {
        const { added } = await importNumbers(accountId, value('numbers'));
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
            error={fault('numbers')}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
