import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../design/icons.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './phone.module.css';
import { type Bubble, codeIn } from './thread.ts';

/** One message: received ones on the left, with a way to their flight recorder; written ones on the right. */
export function BubbleView({ bubble: { at, direction, sender, text, messageId, status } }: { bubble: Bubble }) {
  const { t } = useTexts();
  const isReceived = direction === 'in';
  const code = isReceived ? codeIn(text) : undefined;
  return (
    <article className={styles.bubble} data-direction={direction}>
      <p className={styles.who}>{t(isReceived ? 'phone.from' : 'phone.to', { sender })}</p>
      <p className={styles.text} dir="auto">
        {text ?? <em>{t('shell.hidden')}</em>}
      </p>
      {code && <CopyCode code={code} />}
      <p className={styles.meta}>
        <Time at={at} />
        {status && status !== 'DELIVERED' && <Status status={status} />}
        {messageId && (
          <Link to={`/messages/${messageId}`} className={styles.recorder}>
            {t('phone.recorder')}
          </Link>
        )}
      </p>
    </article>
  );
}

function CopyCode({ code }: { code: string }) {
  const { t } = useTexts();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={6}
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
      onClick={() => copy(code)}
    >
      {copied ? t('shell.copied') : t('phone.copyCode', { code })}
    </Button>
  );
}
