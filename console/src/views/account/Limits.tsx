import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { InlineForm } from '../../parts/InlineForm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { setPaused } from '../../parts/pausing.ts';
import { Status } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import { CompatibilityApis } from './CompatibilityApis.tsx';

type Account = Operator['AccountDetails'];
type Change = Partial<Pick<Account, 'name' | 'creditLimit' | 'contactEmail' | 'status' | 'receipts' | 'inbound'>>;
type Way = Account['receipts'];

async function change(accountId: string, body: Change): Promise<void> {
  await ask(api.PATCH('/admin/v1/accounts/{accountId}', { params: { path: { accountId } }, body }));
  await refresh('/admin/v1/accounts');
}

/** What the account is called, how far it may go into debt, and whether it may send at all. */
export function Limits({ account }: { account: Account }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const ways = [
    { value: 'auto', label: t('accounts.wayAuto') },
    { value: 'webhook', label: t('accounts.wayWebhook') },
    { value: 'smpp', label: t('accounts.waySmpp') },
    { value: 'both', label: t('accounts.wayBoth') },
  ];
  return (
    <>
      <Panel title={t('accounts.limits')}>
        <InlineForm
          // What was saved is what the fields begin with the next time.
          key={`${account.name} ${account.creditLimit} ${account.contactEmail} ${account.receipts} ${account.inbound}`}
          action={t('shell.save')}
          disabled={!mayChange}
          fields={['name', 'creditLimit', 'contactEmail', 'receipts', 'inbound']}
          submit={async (value) => {
            await change(account.accountId, {
              name: value('name'),
              creditLimit: value('creditLimit').replace(',', '.') || '0',
              contactEmail: value('contactEmail') || null,
              receipts: value('receipts') as Way,
              inbound: value('inbound') as Way,
            });
            notify(t('shell.saved'));
          }}
        >
          {(fault) => (
            <Stack gap="sm" maw={420}>
              <TextInput
                name="name"
                label={t('accounts.name')}
                defaultValue={account.name}
                error={fault('name')}
                maxLength={100}
                required
              />
              <TextInput
                name="creditLimit"
                label={`${t('accounts.creditLimit')} (${account.currency})`}
                description={t('accounts.creditHint')}
                defaultValue={account.creditLimit}
                error={fault('creditLimit')}
                inputMode="decimal"
              />
              <TextInput
                name="contactEmail"
                type="email"
                label={t('accounts.contactEmail')}
                description={t('accounts.contactHint')}
                defaultValue={account.contactEmail ?? ''}
                error={fault('contactEmail')}
              />
              <NativeSelect
                name="receipts"
                label={t('accounts.receipts')}
                data={ways}
                defaultValue={account.receipts}
                error={fault('receipts')}
              />
              <NativeSelect
                name="inbound"
                label={t('accounts.inboundTo')}
                data={ways}
                defaultValue={account.inbound}
                error={fault('inbound')}
              />
            </Stack>
          )}
        </InlineForm>
      </Panel>
      <CompatibilityApis account={account} />
      <State account={account} />
    </>
  );
}

function State({ account }: { account: Account }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  const isActive = account.status === 'active';
  return (
    <Panel title={t('accounts.status')}>
      <Group justify="space-between">
        <Group gap="xs">
          <Status status={account.status} />
          {t(isActive ? 'accounts.stateActive' : 'accounts.stateSuspended')}
        </Group>
        {mayChange && (
          <Button variant={isActive ? 'outline' : 'filled'} color={isActive ? 'red' : 'fjord'} onClick={dialog.open}>
            {t(isActive ? 'accounts.suspend' : 'accounts.activate')}
          </Button>
        )}
      </Group>
      <Confirm
        opened={isOpen}
        onClose={dialog.close}
        title={isActive ? t('accounts.suspendTitle', { name: account.name }) : t('accounts.activate')}
        action={t(isActive ? 'accounts.suspend' : 'accounts.activate')}
        danger={isActive}
        onConfirm={async () => {
          await change(account.accountId, { status: isActive ? 'suspended' : 'active' });
          notify(t(isActive ? 'accounts.suspended' : 'accounts.activated'));
        }}
      >
        <p>{isActive ? t('accounts.suspendText') : account.name}</p>
      </Confirm>
      <Pausing account={account} />
    </Panel>
  );
}

/** Unlike a suspended account, a paused one is not refused: its messages wait. */
function Pausing({ account: { accountId, name, paused } }: { account: Account }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  const hold = async (isPaused: boolean) => {
    await setPaused({ kind: 'account', accountId }, isPaused);
    notify(t(isPaused ? 'pauses.pausedNow' : 'pauses.resumedNow', { name }));
  };
  if (!paused && !mayChange) return null;
  return (
    <Group justify="space-between" mt="sm">
      <Group gap="xs">
        {paused && (
          <>
            <Status status="paused" /> {t('pauses.stateAccount')}
          </>
        )}
      </Group>
      {mayChange && (
        <Button variant="default" onClick={paused ? () => void hold(false).catch(notifyFault) : dialog.open}>
          {t(paused ? 'pauses.resume' : 'pauses.pause')}
        </Button>
      )}
      <Confirm
        opened={isOpen}
        onClose={dialog.close}
        title={t('pauses.pauseAccountTitle', { name })}
        action={t('pauses.pause')}
        onConfirm={() => hold(true)}
      >
        <p>{t('pauses.pauseAccountText')}</p>
      </Confirm>
    </Group>
  );
}
