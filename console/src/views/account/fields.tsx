import { TextInput } from '@mantine/core';
import type { FieldFault } from '../../parts/FormDialog.tsx';
import { toLocal } from '../../parts/local-time.ts';
import { useTexts } from '../../texts/language.tsx';

/** What API keys and SMPP credentials have in common: what it is for, and when it ends. */
type Props = { fault: FieldFault };

export function LabelField({ fault, label, isFirst = true }: Props & { label: string | undefined; isFirst?: boolean }) {
  const { t } = useTexts();
  return (
    <TextInput
      name="label"
      label={t('accounts.keyLabel')}
      description={t('accounts.keyLabelHint')}
      error={fault('label')}
      defaultValue={label}
      maxLength={100}
      data-autofocus={isFirst || undefined}
    />
  );
}

export function ExpiryField({ fault, expiresAt }: Props & { expiresAt: string | null | undefined }) {
  const { t } = useTexts();
  return (
    <TextInput
      name="expiresAt"
      type="datetime-local"
      label={t('accounts.keyExpires')}
      description={t('accounts.keyExpiresHint')}
      error={fault('expiresAt')}
      defaultValue={toLocal(expiresAt)}
    />
  );
}

/** The values typed into a field for several: one per line, or separated by blanks, commas or semicolons. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '');
}
