import { Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { Fault } from '../../api/fault.ts';
import { read, refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

const path = '/admin/v1/carriers/{carrierId}/costs';
type Props = { carrier: Operator['CarrierDetails']; opened: boolean; onClose: () => void };

/** What a carrier takes for a segment, by country. */
export function CostsDialog({ carrier, opened, onClose }: Props) {
  const { carrierId } = carrier;
  const { data } = useQuery({ ...read(path, { params: { path: { carrierId } } }), enabled: opened });
  return data && opened ? <Form carrier={carrier} costs={data} opened={opened} onClose={onClose} /> : null;
}

function Form({ carrier, costs, opened, onClose }: Props & { costs: Operator['CarrierCosts'] }) {
  const { t } = useTexts();
  const save = async (value: Values) => {
    const lines = value('costs')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const entries = lines.map((line) => {
      // A comma may stand between the two, as in a CSV file, or in the number, as it is written in half of Europe.
      const [, country, unitCost] = /^([a-z]{2})[\s,;=]+(\d+(?:[.,]\d+)?)$/i.exec(line) ?? [];
      if (!country || !unitCost) throw new Fault(400, t('routing.wrongLine', { line }));
      return { country: country.toUpperCase(), unitCost: unitCost.replace(',', '.') };
    });
    const body = { currency: value('currency').toUpperCase(), costs: entries };
    await ask(api.PUT(path, { params: { path: { carrierId: carrier.carrierId } }, body }));
    notify(t('shell.saved'));
    void refresh('/admin/v1/carriers', '/admin/v1/margins', '/admin/v1/routes');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('routing.costsTitle', { name: carrier.name })}
      action={t('shell.save')}
      fields={['currency', 'costs']}
      submit={save}
    >
      {(fault) => (
        <>
          <Text size="sm">{t('routing.costsHint')}</Text>
          <TextInput
            name="currency"
            label={t('routing.currency')}
            defaultValue={costs.currency ?? 'EUR'}
            error={fault('currency')}
            maxLength={3}
            required
          />
          <Textarea
            name="costs"
            label={t('routing.costsField')}
            placeholder="SI 0.0042"
            defaultValue={costs.costs.map(({ country, unitCost }) => `${country} ${unitCost}`).join('\n')}
            error={fault('costs')}
            rows={8}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}
