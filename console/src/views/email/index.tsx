import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { isMissing } from '../../api/fault.ts';
import { useMayChange, useScope } from '../../api/session.tsx';
import { AccountLink } from '../../parts/Account.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from '../emails/emails.module.css';
import { type Email, useEmail } from '../emails/reading.ts';
import { Decoded } from './Decoded.tsx';
import { Headers } from './Headers.tsx';
import { Outcome } from './Outcome.tsx';
import { SenderChecks } from './SenderChecks.tsx';
import { TryMail } from './TryMail.tsx';
import type { Proof } from './tags.ts';

/** One e-mail; or, at /emails/try, a test of one. */
export default function EmailView() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const mayChange = useMayChange();
  if (id === 'try') return mayChange ? <TryMail /> : <NotFound />;
  return <Shown emailId={id} />;
}

function Shown({ emailId }: { emailId: string }) {
  const { t } = useTexts();
  const { data, error, refetch } = useEmail(emailId);
  const email = data as Email | undefined;
  if (isMissing(error)) return <NotFound />;
  return (
    <Page
      title={email?.subject || t('emails.email')}
      aside={email && <Status status={email.outcome} />}
      actions={
        <Button component={Link} to="/emails" variant="default">
          {t('emails.back')}
        </Button>
      }
    >
      {email ? (
        <Content email={email} />
      ) : (
        <Panel>{error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton height={260} />}</Panel>
      )}
    </Page>
  );
}

function Content({ email }: { email: Email }) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const { from, envelopeFrom, via, peer, receivedAt, messageId, size, accountId, headers, tags, proof, text } = email;
  return (
    <>
      <Outcome email={email} />
      <Panel title={t('emails.asReceived')}>
        <Facts
          facts={[
            [t('emails.from'), from ?? t('shell.none')],
            [t('emails.envelope'), envelopeFrom || t('emails.noEnvelope')],
            [t('emails.receivedAt'), <Time key="at" at={receivedAt} long />],
            [t('emails.via'), peer ? t('emails.viaPeer', { via, peer }) : via],
            [
              t('shell.account'),
              isOperator && (accountId ? <AccountLink accountId={accountId} /> : t('emails.noAccount')),
            ],
            [t('emails.size'), t('emails.bytes', { size })],
            [t('emails.messageId'), messageId && <code>{messageId}</code>],
          ]}
        />
      </Panel>
      <div className={styles.columns}>
        <Decoded text={text ?? undefined} tags={tags} />
        <div>
          <SenderChecks proof={(proof ?? {}) as Proof} />
          <Headers headers={headers} />
        </div>
      </div>
    </>
  );
}
