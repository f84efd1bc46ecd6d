import { Text, Textarea } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { Fault } from '../../api/fault.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

type Props = { carrier: Operator['CarrierDetails']; opened: boolean; onClose: () => void };

/** The operator's texts for the error codes of a carrier, a line for each. */
export function ReasonsDialog({ carrier, opened, onClose }: Props) {
  const { t } = useTexts();
  const { carrierId, name, reasonTexts = {} } = carrier;
  const save = async (value: Values) => {
    const lines = value('reasonTexts')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const texts = lines.map((line) => {
      const [, code, text] = /^([^=]+?)\s*=\s*(.+)$/.exec(line) ?? [];
      if (!code || !text) throw new Fault(400, t('carriers.reasonWrong', { line }));
      return [code, text] as const;
    });
    const body = { reasonTexts: Object.fromEntries(texts) };
    await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params: { path: { carrierId } }, body }));
    notify(t('shell.saved'));
    void refresh('/admin/v1/carriers');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('carriers.reasonsTitle', { name })}
      action={t('shell.save')}
      fields={['reasonTexts']}
      submit={save}
    >
      {(fault) => (
        <>
          <Text size="sm">{t('carriers.reasonsHint')}</Text>
          <Textarea
            name="reasonTexts"
            label={t('carriers.reasonsField')}
            placeholder={t('carriers.reasonsExample')}
            defaultValue={Object.entries(reasonTexts)
              .map(([code, text]) => `${code} = ${text}`)
              .join('\n')}
            error={fault('reasonTexts')}
            rows={8}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
