import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Operator } from '../../api/client.ts';
import { isMissing } from '../../api/fault.ts';
import { read } from '../../api/queries.ts';
import { Answer, Waits } from '../../incident/Answer.tsx';
import { IncidentFigures } from '../../incident/Figures.tsx';
import styles from '../../incident/incident.module.css';
import { Reasons } from '../../incident/Reasons.tsx';
import { useRefreshOn } from '../../live/useLive.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Id } from '../../parts/Id.tsx';
import { Page } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Accounts } from './Accounts.tsx';
import { Actions } from './Actions.tsx';
import { OtherCarriers } from './OtherCarriers.tsx';

type Incident = Operator['CarrierIncident'];
const path = '/admin/v1/carriers/{carrierId}/incident';
const everyMs = 5_000;

/** One carrier when something is wrong with it: the answer first, then who is affected, then what can be done. */
export default function CarrierView() {
  const { t } = useTexts();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  useRefreshOn('carriers', path);
  const { data, error, refetch } = useQuery({
    ...read(path, { params: { path: { carrierId: id } } }),
    refetchInterval: everyMs,
  });
  if (isMissing(error)) return <NotFound />;
  return (
    <Page
      title={data?.name ?? t('incident.carrier')}
      guide="incidents"
      aside={
        <>
          {data && <Status status={data.state} />}
          <Id id={id} short />
        </>
      }
      actions={data && <Actions incident={data} />}
    >
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        data && <Headline incident={data} />
      )}
      {data && <IncidentFigures incident={data} label={data.name} />}
      {!error || data ? (
        <>
          <Accounts incident={data} />
          <div className={styles.pair}>
            <OtherCarriers carriers={data?.otherCarriers} />
            <Reasons lastHour={data?.lastHour} search={`carrier:${id}`} />
          </div>
        </>
      ) : null}
    </Page>
  );
}

const tones = { up: 'ok', throttled: 'warn', paused: 'warn', disabled: 'warn', refused: 'bad', down: 'bad' } as const;

function Headline({ incident }: { incident: Incident }) {
  const { t, rich } = useTexts();
  const { state, waiting, accounts, otherCarriers, lastError } = incident;
  const waits = accounts.filter(({ messages }) => messages > 0).length;
  const isWell = state === 'up' || state === 'throttled';
  const more = otherCarriers.filter(({ before, now }) => (now ?? 0) > before);
  return (
    <Answer tone={state === 'up' && waiting.messages > 0 ? 'warn' : tones[state]} first={<State incident={incident} />}>
      <Waits waiting={waiting} accounts={waits} />
      {!isWell && incident.spans.now && (
        <p>
          {more.length === 0
            ? t('incident.noneTookOver')
            : rich('incident.tookOver', {
                names: more.map(({ carrierId, name }, place) => (
                  <span key={carrierId}>
                    {place > 0 && ', '}
                    <Link to={`/carriers/${carrierId}`}>{name ?? t('incident.deleted')}</Link>
                  </span>
                )),
              })}
        </p>
      )}
      {lastError && !isWell && state !== 'disabled' && (
        <p className={styles.dim}>
          {rich('incident.lastError', { text: lastError.text, time: <Time at={lastError.at} /> })}
        </p>
      )}
    </Answer>
  );
}

function State({ incident: { state, name, since, pause } }: { incident: Incident }) {
  const { rich, t } = useTexts();
  const shown = <bdi>{name}</bdi>;
  if (state === 'throttled') return rich('incident.throttled', { name: shown });
  const time = <Time at={since} />;
  if (state === 'paused') {
    const by = pause?.by ?? '';
    return pause?.kind === 'all'
      ? rich('incident.pausedAll', { by, time })
      : rich('incident.paused', { name: shown, by, time });
  }
  return since === undefined
    ? t(`incident.${state}Unknown`, { name })
    : rich(`incident.${state}`, { name: shown, time });
}
