import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { PauseAll } from '../../parts/PauseAll.tsx';
import { type Pausable, setPaused } from '../../parts/pausing.ts';
import { useSending } from '../../sending/sending.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Message, timelinePaths, type Verdict } from './timeline.ts';
import styles from './verdict.module.css';

type Props = { message: Message; verdict: Verdict };

/** What can be done about the message, without leaving it where that is possible. */
export function VerdictActions({ message, verdict }: Props) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const may = (action: Verdict['actions'][number]) => verdict.actions.includes(action);
  const links = may('open carrier') || may('open routes');
  if (!links && !(mayChange && verdict.actions.length > 0)) return null;
  return (
    <div className={styles.actions}>
      {mayChange && may('resume') && <Resume message={message} verdict={verdict} />}
      {mayChange && may('cancel') && <Cancel message={message} />}
      {mayChange && may('resend') && (
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
      {links && (
        <Button component={Link} to="/carriers" variant="default" leftSection={<Icon name="carriers" />}>
          {t(may('open routes') ? 'verdict.openRoutes' : 'verdict.openCarrier')}
        </Button>
      )}
    </div>
  );
}

function Resume({ message: { accountId }, verdict: { paused, carrierId, carrier } }: Props) {
  const { t } = useTexts();
  const what: Pausable | undefined =
    paused === 'account' && accountId
      ? { kind: 'account', accountId }
      : paused === 'carrier' && carrierId
        ? { kind: 'carrier', carrierId }
        : undefined;
  const { mutate, isPending } = useMutation<unknown>({
    mutationFn: () => setPaused(what!, false),
    onSuccess: () => {
      notify(t('pauses.resumedNow', { name: (paused === 'carrier' && carrier) || t('message.account') }));
      return refresh(...timelinePaths);
    },
    onError: notifyFault,
  });
  if (what === undefined) return <PauseAll isPaused onDone={() => refresh(...timelinePaths)} />;
  return (
    <Button loading={isPending} leftSection={<Icon name="play" />} onClick={() => mutate()}>
      {t('pauses.resume')}
    </Button>
  );
}

/** Scheduled messages are cancelled like their customer would; others that wait, by an operator. */
function Cancel({ message: { accountId, messageId, destination, status } }: { message: Message }) {
  const { t } = useTexts();
  const [isAsking, asking] = useDisclosure(false);
  const { cancel } = useSending(accountId);
  const withdraw = () =>
    ask(api.POST('/admin/v1/messages/cancel', { body: { messageId, ...(accountId && { accountId }) } }));
  return (
    <>
      <Button color="red" variant="light" leftSection={<Icon name="close" />} onClick={asking.open}>
        {t('message.cancel')}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title={t('message.cancelTitle')}
        action={t('message.cancel')}
        danger
        onConfirm={async () => {
          const isAccepted = status === 'ACCEPTED';
          const done = isAccepted ? (await withdraw()).messages > 0 : await cancel(messageId).then(() => true);
          notify(t(done ? 'message.cancelled' : 'message.tooLate'));
          await refresh(...timelinePaths);
        }}
      >
        <p>{t('message.cancelText', { to: destination })}</p>
      </Confirm>
    </>
  );
}
