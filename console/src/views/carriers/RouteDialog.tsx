import { Checkbox, Select, TextInput } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useCountryChoices } from '../../parts/country.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

type Props = {
  route: Operator['RouteDetails'] | undefined;
  carriers: Operator['CarrierDetails'][];
  opened: boolean;
  onClose: () => void;
};

/** A new route, or what one is for. Another carrier is another route. */
export function RouteDialog({ route, carriers, opened, onClose }: Props) {
  const { t } = useTexts();
  const countries = useCountryChoices();
  const save = async (value: Values) => {
    const body = {
      country: value('country') || null,
      prefix: value('prefix').replaceAll(/[^\d+]/g, '') || null,
      priority: Number(value('priority')),
      weight: Number(value('weight')),
      senders: value('senders')
        .split(',')
        .map((sender) => sender.trim())
        .filter((sender) => sender !== ''),
      rewrites: value('rewrites') === 'names' ? ('names' as const) : ('all' as const),
    };
    if (route) {
      await ask(api.PATCH('/admin/v1/routes/{routeId}', { params: { path: { routeId: route.routeId } }, body }));
    } else {
      await ask(api.POST('/admin/v1/routes', { body: { ...body, carrierId: value('carrierId') } }));
    }
    notify(t('shell.saved'));
    void refresh('/admin/v1/routes');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(route ? 'carriers.routeChangeTitle' : 'carriers.routeAddTitle')}
      action={t('shell.save')}
      fields={['carrierId', 'country', 'prefix', 'priority', 'weight', 'senders', 'rewrites']}
      submit={save}
    >
      {(fault) => (
        <>
          {!route && (
            <Select
              name="carrierId"
              label={t('carriers.carrier')}
              data={carriers.map(({ carrierId, name }) => ({ value: carrierId, label: name }))}
              error={fault('carrierId')}
              required
              data-autofocus
            />
          )}
          <Select
            name="country"
            label={t('carriers.country')}
            description={t('carriers.countryHint')}
            placeholder={t('shell.all')}
            data={countries}
            defaultValue={route?.country ?? null}
            error={fault('country')}
            searchable
            clearable
          />
          <TextInput
            name="prefix"
            label={t('carriers.prefix')}
            description={t('carriers.prefixHint')}
            placeholder="+38640"
            defaultValue={route?.prefix ?? ''}
            error={fault('prefix')}
            inputMode="tel"
            maxLength={20}
          />
          <TextInput
            name="priority"
            label={t('carriers.priority')}
            description={t('carriers.priorityHint')}
            defaultValue={route?.priority ?? 100}
            error={fault('priority')}
            inputMode="numeric"
            pattern="\d{1,7}"
            required
          />
          <TextInput
            name="weight"
            label={t('carriers.weight')}
            description={t('carriers.weightHint')}
            defaultValue={route?.weight ?? 1}
            error={fault('weight')}
            inputMode="numeric"
            pattern="\d{1,5}"
            required
          />
          <TextInput
            name="senders"
            label={t('routing.senders')}
            description={t('routing.sendersHint')}
            defaultValue={route?.senders.join(', ') ?? ''}
            error={fault('senders')}
          />
          <Checkbox
            name="rewrites"
            value="names"
            label={t('routing.namesOnly')}
            defaultChecked={route?.rewrites === 'names'}
          />
        </>
      )}
    </FormDialog>
  );
}
