import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from '../design/icons.tsx';
import { useTexts } from '../texts/language.tsx';

export function Copy({ text, label }: { text: string; label?: string }) {
  const { t } = useTexts();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <Tooltip label={t(copied ? 'shell.copied' : 'shell.copy')}>
      <ActionIcon
        size="sm"
        aria-label={copied ? t('shell.copied') : (label ?? t('shell.copy'))}
        onClick={() => copy(text)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
