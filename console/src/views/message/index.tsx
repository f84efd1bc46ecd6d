import { useParams } from '@tanstack/react-router';
import { isMissing } from '../../api/fault.ts';
import { useMayRead, useScope } from '../../api/session.tsx';
import { AccountMoney } from '../../parts/AccountMoney.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Id } from '../../parts/Id.tsx';
import { useStepDone } from '../../parts/kept-steps.ts';
import { Page, Panel } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useTexts } from '../../texts/language.tsx';
import { AccountName } from '../messages/AccountName.tsx';
import { Actions } from './Actions.tsx';
import styles from './message.module.css';
import { Recorder } from './Recorder.tsx';
import { type Message, type Verdict as Said, type Timeline, useTimeline } from './timeline.ts';
import { Verdict } from './Verdict.tsx';

/** The flight recorder: all that happened to one message, on one time line. */
export default function MessageView() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useTimeline(id);
  useStepDone('failure', data?.message.status === 'FAILED' || data?.message.status === 'REJECTED');
  if (isMissing(error)) return <NotFound />;
  return (
    <Page
      title={t('message.title')}
      guide="following-a-message"
      aside={data && <Status status={data.message.status} />}
      actions={data && <Actions timeline={data} />}
    >
      {!data && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {(data || !error) && <Content timeline={data} id={id} />}
    </Page>
  );
}

function Content({ timeline, id }: { timeline: Timeline | undefined; id: string }) {
  const { t } = useTexts();
  const verdict = timeline?.message.verdict as Said | undefined;
  return (
    <>
      {timeline && verdict && <Verdict timeline={timeline} verdict={verdict} />}
      <div className={styles.columns}>
        <Panel title={t('message.timeline')}>
          <Recorder timeline={timeline} />
        </Panel>
        <div>
          <Panel title={t('message.facts')}>
            <MessageFacts message={timeline?.message} id={id} />
          </Panel>
          <Panel title={t('message.text')}>
            <MessageText message={timeline?.message} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function MessageFacts({ message, id }: { message: Message | undefined; id: string }) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const regions = new Intl.DisplayNames(useTexts().locale, { type: 'region' });
  const wait = message ? undefined : '…';
  return (
    <Facts
      facts={[
        [t('message.to'), message?.destination ?? wait],
        [t('message.from'), message?.sender ?? wait],
        [t('message.country'), message ? `${regions.of(message.country)} (${message.country})` : wait],
        [t('message.price'), message ? <AccountMoney accountId={message.accountId} amount={message.price} /> : wait],
        [
          t('message.parts'),
          message ? t('message.partsOf', { count: message.segmentCount, encoding: message.encoding }) : wait,
        ],
        [t('message.accepted'), message ? <Time at={message.acceptedAt} long /> : wait],
        [t('message.scheduled'), message?.scheduledAt && <Time at={message.scheduledAt} long />],
        [t('message.updated'), message ? <Time at={message.updatedAt} long /> : wait],
        [
          t('message.account'),
          isOperator && message?.accountId ? <AccountName accountId={message.accountId} /> : undefined,
        ],
        [t('message.reason'), message?.reason],
        [t('message.reference'), message?.reference],
        [t('message.id'), <Id id={id} />],
      ]}
    />
  );
}

/** An erased or withheld text is absent. */
function MessageText({ message }: { message: Message | undefined }) {
  const { t } = useTexts();
  const mayRead = useMayRead('text');
  if (!message) return <p className={styles.dim}>…</p>;
  if (message.content === undefined)
    return <p className={styles.dim}>{t(mayRead ? 'message.noText' : 'shell.hidden')}</p>;
  return <CodeBlock code={message.content} label={t('message.text')} wrap />;
}
