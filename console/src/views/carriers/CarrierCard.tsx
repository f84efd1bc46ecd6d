import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operator } from '../../api/client.ts';
import { useMayChange } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useLive } from '../../live/useLive.tsx';
import { Copy } from '../../parts/Copy.tsx';
import { Panel } from '../../parts/Page.tsx';
import { Badge, Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { CarrierActions } from './CarrierActions.tsx';
import { bindsOf, fieldsOf } from './carrier-url.ts';
import styles from './carriers.module.css';
import { httpFieldsOf } from './http-url.ts';

type Carrier = Operator['CarrierDetails'];
type Route = Operator['RouteDetails'];

/** One carrier: whether it is connected, what waits for it, and what it says when something is wrong. */
export function CarrierCard({ carrier, routes }: { carrier: Carrier; routes: Route[] | undefined }) {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const own = routes?.filter(({ carrierId }) => carrierId === carrier.carrierId);
  const { linksUp, throttled, waiting, enabled } = useFresh(carrier);
  const isUp = linksUp > 0;
  const smpp = fieldsOf(carrier.url);
  return (
    <Panel
      title={
        <span className={styles.name}>
          <Link to={`/carriers/${carrier.carrierId}`}>
            <bdi>{carrier.name}</bdi>
          </Link>{' '}
          <Status status={enabled ? (isUp ? 'up' : 'down') : 'disabled'} />
          {carrier.paused && <Status status="paused" />}
          {throttled && <Badge tone="warn" icon="clock" text={t('carriers.throttled')} />}
        </span>
      }
      actions={mayChange && <CarrierActions carrier={carrier} routes={own ?? []} />}
    >
      <code className={styles.url}>{carrier.url}</code>
      <dl className={styles.figures}>
        <Figure name={t('carriers.links')} value={linksText(linksUp, carrier.url)} />
        <Figure name={t('carriers.waiting')} value={waiting >= 10_000 ? '≥ 10 000' : waiting} />
        {smpp && (
          <>
            <Figure name={t('carriers.window')} value={smpp.options['window'] ?? '50'} />
            <Figure name={t('carriers.rate')} value={Number(smpp.options['rate'] ?? '0') || t('carriers.unlimited')} />
          </>
        )}
        <Figure
          name={t(isUp || !enabled ? 'carriers.since' : 'carriers.downSince')}
          value={carrier.since ? <Time at={carrier.since} /> : '–'}
        />
      </dl>
      {carrier.callbackPath && <Callback path={carrier.callbackPath} url={carrier.url} />}
      <Notes carrier={carrier} hasRoutes={own === undefined || own.length > 0} waiting={waiting} isUp={isUp} />
    </Panel>
  );
}

/** The stream says every two seconds how carriers are; what it does not say is a few seconds older. */
function useFresh(carrier: Carrier): Pick<Carrier, 'linksUp' | 'throttled' | 'waiting' | 'enabled'> {
  const { now, state } = useLive();
  const fresh = now?.carriers?.find(({ carrierId }) => carrierId === carrier.carrierId);
  return state === 'live' && fresh ? fresh : carrier;
}

function linksText(linksUp: number, url: string): ReactNode {
  const wanted = bindsOf(url);
  return wanted === undefined ? linksUp : `${linksUp} / ${wanted}`;
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Where the provider sends receipts and inbound messages. Anyone who knows the URL can send them too, so its end is copied but not shown. */
function Callback({ path, url }: { path: string; url: string }) {
  const { t } = useTexts();
  const address = (httpFieldsOf(url)?.options['callback']?.replace(/\/+$/, '') ?? '') + path;
  return (
    <div className={styles.callback}>
      <span className={styles.dim}>{t('carriers.callback')}</span>
      <span className={styles.copied}>
        <code>{address.replace(/[^/]+$/, '••••••')}</code> <Copy text={address} label={t('carriers.callbackCopy')} />
      </span>
      <span className={styles.dim}>{t('carriers.callbackHint')}</span>
    </div>
  );
}

type NotesProps = { carrier: Carrier; hasRoutes: boolean; waiting: number; isUp: boolean };

function Notes({ carrier, hasRoutes, waiting, isUp }: NotesProps) {
  const { t, rich } = useTexts();
  const { lastError, warnings, refusals, enabled, paused } = carrier;
  return (
    <div className={styles.notes}>
      {paused && (
        <p role="status" data-tone="warn">
          <Icon name="pause" /> {t('pauses.stateCarrier')}
        </p>
      )}
      {enabled && !hasRoutes && (
        <p role="status" data-tone={waiting > 0 ? 'warn' : 'info'}>
          <Icon name="info" /> {waiting > 0 ? t('carriers.draining', { count: waiting }) : t('carriers.drained')}
        </p>
      )}
      {lastError && (
        <p data-tone={isUp || !enabled ? 'info' : 'bad'}>
          <Icon name="alert" />
          <span>
            {/* Left out for those who may not read texts. */}
            {(lastError.text as string | undefined) ?? t('shell.hidden')}{' '}
            <span className={styles.dim}>
              <Time at={lastError.at} />
            </span>
          </span>
        </p>
      )}
      {warnings?.map((warning) => (
        <p key={warning} data-tone="warn">
          <Icon name="alert" /> {warning}
        </p>
      ))}
      {refusals.length > 0 && (
        <div>
          <span className={styles.dim}>{t('carriers.refusals')}</span>
          <ul className={styles.refusals}>
            {refusals.map(({ status, count, lastAt }) => (
              <li key={status}>
                <code>{status}</code> {rich('carriers.refused', { count, time: <Time at={lastAt} /> })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export function CarrierPlaceholder() {
  return (
    <Panel title={<Skeleton height={14} width={140} />}>
      <Skeleton height={98} />
    </Panel>
  );
}
