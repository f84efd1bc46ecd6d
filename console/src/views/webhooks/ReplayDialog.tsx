import { Autocomplete, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useAccounts } from '../../parts/Account.tsx';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { fieldTime } from '../../parts/time-text.ts';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { readPaths, useEndpoints } from './reading.ts';

const dayMs = 86_400_000;

/** Sends again what has failed since a time, of one account and, if one likes, to one endpoint only. */
export function ReplayDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { isOperator, choices } = useAccounts();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const accountId = chosen ?? search['accountId'] ?? null;
  const origins = useOrigins(isOperator ? accountId : null);
  const submit = async (values: Values) => {
    const endpoint = values('endpoint');
    const body = { since: new Date(values('since')).toISOString(), ...(endpoint && { endpoint }) };
    const { replayed } = await ask(
      isOperator
        ? api.POST('/admin/v1/webhooks/replay', { body: { ...body, accountId: accountId ?? '' } })
        : api.POST('/v1/webhooks/replay', { body }),
    );
    notify(t('webhooks.replayedMany', { count: replayed }));
    await refresh(...readPaths);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('webhooks.replayTitle')}
      action={t('webhooks.replayGo')}
      fields={['accountId', 'since', 'endpoint']}
      submit={submit}
    >
      {(fault) => (
        <>
          <Text size="sm" c="dimmed">
            {t('webhooks.replayHint')}
          </Text>
          {isOperator && (
            <Select
              label={t('shell.account')}
              data={choices}
              value={accountId}
              onChange={setChosen}
              searchable
              required
              error={fault('accountId')}
            />
          )}
          <TextInput
            name="since"
            type="datetime-local"
            label={t('webhooks.since')}
            defaultValue={fieldTime(new Date(Date.now() - dayMs))}
            required
            error={fault('since')}
          />
          <Autocomplete
            name="endpoint"
            label={t('webhooks.endpoint')}
            description={t('webhooks.endpointHint')}
            placeholder="https://shop.example.com"
            data={origins}
            error={fault('endpoint')}
          />
        </>
      )}
    </FormDialog>
  );
}

function useOrigins(accountId: string | null): string[] {
  const { data } = useEndpoints(accountId ?? undefined);
  return [...new Set((data?.endpoints ?? []).filter(({ endpointId }) => !endpointId).map(({ origin }) => origin))];
}
