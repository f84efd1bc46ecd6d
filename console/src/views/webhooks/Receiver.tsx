import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { readReceiverAnswer, receiverOrigin, receiverUrl } from '../../../../src/domain/webhook/receiver.ts';
import type { Customer } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { GuideLink } from '../../parts/GuideLink.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Badge, Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { pretty } from '../delivery/request-text.ts';
import { useKindWords } from './kind-words.ts';
import { type Delivery, useEndpoints } from './reading.ts';
import styles from './receiver.module.css';

const mostShown = 5;

/** The deliveries to the built-in receiver, the latest first. `everyMs`: how often to ask, where nothing else tells of new ones. */
function useReceived(everyMs?: number): Delivery[] | undefined {
  const isOperator = useScope().kind === 'operator';
  const params = { query: { endpoint: receiverUrl, limit: `${mostShown}` } };
  const own = read('/v1/webhooks/deliveries', { params });
  const all = read('/admin/v1/webhooks/deliveries', { params });
  const { data } = useQuery({
    ...((isOperator ? all : own) as unknown as UseQueryOptions<Customer['DeliveryList']>),
    refetchInterval: everyMs ?? false,
  });
  return data?.deliveries.filter(({ lastAttempt }) => lastAttempt !== undefined);
}

/** The requests to the built-in receiver, if it is among the endpoints. */
export function ReceiverPanel() {
  const { t } = useTexts();
  const [{ accountId }] = useSearchParams();
  const { data } = useEndpoints(accountId);
  if (!data?.endpoints.some(({ origin, endpointId }) => origin === receiverOrigin && !endpointId)) return null;
  return (
    <Panel title={t('webhooks.receiver')}>
      <p className={styles.hint}>{t('webhooks.receiverHint')}</p>
      <Receiver />
    </Panel>
  );
}

/** What the built-in receiver got: the latest request unfolded, with its headers and its body. */
export function Receiver({ everyMs }: { everyMs?: number }) {
  const { t } = useTexts();
  const received = useReceived(everyMs);
  const [chosen, setChosen] = useState<string | null>();
  if (!received) return null;
  if (received.length === 0) return <p role="status">{t('webhooks.receiverNone')}</p>;
  const open = chosen === undefined ? received[0]!.deliveryId : chosen;
  return (
    <section className={styles.requests} aria-label={t('webhooks.receiver')}>
      {received.map((delivery) => {
        const { deliveryId } = delivery;
        const isOpen = open === deliveryId;
        return (
          <Request
            key={deliveryId}
            delivery={delivery}
            isOpen={isOpen}
            toggle={() => setChosen(isOpen ? null : deliveryId)}
          />
        );
      })}
    </section>
  );
}

const tones = { valid: 'ok', wrong: 'bad', missing: 'warn', expired: 'warn' } as const;

function Request({ delivery, isOpen, toggle }: { delivery: Delivery; isOpen: boolean; toggle: () => void }) {
  const { t } = useTexts();
  const words = useKindWords();
  const { deliveryId, kind, payload, url, lastAttempt } = delivery;
  const status = kind === 'delivery report' ? statusIn(payload) : undefined;
  const received = readReceiverAnswer(lastAttempt?.answer);
  const verdict = received?.signature;
  const path = URL.parse(url)?.pathname ?? '/';
  return (
    <article className={styles.request}>
      <header className={styles.head}>
        <button type="button" aria-expanded={isOpen} aria-controls={`received-${deliveryId}`} onClick={toggle}>
          <Icon name="chevron" />
          <code>
            {received?.method ?? 'POST'} {path}
          </code>
          <span className={styles.what}>{words[kind]}</span>
          {status && <Status status={status} />}
          {lastAttempt && <Time at={lastAttempt.at} />}
        </button>
        {verdict && (
          <Badge
            tone={tones[verdict]}
            icon={verdict === 'valid' ? 'check' : 'alert'}
            text={t(`webhooks.verdict_${verdict}`)}
          />
        )}
      </header>
      <div id={`received-${deliveryId}`} className={styles.body} hidden={!isOpen}>
        {isOpen && (
          <>
            {received ? (
              <CodeBlock code={headersOf(received.headers)} label={t('webhooks.headers')} wrap />
            ) : (
              <p>{t('webhooks.receiverHidden')}</p>
            )}
            {payload !== undefined && <CodeBlock code={pretty(payload)} label={t('webhooks.payload')} wrap />}
            <p className={styles.links}>
              <Link to={`/webhooks/${deliveryId}`}>{t('webhooks.receiverOpen')}</Link>
              <GuideLink guide="webhooks-verification">{t('webhooks.verifyThis')}</GuideLink>
            </p>
          </>
        )}
      </div>
    </article>
  );
}

function statusIn(payload: string): string | undefined {
  return /"status":"([A-Z]+)"/.exec(payload)?.[1];
}

function headersOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
