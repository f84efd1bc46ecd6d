import { Group, NativeSelect, Select, Textarea, TextInput } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useCountryChoices } from '../../parts/country.ts';
import { type FieldFault, FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { fromLocal } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { addressesIn, ExpiryField, LabelField } from './fields.tsx';
import { RotateDialog } from './RotateDialog.tsx';

type Credential = Operator['SmppCredential'];
type Props = {
  credential: Credential | undefined;
  opened: boolean;
  onClose: () => void;
  /** Told the password, once. */
  issued: (credential: Operator['SmppCredentialIssued']) => void;
};

const path = '/admin/v1/accounts/{accountId}/smpp-credentials';
const fields = [
  ...['systemId', 'label', 'allowedRanges', 'maxBinds', 'window', 'rate'],
  ...['alphabet', 'longInbound', 'receiptBinds', 'country', 'expiresAt'],
];

/** A new credential, or what can be changed about one: all but its name, which programs bind with. */
export function CredentialDialog({ accountId, credential, issued, ...dialog }: Props & { accountId: string }) {
  const { t } = useTexts();
  const save = async (value: Values) => {
    const body = termsIn(value);
    if (credential) {
      const params = { path: { credentialId: credential.credentialId } };
      await ask(api.PATCH('/admin/v1/smpp-credentials/{credentialId}', { params, body }));
      notify(t('shell.saved'));
      void refresh(path);
      return;
    }
    const systemId = value('systemId');
    const named = systemId === '' ? body : { ...body, systemId };
    issued(await ask(api.POST(path, { params: { path: { accountId } }, body: named })));
  };
  return (
    <FormDialog
      {...dialog}
      title={
        credential
          ? t('accounts.credentialChangeTitle', { name: credential.systemId })
          : t('accounts.credentialIssueTitle')
      }
      action={t(credential ? 'shell.save' : 'accounts.credentialIssue')}
      fields={fields}
      submit={save}
    >
      {(fault) => (
        <>
          {!credential && (
            <TextInput
              name="systemId"
              label={t('accounts.systemId')}
              description={t('accounts.systemIdHint')}
              error={fault('systemId')}
              maxLength={15}
              data-autofocus
            />
          )}
          <LabelField fault={fault} label={credential?.label} isFirst={credential !== undefined} />
          <LimitFields fault={fault} credential={credential} />
          <FormatFields fault={fault} credential={credential} />
          <ExpiryField fault={fault} expiresAt={credential?.expiresAt} />
        </>
      )}
    </FormDialog>
  );
}

function termsIn(value: Values) {
  return {
    label: value('label'),
    allowedRanges: addressesIn(value('allowedRanges')),
    maxBinds: Number(value('maxBinds')),
    window: Number(value('window')),
    rate: value('rate') === '' ? null : Number(value('rate')),
    alphabet: value('alphabet') as Credential['alphabet'],
    longInbound: value('longInbound') as Credential['longInbound'],
    receiptBinds: value('receiptBinds') as Credential['receiptBinds'],
    country: value('country') || null,
    expiresAt: fromLocal(value('expiresAt')) ?? null,
  };
}

type FieldProps = { fault: FieldFault; credential: Credential | undefined };

/** From where, how often and how fast. */
function LimitFields({ fault, credential }: FieldProps) {
  const { t } = useTexts();
  return (
    <>
      <Textarea
        name="allowedRanges"
        label={t('accounts.credentialRanges')}
        description={t('accounts.credentialRangesHint')}
        error={fault('allowedRanges')}
        defaultValue={credential?.allowedRanges.join('\n')}
        rows={2}
      />
      <Group grow align="flex-start">
        <TextInput
          name="maxBinds"
          label={t('accounts.credentialBinds')}
          defaultValue={credential?.maxBinds ?? 10}
          error={fault('maxBinds')}
          inputMode="numeric"
          pattern="\d{1,4}"
          required
        />
        <TextInput
          name="window"
          label={t('accounts.credentialWindow')}
          defaultValue={credential?.window ?? 50}
          error={fault('window')}
          inputMode="numeric"
          pattern="\d{1,4}"
          required
        />
      </Group>
      <TextInput
        name="rate"
        label={t('accounts.credentialRate')}
        description={t('accounts.credentialRateHint')}
        defaultValue={credential?.rate ?? ''}
        error={fault('rate')}
        inputMode="numeric"
        pattern="\d{1,6}"
      />
    </>
  );
}

/** How its programs write texts and numbers, and read long texts. */
function FormatFields({ fault, credential }: FieldProps) {
  const { t } = useTexts();
  const countries = useCountryChoices();
  return (
    <>
      <NativeSelect
        name="alphabet"
        label={t('accounts.alphabet')}
        data={[
          { value: 'auto', label: t('accounts.alphabetAuto') },
          { value: 'gsm', label: t('accounts.alphabetGsm') },
          { value: 'packed', label: t('accounts.alphabetPacked') },
          { value: 'latin1', label: t('accounts.alphabetLatin1') },
        ]}
        defaultValue={credential?.alphabet}
        error={fault('alphabet')}
      />
      <NativeSelect
        name="longInbound"
        label={t('accounts.longInbound')}
        data={[
          { value: 'parts', label: t('accounts.longInboundParts') },
          { value: 'payload', label: t('accounts.longInboundPayload') },
        ]}
        defaultValue={credential?.longInbound}
        error={fault('longInbound')}
      />
      <NativeSelect
        name="receiptBinds"
        label={t('accounts.receiptBinds')}
        data={[
          { value: 'own', label: t('accounts.receiptBindsOwn') },
          { value: 'account', label: t('accounts.receiptBindsAccount') },
        ]}
        defaultValue={credential?.receiptBinds}
        error={fault('receiptBinds')}
      />
      <Select
        name="country"
        label={t('accounts.credentialCountry')}
        description={t('accounts.credentialCountryHint')}
        data={countries}
        defaultValue={credential?.country ?? null}
        error={fault('country')}
        searchable
        clearable
      />
    </>
  );
}

export function PasswordDialog({ credential, issued, ...dialog }: Props) {
  const { t } = useTexts();
  return (
    <RotateDialog
      {...dialog}
      title={t('accounts.passwordTitle', { name: credential?.systemId ?? '' })}
      action={t('accounts.password')}
      text={t('accounts.passwordText')}
      label={t('accounts.passwordOverlap')}
      rotate={async (body) => {
        if (!credential) return;
        const params = { path: { credentialId: credential.credentialId } };
        issued(await ask(api.POST('/admin/v1/smpp-credentials/{credentialId}/rotate', { params, body })));
      }}
    />
  );
}
