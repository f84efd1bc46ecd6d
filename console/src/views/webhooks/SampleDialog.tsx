import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { useKindWords } from './kind-words.ts';
import { type Managed, managedPaths } from './managed.ts';
import { kinds, readPaths } from './reading.ts';

type Props = {
  /** Undefined: the URL is asked for. */
  endpoint?: Managed | undefined;
  opened: boolean;
  onClose: () => void;
};

/** A made-up event, signed and sent like a real one; its page shows what the endpoint answered. */
export function SampleDialog({ endpoint, opened, onClose }: Props) {
  const { t } = useTexts();
  const words = useKindWords();
  const navigate = useNavigate();
  const submit = async (values: Values) => {
    const kind = values('kind') as (typeof kinds)[number];
    const { deliveryId } = await ask(
      endpoint === undefined
        ? api.POST('/v1/webhooks/sample', { body: { kind, url: values('url') } })
        : api.POST('/v1/webhook-endpoints/{endpointId}/test', {
            params: { path: { endpointId: endpoint.endpointId } },
            body: { kind },
          }),
    );
    notify(t('webhooks.sampleSent'));
    void refresh(...readPaths, ...managedPaths);
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
            data={(endpoint?.kinds ?? kinds).map((value) => ({ value, label: words[value] }))}
            error={fault('kind')}
          />
          {endpoint === undefined && (
            <TextInput
              name="url"
              label={t('webhooks.url')}
              placeholder="https://shop.example.com/hooks"
              inputMode="url"
              required
              data-autofocus
              error={fault('url')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
