import { Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

const path = '/admin/v1/routing/policies';
type Policies = Operator['RoutingPolicies']['policies'];
type Props = { opened: boolean; onClose: () => void };

/** How routes of the same priority and prefix are ordered. Policies of single countries stay as they are. */
export function PolicyDialog({ opened, onClose }: Props) {
  const { data } = useQuery({ ...read(path), enabled: opened });
  return data && opened ? <Form policies={data.policies} opened={opened} onClose={onClose} /> : null;
}

function Form({ policies, opened, onClose }: Props & { policies: Policies }) {
  const { t } = useTexts();
  const now = policies.find(({ country }) => country === null);
  const save = async (value: Values) => {
    const others = policies.filter(({ country }) => country !== null);
    const policy = value('policy') as Policies[number]['policy'];
    const own = { country: null, policy, windowHours: Number(value('windowHours')) };
    await ask(api.PUT(path, { body: { policies: [...others, own] } }));
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
            name="policy"
            label={t('routing.policy')}
            defaultValue={now?.policy ?? 'weight'}
            allowDeselect={false}
            data={[
              { value: 'weight', label: t('routing.weight') },
              { value: 'least cost', label: t('routing.leastCost') },
              { value: 'best delivery', label: t('routing.bestDelivery') },
            ]}
            error={fault('policy')}
            data-autofocus
          />
          <TextInput
            name="windowHours"
            label={t('routing.window')}
            defaultValue={now?.windowHours ?? 24}
            error={fault('windowHours')}
            inputMode="numeric"
            pattern="\d{1,3}"
            required
          />
        </>
      )}
    </FormDialog>
  );
}
