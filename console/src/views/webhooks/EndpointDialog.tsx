import { Checkbox, Stack, TextInput } from '@mantine/core';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { useKindWords } from './kind-words.ts';
import { change, create, type Managed } from './managed.ts';
import { kinds } from './reading.ts';

type Props = {
  /** Undefined: a new one. */
  endpoint: Managed | undefined;
  opened: boolean;
  onClose: () => void;
  /** Told the signing secret of a new endpoint, once. */
  issued: (secret: string) => void;
};

export function EndpointDialog({ endpoint, opened, onClose, issued }: Props) {
  const { t } = useTexts();
  const words = useKindWords();
  const submit = async (values: Values) => {
    const fields = {
      url: values('url'),
      description: values('description'),
      kinds: kinds.filter((kind) => values(kind) !== ''),
      enabled: values('enabled') !== '',
    };
    if (endpoint === undefined) return issued(await create(fields));
    await change(endpoint.endpointId, fields);
    notify(t('shell.saved'));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(endpoint === undefined ? 'webhooks.createTitle' : 'webhooks.editTitle')}
      action={t(endpoint === undefined ? 'webhooks.create' : 'shell.save')}
      fields={['url', 'description', 'kinds']}
      submit={submit}
    >
      {(fault) => (
        <>
          <TextInput
            name="url"
            label={t('webhooks.url')}
            placeholder="https://shop.example.com/webhooks"
            inputMode="url"
            defaultValue={endpoint?.url}
            required
            data-autofocus
            error={fault('url')}
          />
          <TextInput
            name="description"
            label={t('webhooks.description')}
            defaultValue={endpoint?.description}
            maxLength={200}
            error={fault('description')}
          />
          <Checkbox.Group
            label={t('webhooks.events')}
            description={t('webhooks.eventsHint')}
            defaultValue={[...(endpoint?.kinds ?? ['delivery report'])]}
            error={fault('kinds')}
          >
            <Stack gap="xs" mt="xs">
              {kinds.map((kind) => (
                <Checkbox key={kind} name={kind} value={kind} label={words[kind]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox name="enabled" label={t('webhooks.enabled')} defaultChecked={endpoint?.enabled ?? true} />
        </>
      )}
    </FormDialog>
  );
}
