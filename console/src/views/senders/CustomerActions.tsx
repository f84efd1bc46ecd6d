import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Icon } from '../../design/icons.tsx';
import { useTexts } from '../../texts/language.tsx';
import { ConfirmCode } from './ConfirmCode.tsx';
import { DeleteSender } from './DeleteSender.tsx';
import type { Sender } from './reading.ts';
import styles from './senders.module.css';
import { UrlsDialog } from './UrlsDialog.tsx';

export function CustomerActions({ sender }: { sender: Sender }) {
  const { t } = useTexts();
  const [isConfirming, confirming] = useDisclosure(false);
  const [isSetting, setting] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { value, status } = sender;
  return (
    <span className={styles.actions}>
      {status === 'Confirmation Pending' && (
        <Button size="compact-sm" onClick={confirming.open}>
          {t('senders.enterCode')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={setting.open} aria-label={t('senders.urlsOf', { value })}>
        {t('senders.urls')}
      </Button>
      <Tooltip label={t('shell.delete')}>
        <ActionIcon aria-label={t('senders.deleteOf', { value })} onClick={deleting.open} size={26}>
          <Icon name="trash" />
        </ActionIcon>
      </Tooltip>
      <ConfirmCode sender={sender} opened={isConfirming} onClose={confirming.close} />
      <UrlsDialog sender={sender} opened={isSetting} onClose={setting.close} />
      <DeleteSender sender={sender} opened={isDeleting} onClose={deleting.close} />
    </span>
  );
}
