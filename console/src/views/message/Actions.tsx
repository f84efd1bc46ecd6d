import { Button } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { curlOf } from '../../sending/curl.ts';
import { useSending } from '../../sending/sending.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Message, type Timeline, timelinePaths } from './timeline.ts';

/** What can still be called back: as long as no carrier has it. */
const cancellable = ['SCHEDULED'];

export function Actions({ timeline: { message } }: { timeline: Timeline }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const [isAsking, asking] = useDisclosure(false);
  const { cancel } = useSending(message.accountId);
  return (
    <>
      {mayChange && cancellable.includes(message.status) && (
        <Button color="red" variant="light" leftSection={<Icon name="close" />} onClick={asking.open}>
          {t('message.cancel')}
        </Button>
      )}
      {mayChange && (
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
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title={t('message.cancelTitle')}
        action={t('message.cancel')}
        danger
        onConfirm={async () => {
          await cancel(message.messageId);
          notify(t('message.cancelled'));
          await refresh(...timelinePaths);
        }}
      >
        <p>{t('message.cancelText', { to: message.destination })}</p>
      </Confirm>
    </>
  );
}

function requestOf({ sender, destination, content }: Message) {
  return { sender, destinations: [destination], message: { content: content ?? '' } };
}
