import { Button } from '@mantine/core';
import { Icon } from '../../design/icons.tsx';
import { Panel } from '../../parts/Page.tsx';
import { longTime } from '../../parts/time-text.ts';
import type { SendResponse } from '../../sending/sending.ts';
import { Tracked, useTracked } from '../../sending/Tracked.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './send.module.css';

const mostShown = 50;

/** What was accepted, and how it is doing. */
export function Sent({ sent, onNext }: { sent: SendResponse; onNext: () => void }) {
  const { t, locale } = useTexts();
  const count = sent.messages.length;
  const rows = useTracked(sent.messages, mostShown, sent.scheduledAt ? 'SCHEDULED' : 'ACCEPTED');
  return (
    <Panel
      title={
        sent.scheduledAt
          ? t('send.scheduled', { count, time: longTime(new Date(sent.scheduledAt), locale) })
          : t('send.accepted', { count })
      }
      actions={
        <Button variant="default" leftSection={<Icon name="send" />} onClick={onNext}>
          {t('send.another')}
        </Button>
      }
    >
      <Tracked rows={rows} />
      {count > mostShown && <p className={styles.more}>{t('send.andMore', { count: count - mostShown })}</p>}
    </Panel>
  );
}
