import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { AccountLink } from '../../parts/Account.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './emails.module.css';
import { useMailKinds } from './mail-kinds.ts';

/** A mail that the service has written. The one with a code is how an operator helps an account without a contact. */
export function MailDialog({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(read('/admin/v1/mails/{mailId}', { params: { path: { mailId } } }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{data?.subject ?? t('emails.mail')}</bdi>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {data ? (
        <Content mail={data} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={220} />
      )}
    </Modal>
  );
}

function Content({ mail }: { mail: Operator['MailDetails'] }) {
  const { t } = useTexts();
  const kinds = useMailKinds();
  const { state, kind, recipient, accountId, createdAt, endedAt, attempts, error, body } = mail;
  return (
    <>
      <Facts
        facts={[
          [t('emails.state'), <Status key="state" status={state} />],
          [t('emails.kind'), kinds[kind]],
          [t('emails.to'), recipient || t('emails.noContact')],
          [t('shell.account'), <AccountLink key="account" accountId={accountId} />],
          [t('emails.writtenAt'), <Time key="written" at={createdAt} long />],
          [t('emails.endedAt'), endedAt && <Time at={endedAt} long />],
          [t('emails.attempts'), attempts],
          [t('emails.why'), error],
        ]}
      />
      <div className={styles.body}>
        {body ? (
          <CodeBlock code={body} label={t('emails.text')} wrap />
        ) : (
          <p className={styles.dim}>{t(kind === 'sender code' ? 'emails.codeErased' : 'emails.textGone')}</p>
        )}
      </div>
    </>
  );
}
