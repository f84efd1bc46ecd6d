import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { InlineForm } from '../../parts/InlineForm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { Panel } from '../../parts/Page.tsx';
import { Badge } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import { QrCode } from './QrCode.tsx';
import styles from './settings.module.css';

type Offer = { secret: string; uri: string };
const path = '/console/v1/totp';

/** Codes of an authenticator app, asked for after the password. */
export function SecondFactor({ hasPassword, isOn }: { hasPassword: boolean; isOn: boolean }) {
  const { t } = useTexts();
  const [offer, setOffer] = useState<Offer>();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Panel title={t('settings.totp')}>
      <Group justify="space-between">
        <Group gap="xs">
          <Badge
            tone={isOn ? 'ok' : 'none'}
            icon={isOn ? 'check' : 'pause'}
            text={t(isOn ? 'settings.on' : 'settings.off')}
          />
          {t(isOn ? 'settings.totpOn' : hasPassword ? 'settings.totpOff' : 'settings.totpNeedsPassword')}
        </Group>
        {isOn ? (
          <Button variant="outline" color="red" onClick={dialog.open}>
            {t('settings.totpTurnOff')}
          </Button>
        ) : (
          hasPassword &&
          !offer && (
            <Button onClick={() => void ask(api.POST(path)).then(setOffer, notifyFault)}>
              {t('settings.totpTurnOn')}
            </Button>
          )
        )}
      </Group>
      {offer && !isOn && <Setup offer={offer} done={() => setOffer(undefined)} />}
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('settings.totpTurnOffTitle')}
        action={t('settings.totpTurnOff')}
        danger
        fields={['password']}
        submit={async (value) => {
          await ask(api.DELETE(path, { body: { password: value('password') } }));
          notify(t('settings.totpIsOff'));
          await refresh('/console/v1/session');
        }}
      >
        {(fault) => (
          <PasswordInput
            name="password"
            label={t('settings.passwordCurrent')}
            error={fault('password')}
            autoComplete="current-password"
            required
            data-autofocus
          />
        )}
      </FormDialog>
    </Panel>
  );
}

/** The secret as a picture and as text, and a first code that proves that the app has it. */
function Setup({ offer, done }: { offer: Offer; done: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles.setup}>
      <QrCode text={offer.uri} label={t('settings.totpQr')} />
      <div>
        <p className={styles.hint}>{t('settings.totpScan')}</p>
        <CodeBlock code={offer.secret} label={t('settings.totpSecret')} wrap />
        <details className={styles.uri}>
          <summary>{t('settings.totpUri')}</summary>
          <CodeBlock code={offer.uri} label={t('settings.totpUri')} wrap />
        </details>
        <InlineForm
          action={t('settings.totpConfirm')}
          fields={['code']}
          submit={async (value) => {
            await ask(api.PUT(path, { body: { code: value('code').replaceAll(/\s/g, '') } }));
            notify(t('settings.totpIsOn'));
            await refresh('/console/v1/session');
            done();
          }}
        >
          {(fault) => (
            <TextInput
              name="code"
              label={t('settings.totpCode')}
              description={t('login.codeHint')}
              error={fault('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              maw={200}
              mt="sm"
              required
            />
          )}
        </InlineForm>
      </div>
    </div>
  );
}
