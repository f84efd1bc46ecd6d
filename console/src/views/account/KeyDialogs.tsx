import { Textarea } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { fromLocal } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { addressesIn, ExpiryField, LabelField } from './fields.tsx';
import { RotateDialog } from './RotateDialog.tsx';

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
          <LabelField fault={fault} label={apiKey?.label} />
          <Textarea
            name="allowedEmails"
            label={t('accounts.keyEmails')}
            description={t('accounts.keyEmailsHint')}
            error={fault('allowedEmails')}
            defaultValue={apiKey?.allowedEmails.join('\n')}
            rows={3}
          />
          <ExpiryField fault={fault} expiresAt={apiKey?.expiresAt} />
        </>
      )}
    </FormDialog>
  );
}

type KeyProps = { accountId: string; title: string };

export function KeyRotateDialog({ apiKey, name, issued, ...dialog }: Props & { name: string }) {
  const { t } = useTexts();
  return (
    <RotateDialog
      {...dialog}
      title={t('accounts.keyRotateTitle', { key: name })}
      action={t('accounts.keyRotate')}
      text={t('accounts.keyRotateText')}
      label={t('accounts.keyOverlap')}
      rotate={async (body) => {
        if (!apiKey) return;
        const params = { path: { keyId: apiKey.keyId } };
        issued((await ask(api.POST('/admin/v1/keys/{keyId}/rotate', { params, body }))).key);
      }}
    />
  );
}
