import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { Icon } from '../../design/icons.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

/** A link by which a customer gets into the console: made here, handed over by whatever way the operator trusts. */
export function CustomerLink({ accountId }: { accountId: string }) {
  const { t, rich } = useTexts();
  const [isAsking, asking] = useDisclosure(false);
  const [isShown, shown] = useDisclosure(false);
  const [link, setLink] = useState<{ url: string; expiresAt: string }>();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="key" />} onClick={asking.open}>
        {t('accounts.consoleLink')}
      </Button>
      <FormDialog
        opened={isAsking}
        onClose={asking.close}
        title={t('accounts.consoleLinkTitle')}
        action={t('accounts.consoleLinkMake')}
        fields={['name']}
        submit={async (value) => {
          const body = value('name') ? { name: value('name') } : {};
          const params = { path: { accountId } };
          setLink(await ask(api.POST('/admin/v1/accounts/{accountId}/console-links', { params, body })));
          shown.open();
        }}
      >
        {(fault) => (
          <TextInput
            name="name"
            label={t('accounts.consoleLinkFor')}
            description={t('accounts.consoleLinkForHint')}
            error={fault('name')}
            maxLength={100}
            data-autofocus
          />
        )}
      </FormDialog>
      <ShownOnce
        opened={isShown}
        onClose={() => {
          shown.close();
          setLink(undefined);
        }}
        title={t('accounts.consoleLinkTitle')}
        secret={link?.url ?? ''}
        label={t('accounts.consoleLinkLabel')}
        done={t('accounts.done')}
      >
        <p>{rich('accounts.consoleLinkText', { time: <Time at={link?.expiresAt} /> })}</p>
      </ShownOnce>
    </>
  );
}
