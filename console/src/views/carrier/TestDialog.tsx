import { Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask, type Operator } from '../../api/client.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Trial } from '../carriers/Trial.tsx';

type Props = { incident: Operator['CarrierIncident']; opened: boolean; onClose: () => void };

/** Binds once and says how far it got. */
export function TestDialog({ incident: { carrierId, name }, opened, onClose }: Props) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['test of a carrier', carrierId],
    queryFn: () => ask(api.POST('/admin/v1/carriers/test', { body: { carrierId } })),
    enabled: opened,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('incident.testTitle', { name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Trial result={data} />
      ) : (
        <p role="status">
          <Loader size="xs" /> {t('incident.testing')}
        </p>
      )}
    </Modal>
  );
}
