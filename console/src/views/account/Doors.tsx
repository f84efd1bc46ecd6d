import { Code, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

type Account = Operator['AccountDetails'];
type Door = Account['doors'][number];

/** By the names of the gateways, which are the same in every language, and the paths that they answer. */
const doors: readonly { door: Door; name: string; path: string }[] = [
  { door: 'kannel', name: 'Kannel', path: '/cgi-bin/sendsms' },
  { door: 'jasmin', name: 'Jasmin', path: '/send, /secure/send' },
  { door: 'twilio', name: 'Twilio', path: '/2010-04-01/Accounts/…/Messages.json' },
];

/** The interfaces of other gateways, by which programs of the customer may send as they are. */
export function Doors({ account: { accountId, doors: open } }: { account: Account }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [busy, setBusy] = useState<Door>();
  const turn = async (door: Door, name: string, isOpen: boolean) => {
    setBusy(door);
    const others = open.filter((other) => other !== door);
    const body = { doors: isOpen ? [...others, door] : others };
    await ask(api.PATCH('/admin/v1/accounts/{accountId}', { params: { path: { accountId } }, body }));
    await refresh('/admin/v1/accounts');
    notify(t(isOpen ? 'accounts.doorOpened' : 'accounts.doorClosed', { name }));
  };
  return (
    <Panel title={t('accounts.doors')}>
      <Stack gap="sm">
        <Text size="sm">{t('accounts.doorsHint')}</Text>
        {doors.map(({ door, name, path }) => (
          <Switch
            key={door}
            label={name}
            description={<Code>{path}</Code>}
            checked={open.includes(door)}
            disabled={!mayChange || busy !== undefined}
            onChange={(event) =>
              void turn(door, name, event.currentTarget.checked)
                .catch(notifyFault)
                .finally(() => setBusy(undefined))
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}
