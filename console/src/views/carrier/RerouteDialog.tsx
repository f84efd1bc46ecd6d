import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { read, refresh } from '../../api/queries.ts';
import { incidentPaths } from '../../incident/CancelWaiting.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { missingRoutes } from './reroute.ts';

type Props = { incident: Operator['CarrierIncident']; opened: boolean; onClose: () => void };

/** Adds the routes that the other carrier lacks, then disables this one, so that no message is without a route in between. */
export function RerouteDialog({ incident, opened, onClose }: Props) {
  const { t } = useTexts();
  const { carrierId, name, waiting } = incident;
  const carriers = useQuery({ ...read('/admin/v1/carriers'), enabled: opened });
  const routes = useQuery({ ...read('/admin/v1/routes'), enabled: opened });
  const others = (carriers.data?.carriers ?? []).filter((each) => each.enabled && each.carrierId !== carrierId);
  const usable = others.toSorted((one, other) => Number(other.linksUp > 0) - Number(one.linksUp > 0));
  const [chosen, setChosen] = useState<string | null>(null);
  const other = usable.find((each) => each.carrierId === chosen) ?? usable[0];
  const missing = other ? missingRoutes(routes.data?.routes ?? [], carrierId, other.carrierId) : [];
  const isKnown = carriers.data !== undefined && routes.data !== undefined;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('incident.rerouteTitle', { name })}
      action={t('incident.reroute')}
      danger
      fields={['carrierId']}
      submit={async () => {
        if (!isKnown || other === undefined) throw new Error(t('incident.rerouteNone'));
        for (const body of missing) await ask(api.POST('/admin/v1/routes', { body }));
        const params = { path: { carrierId } };
        await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params, body: { enabled: false } }));
        notify(t('incident.rerouted', { name, other: other.name }));
        void refresh(...incidentPaths);
      }}
    >
      {(fault) =>
        isKnown && other === undefined ? (
          <Text size="sm">{t('incident.rerouteNone')}</Text>
        ) : (
          <>
            <Text size="sm">{t('incident.rerouteText', { name, count: waiting.messages })}</Text>
            <Select
              label={t('incident.rerouteTo')}
              data={usable.map((each) => ({ value: each.carrierId, label: each.name }))}
              value={other?.carrierId ?? null}
              onChange={setChosen}
              allowDeselect={false}
              error={fault('carrierId')}
            />
            <Text size="sm" c="dimmed">
              {missing.length === 0
                ? t('incident.rerouteKnown')
                : t('incident.rerouteNew', { count: missing.length, name })}
            </Text>
          </>
        )
      }
    </FormDialog>
  );
}
