import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Delivery, replay } from '../webhooks/reading.ts';

/** Once more, with all retries. What was delivered is sent a second time, so that is asked first. */
export function ReplayButton({ delivery: { deliveryId, state } }: { delivery: Delivery }) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const [isAsking, asking] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const go = async () => {
    await replay(isOperator, deliveryId);
    notify(t('webhooks.replayed'));
  };
  const replayNow = async () => {
    setBusy(true);
    await go().catch(notifyFault);
    setBusy(false);
  };
  return (
    <>
      <Button
        leftSection={<Icon name="refresh" />}
        loading={isBusy}
        onClick={() => (state === 'delivered' ? asking.open() : void replayNow())}
      >
        {t('webhooks.replay')}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title={t('webhooks.replayAgain')}
        action={t('webhooks.replay')}
        onConfirm={go}
      >
        {t('webhooks.replayAgainHint')}
      </Confirm>
    </>
  );
}
