import { Text, TextInput } from '@mantine/core';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { readPaths, type Sender, urlFields } from './reading.ts';

/** Where the webhooks of a sender go; an empty field means nowhere. */
export function UrlsDialog({ sender, opened, onClose }: { sender: Sender; opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const submit = async (values: Values) => {
    const body = Object.fromEntries(urlFields.map((field) => [field, values(field) || null]));
    await ask(api.PATCH('/v1/senders/{senderId}', { params: { path: { senderId: sender.id } }, body }));
    notify(t('senders.urlsSaved', { value: sender.value }));
    await refresh(...readPaths);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('senders.urlsOf', { value: sender.value })}
      action={t('shell.save')}
      fields={urlFields}
      submit={submit}
    >
      {(fault) => (
        <>
          <Text size="sm" c="dimmed">
            {t('senders.urlsHint')}
          </Text>
          {urlFields.map((field) => (
            <TextInput
              key={field}
              name={field}
              label={t(`senders.${field}`)}
              description={t(`senders.${field}Hint`)}
              placeholder="https://"
              inputMode="url"
              defaultValue={sender[field]}
              error={fault(field)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}
