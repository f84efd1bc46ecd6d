import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { isMissing } from '../../api/fault.ts';
import { useMayChange, useScope } from '../../api/session.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { AccountLink } from '../../parts/Account.tsx';
import { Countdown } from '../../parts/Countdown.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Id } from '../../parts/Id.tsx';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useTexts } from '../../texts/language.tsx';
import { useKindWords } from '../webhooks/kind-words.ts';
import { type Delivery, readPaths, useDelivery } from '../webhooks/reading.ts';
import { Attempts } from './Attempts.tsx';
import { ReplayButton } from './ReplayButton.tsx';
import { SentRequest } from './SentRequest.tsx';

/** One event on its way to one endpoint: its content, and the outcome of each attempt. */
export default function DeliveryView() {
  const { t } = useTexts();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useDelivery(id);
  const mayChange = useMayChange();
  useRefreshOn('deliveries', ...readPaths);
  if (isMissing(error)) return <NotFound />;
  return (
    <Page
      title={t('webhooks.delivery')}
      guide="webhooks"
      aside={
        <>
          {data && <Status status={data.state} />}
          <Id id={id} />
        </>
      }
      actions={
        <>
          <Button component={Link} to="/webhooks" variant="default">
            {t('webhooks.back')}
          </Button>
          {data && mayChange && <ReplayButton delivery={data} />}
        </>
      }
    >
      {data ? <Content delivery={data} /> : error ? <Missing error={error} retry={refetch} /> : <Loading />}
    </Page>
  );
}

function Content({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const words = useKindWords();
  const { accountId, kind, url, messageId, createdAt, nextAttemptAt, state, attemptCount } = delivery;
  const isOperator = useScope().kind === 'operator';
  return (
    <>
      <Panel>
        <Facts
          facts={[
            [t('webhooks.kind'), words[kind]],
            [t('shell.account'), isOperator && accountId && <AccountLink accountId={accountId} />],
            [t('webhooks.url'), <code key="url">{url}</code>],
            [
              t('webhooks.message'),
              messageId && (
                <Link to={`/messages/${messageId}`}>
                  <code>…{messageId.slice(-8)}</code>
                </Link>
              ),
            ],
            [t('webhooks.happened'), <Time key="at" at={createdAt} long />],
            [t('webhooks.attempts'), attemptCount],
            [t('webhooks.nextAttempt'), nextAttemptAt && state !== 'delivered' && <Countdown at={nextAttemptAt} />],
          ]}
        />
      </Panel>
      <Attempts delivery={delivery} />
      <SentRequest delivery={delivery} />
    </>
  );
}

function Missing({ error, retry }: { error: unknown; retry: () => Promise<unknown> }) {
  return (
    <Panel>
      <ErrorState error={error} retry={() => void retry()} />
    </Panel>
  );
}

function Loading() {
  return (
    <>
      <Panel>
        <Skeleton height={96} />
      </Panel>
      <Panel>
        <Skeleton height={160} />
      </Panel>
    </>
  );
}
