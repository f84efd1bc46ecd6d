import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMayChange, useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { Page } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Endpoints } from './Endpoints.tsx';
import { ManagedEndpoints } from './Managed.tsx';
import { managedPaths } from './managed.ts';
import { ReceiverPanel } from './Receiver.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { readPaths } from './reading.ts';
import { SampleDialog } from './SampleDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';

export default function WebhooksView() {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  useRefreshOn('deliveries', ...readPaths, ...managedPaths);
  return (
    <Page
      title={t('webhooks.title')}
      guide="webhooks"
      lead={t(isOperator ? 'webhooks.lead' : 'webhooks.leadOwn')}
      actions={useMayChange() && <Actions />}
    >
      <ManagedEndpoints />
      <Endpoints />
      <ReceiverPanel />
      <Deliveries />
    </Page>
  );
}

function Actions() {
  const { t } = useTexts();
  const isCustomer = useScope().kind === 'account';
  const [isReplaying, replaying] = useDisclosure(false);
  const [isSampling, sampling] = useDisclosure(false);
  const [isRotating, rotating] = useDisclosure(false);
  return (
    <>
      {isCustomer && (
        <>
          <Button variant="default" leftSection={<Icon name="key" />} onClick={rotating.open}>
            {t('webhooks.secret')}
          </Button>
          <Button variant="default" leftSection={<Icon name="send" />} onClick={sampling.open}>
            {t('webhooks.sample')}
          </Button>
          <SecretDialog opened={isRotating} onClose={rotating.close} />
          <SampleDialog opened={isSampling} onClose={sampling.close} />
        </>
      )}
      <Button leftSection={<Icon name="refresh" />} onClick={replaying.open}>
        {t('webhooks.replayMany')}
      </Button>
      <ReplayDialog opened={isReplaying} onClose={replaying.close} />
    </>
  );
}
