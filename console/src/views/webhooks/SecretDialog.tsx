import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, ask } from '../../api/client.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { GuideLink } from '../../parts/GuideLink.tsx';
import { useTexts } from '../../texts/language.tsx';

/** A new signing secret. It is shown this once, and forgotten by the page when the dialogue is closed. */
export function SecretDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('webhooks.secretTitle')}
      size="md"
      closeOnClickOutside={secret === undefined}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {secret === undefined ? (
        <Ask onSecret={setSecret} onClose={close} />
      ) : (
        <Stack gap="sm">
          <p role="status" style={{ margin: 0 }}>
            {t('webhooks.secretNew')}
          </p>
          <CodeBlock code={secret} label={t('webhooks.secretTitle')} wrap />
          <Text size="sm">{t('webhooks.secretThen')}</Text>
          <GuideLink guide="webhooks-verification">{t('webhooks.verifyGuide')}</GuideLink>
          <Group justify="flex-end">
            <Button onClick={close}>{t('webhooks.secretKept')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Ask({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const { t } = useTexts();
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const faultText = useFaultText(fault);
  const go = async () => {
    setBusy(true);
    try {
      onSecret((await ask(api.POST('/v1/webhooks/secret'))).secret);
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t('webhooks.secretWhat')}</Text>
      <Text size="sm">{t('webhooks.secretRule')}</Text>
      {fault !== undefined && (
        <p role="alert" style={{ color: 'var(--bad)', margin: 0 }}>
          {faultText}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('shell.cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => void go()}>
          {t('webhooks.secretGo')}
        </Button>
      </Group>
    </Stack>
  );
}
