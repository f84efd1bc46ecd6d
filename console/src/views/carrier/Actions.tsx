import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { CancelWaiting } from '../../incident/CancelWaiting.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { setPaused } from '../../parts/pausing.ts';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { RerouteDialog } from './RerouteDialog.tsx';
import { TestDialog } from './TestDialog.tsx';

type Incident = Operator['CarrierIncident'];

/** What can be done about a carrier; everything that changes messages names their number first. */
export function Actions({ incident }: { incident: Incident }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { carrierId, name, state, waiting, pause } = incident;
  const dialog = useRowDialog<'cancel' | 'pause' | 'off' | 'reroute' | 'test', string>();
  const params = { path: { carrierId } };
  const isPaused = pause?.kind === 'carrier';
  const isEnabled = state !== 'disabled';
  const hold = async (paused: boolean) => {
    await setPaused({ kind: 'carrier', carrierId }, paused);
    notify(t(paused ? 'pauses.pausedNow' : 'pauses.resumedNow', { name }));
  };
  const switchTo = async (enabled: boolean) => {
    await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params, body: { enabled } }));
    notify(t(enabled ? 'carriers.switchedOn' : 'carriers.switchedOff', { name }));
    void refresh('/admin/v1/carriers');
  };
  const retry = async () => {
    await ask(api.POST('/admin/v1/carriers/{carrierId}/retry', { params }));
    notify(t('incident.retried', { name }));
    void refresh('/admin/v1/carriers');
  };
  const messages = (
    <Button
      component={Link}
      to="/messages"
      search={{ q: `carrier:${carrierId}` } as never}
      variant="subtle"
      leftSection={<Icon name="messages" />}
    >
      {t('incident.messages')}
    </Button>
  );
  if (!mayChange) return messages;
  const more: RowAction[] = [
    ...(isEnabled
      ? [{ text: t('incident.test'), icon: 'bolt', onClick: () => dialog.open('test', name) } as const]
      : []),
    isPaused
      ? { text: t('pauses.resume'), icon: 'play', onClick: () => void hold(false).catch(notifyFault) }
      : { text: t('pauses.pause'), icon: 'pause', onClick: () => dialog.open('pause', name) },
    isEnabled
      ? { text: t('carriers.off'), icon: 'forbidden', danger: true, onClick: () => dialog.open('off', name) }
      : { text: t('carriers.on'), icon: 'play', onClick: () => void switchTo(true).catch(notifyFault) },
  ];
  return (
    <>
      {messages}
      {state === 'refused' && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void retry().catch(notifyFault)}>
          {t('incident.retry')}
        </Button>
      )}
      {state === 'paused' && isPaused && (
        <Button leftSection={<Icon name="play" />} onClick={() => void hold(false).catch(notifyFault)}>
          {t('pauses.resume')}
        </Button>
      )}
      {state === 'disabled' && (
        <Button leftSection={<Icon name="play" />} onClick={() => void switchTo(true).catch(notifyFault)}>
          {t('carriers.on')}
        </Button>
      )}
      {isEnabled && (
        <Button variant="default" leftSection={<Icon name="carriers" />} onClick={() => dialog.open('reroute', name)}>
          {t('incident.reroute')}
        </Button>
      )}
      {waiting.messages > 0 && (
        <Button
          color="red"
          variant="light"
          leftSection={<Icon name="close" />}
          onClick={() => dialog.open('cancel', name)}
        >
          {t('incident.cancel')}
        </Button>
      )}
      <RowMenu label={t('incident.actions', { name })} actions={more} />
      <CancelWaiting filter={{ carrierId }} opened={dialog.is('cancel')} onClose={dialog.close} />
      <RerouteDialog incident={incident} opened={dialog.is('reroute')} onClose={dialog.close} />
      <TestDialog incident={incident} opened={dialog.is('test')} onClose={dialog.close} />
      <Confirm
        opened={dialog.is('pause')}
        onClose={dialog.close}
        title={t('pauses.pauseCarrierTitle', { name })}
        action={t('pauses.pause')}
        onConfirm={() => hold(true)}
      >
        <p>{t('pauses.pauseCarrierText')}</p>
      </Confirm>
      <Confirm
        opened={dialog.is('off')}
        onClose={dialog.close}
        title={t('carriers.offTitle', { name })}
        action={t('carriers.off')}
        danger
        onConfirm={() => switchTo(false)}
      >
        <p>{t('carriers.offText', { count: waiting.messages })}</p>
      </Confirm>
    </>
  );
}
