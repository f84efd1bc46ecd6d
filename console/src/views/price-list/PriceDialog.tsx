import { Select, TextInput } from '@mantine/core';
import type { Operator } from '../../api/client.ts';
import { Fault } from '../../api/fault.ts';
import { useCountryChoices, useCountryName } from '../../parts/country.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { changePrices, type Price } from './change-prices.ts';

type Props = {
  list: Operator['PriceListDetails'];
  price: Price | undefined;
  opened: boolean;
  onClose: () => void;
};

/** The price of one country: a new one, or one of the list. */
export function PriceDialog({ list, price, opened, onClose }: Props) {
  const { t } = useTexts();
  const nameOf = useCountryName();
  const free = useCountryChoices().filter(({ value }) => list.prices.every(({ country }) => country !== value));
  const save = async (country: string, unitPrice: string) => {
    // The service names the place in the whole list, which is of no help beside one field.
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(unitPrice)) throw new Fault(400, `unitPrice: ${t('prices.wrongPrice')}`);
    await changePrices(list.priceListId, (prices) => [
      ...prices.filter((other) => other.country !== country),
      { country, unitPrice },
    ]);
    notify(t('shell.saved'));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={price ? t('prices.changePriceTitle', { country: nameOf(price.country) }) : t('prices.addTitle')}
      action={t('shell.save')}
      fields={['country', 'unitPrice']}
      submit={(value) => save(price?.country ?? value('country'), value('unitPrice').replace(',', '.'))}
    >
      {(fault) => (
        <>
          {!price && (
            <Select
              name="country"
              label={t('prices.country')}
              data={free}
              error={fault('country')}
              searchable
              required
              data-autofocus
            />
          )}
          <TextInput
            name="unitPrice"
            label={`${t('prices.unitPrice')} (${list.currency})`}
            description={t('prices.wrongPrice')}
            error={fault('unitPrice')?.replace(/^unitPrice: /, '')}
            defaultValue={price?.unitPrice}
            inputMode="decimal"
            autoComplete="off"
            required
            data-autofocus={price ? true : undefined}
          />
        </>
      )}
    </FormDialog>
  );
}
