import { Textarea } from '@mantine/core';
import { refresh } from '../../api/queries.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { fromLocal, toLocal } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { addressesIn, ExpiryField, LabelField } from './fields.tsx';
import type { Key, KeyApi } from './key-api.ts';
import { RotateDialog } from './RotateDialog.tsx';

type Props = {
  keys: KeyApi;
  apiKey: Key | undefined;
  opened: boolean;
  onClose: () => void;
  /** Told the key itself, once. */
  issued: (key: string) => void;
};

/** A new key, or what can be changed about one. */
export function KeyDialog({ keys, apiKey, title, opened, onClose, issued }: Props & { title: string }) {
  const { t } = useTexts();
  const save = async (label: string, emails: string, expires: string) => {
    const body = { label, allowedEmails: addressesIn(emails), expiresAt: fromLocal(expires) ?? null };
    if (apiKey) {
      await keys.change(apiKey.keyId, changed(apiKey, body));
      notify(t('shell.saved'));
      void refresh(keys.path);
      return;
    }
    // Left out, a right is that of the key with which one has signed in.
    const { expiresAt, allowedEmails } = body;
    const rights = { ...(expiresAt && { expiresAt }), ...(allowedEmails.length > 0 && { allowedEmails }) };
    issued((await keys.issue({ label, ...rights })).key);
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

/** Only what differs: a right that stays as it is may go beyond one's own. The field of a time has no seconds. */
function changed(key: Key, { label, allowedEmails, expiresAt }: Pick<Key, 'label' | 'allowedEmails' | 'expiresAt'>) {
  const isSameTime = fromLocal(toLocal(key.expiresAt)) === (expiresAt ?? undefined);
  const isSame = allowedEmails.join(' ') === key.allowedEmails.join(' ');
  return { label, ...(!isSame && { allowedEmails }), ...(!isSameTime && { expiresAt }) };
}

export function KeyRotateDialog({ keys, apiKey, name, issued, ...dialog }: Props & { name: string }) {
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
        issued((await keys.rotate(apiKey.keyId, body)).key);
      }}
    />
  );
}
