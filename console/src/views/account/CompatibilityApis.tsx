import { Code, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { GuideLink } from '../../parts/GuideLink.tsx';
import type { Guide } from '../../parts/guides.ts';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';

type Account = Operator['AccountDetails'];
type Gateway = Account['doors'][number];

/** Gateway names are the same in every language. */
const gateways: readonly { gateway: Gateway & Guide; name: string; path: string }[] = [
  { gateway: 'kannel', name: 'Kannel', path: '/cgi-bin/sendsms' },
  { gateway: 'jasmin', name: 'Jasmin', path: '/send, /secure/send' },
  { gateway: 'twilio', name: 'Twilio', path: '/2010-04-01/Accounts/…/Messages.json' },
];

/** Switches for the APIs of other gateways, with which existing programs of the customer send unchanged. */
export function CompatibilityApis({ account: { accountId, doors: enabled } }: { account: Account }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [busy, setBusy] = useState<Gateway>();
  const toggle = async (gateway: Gateway, name: string, isOn: boolean) => {
    setBusy(gateway);
    const others = enabled.filter((other) => other !== gateway);
    const body = { doors: isOn ? [...others, gateway] : others };
    await ask(api.PATCH('/admin/v1/accounts/{accountId}', { params: { path: { accountId } }, body }));
    await refresh('/admin/v1/accounts');
    notify(t(isOn ? 'accounts.compatibilityOn' : 'accounts.compatibilityOff', { name }));
  };
  return (
    <Panel title={t('accounts.compatibility')}>
      <Stack gap="sm">
        <Text size="sm">{t('accounts.compatibilityHint')}</Text>
        {gateways.map(({ gateway, name, path }) => (
          <Switch
            key={gateway}
            label={name}
            description={
              <>
                <Code>{path}</Code> <GuideLink guide={gateway} />
              </>
            }
            checked={enabled.includes(gateway)}
            disabled={!mayChange || busy !== undefined}
            onChange={(event) =>
              void toggle(gateway, name, event.currentTarget.checked)
                .catch(notifyFault)
                .finally(() => setBusy(undefined))
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}
