import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountLink } from '../../parts/Account.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Id } from '../../parts/Id.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { type Sender, urlFields } from './reading.ts';

/** Everything that is known of a sender. */
export function DetailsDialog({ sender, opened, onClose }: { sender: Sender; opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { id, accountId, value, isNumber, channel, status, reason, wrongCodes, createdAt, updatedAt } = sender;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={value}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Facts
        facts={[
          [t('senders.status'), <Status key="status" status={status} />],
          [t('senders.reason'), reason],
          [t('senders.type'), `${t(isNumber ? 'senders.number' : 'senders.name')} · ${channel}`],
          [t('shell.account'), accountId && <AccountLink accountId={accountId} />],
          [t('senders.registered'), <Time key="created" at={createdAt} long />],
          [t('senders.changed'), <Time key="changed" at={updatedAt} long />],
          [t('senders.wrong'), wrongCodes],
          ...urlFields.map((field): [string, ReactNode] => [
            t(`senders.${field}`),
            sender[field] ? <code key={field}>{sender[field]}</code> : t('shell.none'),
          ]),
          [t('senders.id'), <Id key="id" id={id} />],
        ]}
      />
    </Modal>
  );
}
