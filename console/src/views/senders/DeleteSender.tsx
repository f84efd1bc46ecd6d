import { Confirm } from '../../parts/Confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { deleteSender, type Sender } from './reading.ts';

export function DeleteSender({ sender, opened, onClose }: { sender: Sender; opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { value } = sender;
  const go = async () => {
    await deleteSender(sender);
    notify(t('senders.deleted', { value }));
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('senders.deleteTitle', { value })}
      action={t('shell.delete')}
      danger
      onConfirm={go}
    >
      {t('senders.deleteHint')}
    </Confirm>
  );
}
