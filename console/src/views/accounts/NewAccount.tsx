import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

const fields = ['name', 'currency', 'creditLimit', 'contactEmail'];

/** Opens the new account's own page: keys, prices and money are what it needs next. */
export function NewAccount({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('accounts.new')}
      action={t('accounts.create')}
      fields={fields}
      submit={async (value) => {
        const body = {
          name: value('name'),
          currency: value('currency').toUpperCase(),
          ...(value('creditLimit') && { creditLimit: value('creditLimit') }),
          ...(value('contactEmail') && { contactEmail: value('contactEmail') }),
        };
        const { accountId } = await ask(api.POST('/admin/v1/accounts', { body }));
        notify(t('accounts.created'));
        void refresh('/admin/v1/accounts');
        void navigate({ to: `/accounts/${accountId}` });
      }}
    >
      {(fault) => (
        <>
          <TextInput
            name="name"
            label={t('accounts.name')}
            description={t('accounts.nameHint')}
            error={fault('name')}
            maxLength={100}
            required
            data-autofocus
          />
          <TextInput
            name="currency"
            label={t('accounts.currency')}
            description={t('accounts.currencyHint')}
            error={fault('currency')}
            defaultValue="EUR"
            maxLength={3}
            required
          />
          <TextInput
            name="creditLimit"
            label={t('accounts.creditLimit')}
            description={t('accounts.creditHint')}
            error={fault('creditLimit')}
            inputMode="decimal"
            placeholder="0"
          />
          <TextInput
            name="contactEmail"
            type="email"
            label={t('accounts.contactEmail')}
            description={t('accounts.contactHint')}
            error={fault('contactEmail')}
          />
        </>
      )}
    </FormDialog>
  );
}
