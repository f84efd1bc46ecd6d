import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { fieldTime } from '../../parts/time-text.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Managed, replayFailedOf, useFailed } from './managed.ts';

const dayMs = 86_400_000;

type Props = { endpoint: Managed | undefined; name: string; opened: boolean; onClose: () => void };

/** Sends again what an endpoint has missed since a time; says before how much that is. */
export function ReplayEndpointDialog({ endpoint, name, opened, onClose }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(() => fieldTime(new Date(Date.now() - dayMs)));
  const time = new Date(typed);
  const since = Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  const { data } = useFailed(opened ? endpoint?.endpointId : undefined, since);
  const count = data?.failed ?? 0;
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('webhooks.replayOf', { endpoint: name })}
      action={t('webhooks.replayGo')}
      disabled={count === 0}
      onConfirm={async () => {
        if (endpoint === undefined || since === undefined) return;
        notify(t('webhooks.replayedMany', { count: await replayFailedOf(endpoint.endpointId, since) }));
      }}
    >
      <TextInput
        type="datetime-local"
        label={t('webhooks.since')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p role="status">{data && t(data.atLeast ? 'webhooks.failedAtLeast' : 'webhooks.failedCount', { count })}</p>
    </Confirm>
  );
}
