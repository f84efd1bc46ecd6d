import { ActionIcon, Button, Text, Textarea, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { DeleteSender } from './DeleteSender.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { readPaths, type Sender } from './reading.ts';
import styles from './senders.module.css';
import { canApprove } from './status-text.ts';

export function OperatorActions({ sender }: { sender: Sender }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isLooking, looking] = useDisclosure(false);
  const [isApproving, approving] = useDisclosure(false);
  const [isRejecting, rejecting] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { value, status } = sender;
  return (
    <span className={styles.actions}>
      {mayChange && canApprove(sender) && (
        <Button size="compact-sm" onClick={approving.open} aria-label={t('senders.approveOf', { value })}>
          {t('senders.approve')}
        </Button>
      )}
      {mayChange && status === 'Pending' && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={rejecting.open}
          aria-label={t('senders.rejectOf', { value })}
        >
          {t('senders.reject')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={looking.open} aria-label={t('senders.detailsOf', { value })}>
        {t('senders.details')}
      </Button>
      {mayChange && (
        <Tooltip label={t('shell.delete')}>
          <ActionIcon aria-label={t('senders.deleteOf', { value })} onClick={deleting.open} size={26}>
            <Icon name="trash" />
          </ActionIcon>
        </Tooltip>
      )}
      <DetailsDialog sender={sender} opened={isLooking} onClose={looking.close} />
      <Approve sender={sender} opened={isApproving} onClose={approving.close} />
      <Reject sender={sender} opened={isRejecting} onClose={rejecting.close} />
      <DeleteSender sender={sender} opened={isDeleting} onClose={deleting.close} />
    </span>
  );
}

type Props = { sender: Sender; opened: boolean; onClose: () => void };

function Approve({ sender: { id, value, isNumber }, opened, onClose }: Props) {
  const { t } = useTexts();
  const go = async () => {
    await ask(api.POST('/admin/v1/senders/{senderId}/approve', { params: { path: { senderId: id } } }));
    notify(t('senders.approved', { value }));
    await refresh(...readPaths);
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('senders.approveTitle', { value })}
      action={t('senders.approve')}
      onConfirm={go}
    >
      {t(isNumber ? 'senders.approveNumber' : 'senders.approveName')}
    </Confirm>
  );
}

function Reject({ sender: { id, value }, opened, onClose }: Props) {
  const { t } = useTexts();
  const submit = async (values: Values) => {
    const body = { reason: values('reason') };
    await ask(api.POST('/admin/v1/senders/{senderId}/reject', { params: { path: { senderId: id } }, body }));
    notify(t('senders.rejectedNow', { value }));
    await refresh(...readPaths);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('senders.rejectTitle', { value })}
      action={t('senders.reject')}
      danger
      fields={['reason']}
      submit={submit}
    >
      {(fault) => (
        <>
          <Text size="sm" c="dimmed">
            {t('senders.rejectHint')}
          </Text>
          <Textarea
            name="reason"
            label={t('senders.reason')}
            description={t('senders.reasonHint')}
            required
            maxLength={500}
            autosize
            minRows={2}
            data-autofocus
            error={fault('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
