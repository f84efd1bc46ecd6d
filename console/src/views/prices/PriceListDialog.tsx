import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { fromLocal, toLocal } from '../../parts/local-time.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

type List = Operator['PriceList'];
type Props = { list?: List | undefined; opened: boolean; onClose: () => void };

/** A new price list, or the name and validity of one. Its currency stays as it was. */
export function PriceListDialog({ list, opened, onClose }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const save = async (value: Values) => {
    const activeFrom = fromLocal(value('activeFrom'));
    const body = { name: value('name'), activeTo: fromLocal(value('activeTo')) ?? null, ...from(list, activeFrom) };
    if (list) {
      const params = { path: { priceListId: list.priceListId } };
      await ask(api.PATCH('/admin/v1/price-lists/{priceListId}', { params, body }));
      notify(t('shell.saved'));
    } else {
      const currency = value('currency').toUpperCase();
      const { priceListId } = await ask(api.POST('/admin/v1/price-lists', { body: { ...body, currency } }));
      notify(t('prices.created'));
      void navigate({ to: `/prices/${priceListId}` });
    }
    void refresh('/admin/v1/price-lists', '/admin/v1/accounts/{accountId}/price-lists');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(list ? 'prices.changeTitle' : 'prices.new')}
      action={t(list ? 'shell.save' : 'prices.create')}
      fields={['name', 'currency', 'activeFrom', 'activeTo']}
      submit={save}
    >
      {(fault) => (
        <>
          <TextInput
            name="name"
            label={t('prices.name')}
            error={fault('name')}
            defaultValue={list?.name}
            maxLength={100}
            required
            data-autofocus
          />
          {!list && (
            <TextInput
              name="currency"
              label={t('prices.currency')}
              description={t('accounts.currencyHint')}
              error={fault('currency')}
              defaultValue="EUR"
              maxLength={3}
              required
            />
          )}
          <TextInput
            name="activeFrom"
            type="datetime-local"
            label={t('prices.activeFrom')}
            description={list ? undefined : t('prices.activeFromHint')}
            error={fault('activeFrom')}
            defaultValue={toLocal(list?.activeFrom)}
            required={list !== undefined}
          />
          <TextInput
            name="activeTo"
            type="datetime-local"
            label={t('prices.activeTo')}
            description={t('prices.activeToHint')}
            error={fault('activeTo')}
            defaultValue={toLocal(list?.activeTo)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The field holds minutes only: one that was not touched must not move the beginning. */
function from(list: List | undefined, activeFrom: string | undefined): { activeFrom?: string } {
  if (activeFrom === undefined || (list && toLocal(activeFrom) === toLocal(list.activeFrom))) return {};
  return { activeFrom };
}
