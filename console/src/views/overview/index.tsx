import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { useLive, useLiveEvent } from '../../live/useLive.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Page } from '../../parts/Page.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { Carriers } from './Carriers.tsx';
import { Charts } from './Charts.tsx';
import { Failures } from './Failures.tsx';
import { FirstSteps } from './first-steps/FirstSteps.tsx';
import { useFirstDay } from './first-steps/steps.ts';
import { KeyFigures } from './KeyFigures.tsx';
import styles from './overview.module.css';
import { overviewOf, overviewPaths, type Range, ranges } from './overview.ts';

export default function OverviewView() {
  const { t } = useTexts();
  const scope = useScope();
  const [search, setSearch] = useSearchParams();
  const range = ranges.find((one) => one === search['range']) ?? '1h';
  const { data, error, refetch } = useQuery(overviewOf(scope, range));
  const { now } = useLive();
  useLiveEvent('reset', () => void refresh(...overviewPaths));
  const { day, isPending } = useFirstDay();
  const hasFigures = !isPending && day?.done.sent !== false;
  const figures = data && { ...data, now: now ?? data.now };
  return (
    <Page
      title={t('overview.title')}
      actions={
        hasFigures && (
          <SegmentedControl
            size="xs"
            aria-label={t('overview.range')}
            value={range}
            onChange={(value) => setSearch({ range: value === '1h' ? undefined : value })}
            data={ranges.map((value) => ({ value, label: t(`overview.range${value}`) }))}
          />
        )
      }
    >
      {!data && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {day && <FirstSteps day={day} />}
      {(!error || data) && hasFigures && (
        <>
          <KeyFigures overview={figures} />
          <Charts overview={data} range={range as Range} />
          <div className={styles.pair}>
            <Failures overview={data} />
            {scope.kind === 'operator' && <Carriers carriers={figures?.now.carriers} />}
          </div>
        </>
      )}
    </Page>
  );
}
