import { Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { useCountryChoices, useCountryName } from '../../parts/country.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

const path = '/admin/v1/routing/policies';
type Policies = Operator['RoutingPolicies']['policies'];
type Policy = Policies[number]['policy'];
type Props = { opened: boolean; onClose: () => void };

/** How routes of the same priority and prefix are ordered: in a country, or in all that have no policy of their own. */
export function PolicyDialog({ opened, onClose }: Props) {
  const { data } = useQuery({ ...read(path), enabled: opened });
  return data && opened ? <Form policies={data.policies} opened={opened} onClose={onClose} /> : null;
}

/** A country that has no policy of its own any more. */
const none = 'none';

function Form({ policies, opened, onClose }: Props & { policies: Policies }) {
  const { t } = useTexts();
  const countries = useCountryChoices();
  const of = (where: string | null) => policies.find((each) => each.country === where);
  const usual = (where: string | null) => of(where)?.policy ?? (where === null ? 'weight' : none);
  const [country, setCountry] = useState<string | null>(null);
  const [policy, setPolicy] = useState<Policy | typeof none>(usual(null));
  const save = async (value: Values) => {
    const others = policies.filter((each) => each.country !== country);
    const windowHours = Number(value('windowHours') || '24');
    const own = policy === none ? [] : [{ country, policy, windowHours }];
    await ask(api.PUT(path, { body: { policies: [...others, ...own] } }));
    notify(t('shell.saved'));
    void refresh(path, '/admin/v1/routes');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('routing.policyTitle')}
      action={t('shell.save')}
      fields={['policy', 'windowHours']}
      submit={save}
    >
      {(fault) => (
        <>
          <Text size="sm">{t('routing.policyHint')}</Text>
          <Select
            label={t('routing.country')}
            description={t('routing.policyCountryHint')}
            data={countries}
            value={country}
            onChange={(chosen) => {
              setCountry(chosen);
              setPolicy(usual(chosen));
            }}
            searchable
            clearable
          />
          <Select
            name="policy"
            label={t('routing.policyField')}
            value={policy}
            onChange={(chosen) => setPolicy((chosen ?? policy) as Policy | typeof none)}
            allowDeselect={false}
            data={[
              ...(country === null ? [] : [{ value: none, label: t('routing.policyNone') }]),
              { value: 'weight', label: t('routing.weight') },
              { value: 'least cost', label: t('routing.leastCost') },
              { value: 'best delivery', label: t('routing.bestDelivery') },
            ]}
            error={fault('policy')}
            data-autofocus
          />
          {policy === 'best delivery' && (
            <TextInput
              key={country}
              name="windowHours"
              label={t('routing.window')}
              defaultValue={of(country)?.windowHours ?? 24}
              error={fault('windowHours')}
              inputMode="numeric"
              pattern="\d{1,3}"
              required
            />
          )}
          <OfCountries policies={policies} />
        </>
      )}
    </FormDialog>
  );
}

function OfCountries({ policies }: { policies: Policies }) {
  const { t } = useTexts();
  const nameOf = useCountryName();
  const words: Record<Policy, string> = {
    weight: t('routing.weight'),
    'least cost': t('routing.leastCost'),
    'best delivery': t('routing.bestDelivery'),
  };
  const own = policies.flatMap(({ country, policy }) =>
    country === null ? [] : [`${nameOf(country)}: ${words[policy]}`],
  );
  if (own.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('routing.policyOwn')} {own.join('; ')}
    </Text>
  );
}
