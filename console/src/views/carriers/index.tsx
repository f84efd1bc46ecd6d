import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { PauseAll } from '../../parts/PauseAll.tsx';
import { useAsked } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { CarrierCard, CarrierPlaceholder } from './CarrierCard.tsx';
import { CarrierDialog } from './CarrierDialog.tsx';
import styles from './carriers.module.css';
import { Explain } from './Explain.tsx';
import { Margins } from './Margins.tsx';
import { Routes } from './Routes.tsx';

const everyMs = 10_000;

/** Carriers with their state, routes and costs. */
export default function CarriersView() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  useAsked('new', dialog.open, mayChange);
  useRefreshOn('carriers', '/admin/v1/carriers', '/admin/v1/routes');
  const carriers = useQuery({ ...read('/admin/v1/carriers'), refetchInterval: everyMs });
  const routes = useQuery(read('/admin/v1/routes'));
  const pauses = useQuery(read('/admin/v1/pauses'));
  // While everything is paused, the banner has the button that ends it.
  const mayPauseAll = mayChange && pauses.data?.pauses.every(({ kind }) => kind !== 'all') === true;
  const rows = carriers.data?.carriers;
  const add = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('carriers.add')}
    </Button>
  );
  return (
    <Page
      title={t('carriers.title')}
      guide="carriers"
      actions={
        <>
          {mayPauseAll && <PauseAll isPaused={false} />}
          {add}
        </>
      }
    >
      {carriers.error && !rows ? (
        <Panel>
          <ErrorState error={carriers.error} retry={() => void carriers.refetch()} />
        </Panel>
      ) : rows?.length === 0 ? (
        <Panel>
          <EmptyState icon="carriers" title={t('carriers.none')} text={t('carriers.noneHint')}>
            {add}
          </EmptyState>
        </Panel>
      ) : (
        <div className={styles.cards}>
          {rows?.map((carrier) => (
            <CarrierCard key={carrier.carrierId} carrier={carrier} routes={routes.data?.routes} />
          )) ?? <CarrierPlaceholder />}
        </div>
      )}
      <Explain />
      <Routes
        routes={routes.data?.routes}
        carriers={rows ?? []}
        error={routes.error}
        retry={() => void routes.refetch()}
      />
      <Margins />
      <CarrierDialog opened={isOpen} onClose={dialog.close} />
    </Page>
  );
}
