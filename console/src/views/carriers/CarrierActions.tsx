import { Button } from '@mantine/core';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { setPaused } from '../../parts/pausing.ts';
import { type RowAction, RowMenu } from '../../parts/RowMenu.tsx';
import { useRowDialog } from '../../parts/useRowDialog.ts';
import { useTexts } from '../../texts/language.tsx';
import { CarrierDialog } from './CarrierDialog.tsx';
import { CostsDialog } from './CostsDialog.tsx';
import { ReasonsDialog } from './ReasonsDialog.tsx';

type Props = { carrier: Operator['CarrierDetails']; routes: Operator['RouteDetails'][] };

/** What can be done with a carrier. `default` is written from the settings at every start, and can only be switched off. */
export function CarrierActions({ carrier, routes }: Props) {
  const { t } = useTexts();
  const { carrierId, name, enabled, waiting, paused } = carrier;
  const dialog = useRowDialog<'change' | 'costs' | 'reasons' | 'pause' | 'drain' | 'off' | 'delete', string>();
  const isOwn = name !== 'default';
  const params = { path: { carrierId } };
  const switchTo = async (on: boolean) => {
    await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params, body: { enabled: on } }));
    notify(t(on ? 'carriers.switchedOn' : 'carriers.switchedOff', { name }));
    void refresh('/admin/v1/carriers');
  };
  const hold = async (isPaused: boolean) => {
    await setPaused({ kind: 'carrier', carrierId }, isPaused);
    notify(t(isPaused ? 'pauses.pausedNow' : 'pauses.resumedNow', { name }));
  };
  const drain = async () => {
    for (const { routeId } of routes) {
      await ask(api.DELETE('/admin/v1/routes/{routeId}', { params: { path: { routeId } } }));
    }
    notify(t('carriers.drainBegun', { name }));
    void refresh('/admin/v1/routes', '/admin/v1/carriers');
  };
  const remove = async () => {
    await ask(api.DELETE('/admin/v1/carriers/{carrierId}', { params }));
    notify(t('carriers.deleted', { name }));
    void refresh('/admin/v1/routes', '/admin/v1/carriers');
  };
  const actions: RowAction[] = [
    { text: t('routing.costs'), icon: 'prices', onClick: () => dialog.open('costs', name) },
    { text: t('carriers.reasons'), icon: 'info', onClick: () => dialog.open('reasons', name) },
    paused
      ? { text: t('pauses.resume'), icon: 'play', onClick: () => void hold(false).catch(notifyFault) }
      : { text: t('pauses.pause'), icon: 'pause', onClick: () => dialog.open('pause', name) },
    ...(routes.length > 0 && enabled
      ? [{ text: t('carriers.drain'), icon: 'inbound', onClick: () => dialog.open('drain', name) } as const]
      : []),
    enabled
      ? { text: t('carriers.off'), icon: 'forbidden', danger: true, onClick: () => dialog.open('off', name) }
      : { text: t('carriers.on'), icon: 'play', onClick: () => void switchTo(true).catch(notifyFault) },
    ...(isOwn
      ? [
          {
            text: t('carriers.delete'),
            icon: 'trash',
            danger: true,
            onClick: () => dialog.open('delete', name),
          } as const,
        ]
      : []),
  ];
  return (
    <>
      {isOwn && (
        <Button variant="default" onClick={() => dialog.open('change', name)}>
          {t('carriers.change')}
        </Button>
      )}
      <RowMenu label={t('carriers.actions', { name })} actions={actions} />
      <CarrierDialog carrier={carrier} opened={dialog.is('change')} onClose={dialog.close} />
      <CostsDialog carrier={carrier} opened={dialog.is('costs')} onClose={dialog.close} />
      <ReasonsDialog carrier={carrier} opened={dialog.is('reasons')} onClose={dialog.close} />
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
        opened={dialog.is('drain')}
        onClose={dialog.close}
        title={t('carriers.drainTitle', { name })}
        action={t('carriers.drain')}
        onConfirm={drain}
      >
        <p>{t('carriers.drainText', { count: routes.length })}</p>
      </Confirm>
      <Confirm
        opened={dialog.is('off')}
        onClose={dialog.close}
        title={t('carriers.offTitle', { name })}
        action={t('carriers.off')}
        danger
        onConfirm={() => switchTo(false)}
      >
        <p>{t('carriers.offText', { count: waiting })}</p>
      </Confirm>
      <Confirm
        opened={dialog.is('delete')}
        onClose={dialog.close}
        title={t('carriers.deleteTitle', { name })}
        action={t('carriers.delete')}
        danger
        retype={name}
        onConfirm={remove}
      >
        <p>{t('carriers.deleteText', { count: waiting })}</p>
      </Confirm>
    </>
  );
}
