import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Paths } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { Icon } from '../../design/icons.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Findings, FindingsPlaceholder } from './Findings.tsx';
import { inGroups, worstOf } from './finding-groups.ts';

type Report = Paths['/admin/v1/health']['get']['responses'][200]['content']['application/json'];
const everyMs = 30_000;

/** What the service knows about itself, what is wrong first, and what to do about it. */
export default function HealthView() {
  const { t } = useTexts();
  const { data, error, refetch, isFetching } = useQuery({ ...read('/admin/v1/health'), refetchInterval: everyMs });
  const groups = data && inGroups(data.findings);
  return (
    <Page
      title={t('health.title')}
      guide="operating"
      aside={data && <Status status={worstOf(data.findings)} />}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('health.again')}
        </Button>
      }
    >
      {error && !data ? (
        <Panel>
          <ErrorState error={error} retry={() => void refetch()} />
        </Panel>
      ) : (
        (groups?.map(({ verdict, findings }) => (
          <Panel key={verdict} title={t(`health.${verdict}`, { count: findings.length })} flush>
            <Findings findings={findings} />
          </Panel>
        )) ?? (
          <Panel title={t('health.looking')} flush>
            <FindingsPlaceholder />
          </Panel>
        ))
      )}
      <Processes processes={data?.processes} isGone={Boolean(error) && !data} />
    </Page>
  );
}

function Processes({ processes, isGone }: { processes: Report['processes'] | undefined; isGone: boolean }) {
  const { t } = useTexts();
  if (isGone) return null;
  return (
    <Panel title={t('health.processes')} flush>
      <DataTable
        caption={t('health.processes')}
        columns={[
          { id: 'host', title: t('health.host'), cell: ({ host }) => host ?? '–', wide: true },
          { id: 'pid', title: 'PID', align: 'end', narrow: 'titled', cell: ({ pid }) => pid ?? '–' },
          { id: 'version', title: t('health.version'), narrow: 'titled', cell: ({ version }) => version ?? '–' },
          { id: 'since', title: t('health.since'), narrow: 'titled', cell: ({ since }) => <Time at={since} /> },
          { id: 'id', title: 'Id', narrow: 'hide', cell: ({ id }) => <code>…{id.slice(-8)}</code> },
        ]}
        rows={processes}
        rowKey={({ id }) => id}
        expected={2}
        empty={<EmptyState title={t('health.processesNone')} />}
      />
    </Panel>
  );
}
