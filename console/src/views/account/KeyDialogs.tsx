import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { fromLocal, toLocal } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

type Key = Operator['KeyDetails'];
type Props = {
  apiKey: Key | undefined;
  opened: boolean;
  onClose: () => void;
  /** Told the key itself, once. */
  issued: (key: string) => void;
};

/** A new key, or what can be changed about one. */
export function KeyDialog({ accountId, apiKey, title, opened, onClose, issued }: Props & KeyProps) {
  const { t } = useTexts();
  const save = async (label: string, emails: string, expires: string) => {
    const body = { label, allowedEmails: addressesIn(emails), expiresAt: fromLocal(expires) ?? null };
    if (apiKey) {
      const params = { path: { keyId: apiKey.keyId } };
      await ask(api.PATCH('/admin/v1/keys/{keyId}', { params, body }));
      notify(t('shell.saved'));
      void refresh('/admin/v1/accounts/{accountId}/keys');
      return;
    }
    const params = { path: { accountId } };
    issued((await ask(api.POST('/admin/v1/accounts/{accountId}/keys', { params, body }))).key);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      action={t(apiKey ? 'shell.save' : 'accounts.issue')}
      fields={['label', 'allowedEmails', 'expiresAt']}
      submit={(value) => save(value('label'), value('allowedEmails'), value('expiresAt'))}
    >
      {(fault) => (
        <>
          <TextInput
            name="label"
            label={t('accounts.keyLabel')}
            description={t('accounts.keyLabelHint')}
            error={fault('label')}
            defaultValue={apiKey?.label}
            maxLength={100}
            data-autofocus
          />
          <Textarea
            name="allowedEmails"
            label={t('accounts.keyEmails')}
            description={t('accounts.keyEmailsHint')}
            error={fault('allowedEmails')}
            defaultValue={apiKey?.allowedEmails.join('\n')}
            rows={3}
          />
          <TextInput
            name="expiresAt"
            type="datetime-local"
            label={t('accounts.keyExpires')}
            description={t('accounts.keyExpiresHint')}
            error={fault('expiresAt')}
            defaultValue={toLocal(apiKey?.expiresAt)}
          />
        </>
      )}
    </FormDialog>
  );
}

type KeyProps = { accountId: string; title: string };

const overlaps = [
  ['0', 'accounts.overlap0'],
  ['3600', 'accounts.overlapHour'],
  ['86400', 'accounts.overlapDay'],
  ['604800', 'accounts.overlapWeek'],
] as const;

/** A new key in place of an old one, which may work on for a while so that programs can be changed one by one. */
export function RotateDialog({ apiKey, name, opened, onClose, issued }: Props & { name: string }) {
  const { t } = useTexts();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('accounts.keyRotateTitle', { key: name })}
      action={t('accounts.keyRotate')}
      fields={['overlapSeconds']}
      submit={async (value) => {
        if (!apiKey) return;
        const params = { path: { keyId: apiKey.keyId } };
        const body = { overlapSeconds: Number(value('overlapSeconds')) };
        issued((await ask(api.POST('/admin/v1/keys/{keyId}/rotate', { params, body }))).key);
      }}
    >
      {(fault) => (
        <>
          <Text size="sm">{t('accounts.keyRotateText')}</Text>
          <Select
            name="overlapSeconds"
            label={t('accounts.keyOverlap')}
            data={overlaps.map(([value, text]) => ({ value, label: t(text) }))}
            defaultValue="86400"
            allowDeselect={false}
            error={fault('overlapSeconds')}
          />
        </>
      )}
    </FormDialog>
  );
}

export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '');
}
