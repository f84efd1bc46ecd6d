import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { useKindWords } from './kind-words.ts';
import { kinds, readPaths } from './reading.ts';

/** A made-up event, signed and sent like a real one; its page shows what the endpoint answered. */
export function SampleDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const words = useKindWords();
  const navigate = useNavigate();
  const submit = async (values: Values) => {
    const body = { kind: values('kind') as (typeof kinds)[number], url: values('url') };
    const { deliveryId } = await ask(api.POST('/v1/webhooks/sample', { body }));
    notify(t('webhooks.sampleSent'));
    void refresh(...readPaths);
    void navigate({ to: `/webhooks/${deliveryId}` });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('webhooks.sampleTitle')}
      action={t('webhooks.sampleGo')}
      fields={['kind', 'url']}
      submit={submit}
    >
      {(fault) => (
        <>
          <Text size="sm" c="dimmed">
            {t('webhooks.sampleHint')}
          </Text>
          <NativeSelect
            name="kind"
            label={t('webhooks.kind')}
            data={kinds.map((value) => ({ value, label: words[value] }))}
            error={fault('kind')}
          />
          <TextInput
            name="url"
            label={t('webhooks.url')}
            placeholder="https://shop.example.com/hooks"
            inputMode="url"
            required
            data-autofocus
            error={fault('url')}
          />
        </>
      )}
    </FormDialog>
  );
}
