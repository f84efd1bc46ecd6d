import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { curlOf } from '../../sending/curl.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Message, Timeline, Verdict } from './timeline.ts';

/** What can always be done. What the state of the message asks for is with the verdict. */
export function Actions({ timeline: { message } }: { timeline: Timeline }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const verdict = message.verdict as Verdict | undefined;
  return (
    <>
      {mayChange && verdict?.actions.includes('resend') !== true && (
        <Button
          component={Link}
          to="/send"
          search={{ again: message.messageId } as never}
          variant="default"
          leftSection={<Icon name="send" />}
        >
          {t('message.again')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name={copied ? 'check' : 'copy'} />}
        onClick={() => copy(curlOf(requestOf(message)))}
      >
        {copied ? t('shell.copied') : t('message.curl')}
      </Button>
    </>
  );
}

function requestOf({ sender, destination, content }: Message) {
  return { sender, destinations: [destination], message: { content: content ?? '' } };
}
