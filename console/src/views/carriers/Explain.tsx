import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operator } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { percentText } from '../../parts/number-text.ts';
import { Panel } from '../../parts/Page.tsx';
import { Badge, type Tone } from '../../parts/Status.tsx';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { routeSentences } from '../../texts/sl/routes.ts';
import { translatedText } from '../../texts/translated.ts';
import styles from './carriers.module.css';
import { useTarget } from './target.ts';

type Explanation = Operator['RouteExplanation'];
type Candidate = Explanation['candidates'][number];

const tones: Readonly<Record<Explanation['outcome'], Tone>> = { carrier: 'ok', waits: 'warn', nowhere: 'bad' };

/** Route lookup: the route of a number and the reason, with the current routes and connections. */
export function Explain() {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const destination = search['to'] ?? '';
  const [typed, setTyped] = useState(destination);
  const { data, error, isFetching, refetch } = useQuery({
    ...read('/admin/v1/routes/explain', { params: { query: { destination } } }),
    enabled: destination !== '',
    staleTime: 0,
    retry: false,
  });
  const fault = useFaultText(error);
  return (
    <Panel title={t('carriers.explain')}>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          const to = typed.replaceAll(/[^\d+]/g, '').replace(/^00/, '+');
          if (to === destination) void refetch();
          else setSearch({ to: to || undefined });
        }}
      >
        <TextInput
          type="tel"
          label={t('carriers.destination')}
          placeholder="+38640123456"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={error ? fault : undefined}
          maxLength={30}
          required
        />
        <Button type="submit" variant="default" size="sm" loading={isFetching}>
          {t('carriers.ask')}
        </Button>
      </form>
      {data && !error && destination !== '' && <Answer explanation={data} />}
    </Panel>
  );
}

function Answer({ explanation }: { explanation: Explanation }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      <p className={styles.answer} role="status">
        <Badge tone={tones[explanation.outcome]} text={t(`carriers.outcome_${explanation.outcome}`)} />{' '}
        {translatedText(explanation, routeSentences, texts)}
      </p>
      <DataTable
        caption={t('carriers.candidates')}
        columns={useColumns(explanation.candidates)}
        rows={explanation.candidates}
        rowKey={({ routeId }) => routeId}
        empty={<EmptyState icon="carriers" title={t('carriers.routesNone')} />}
      />
    </>
  );
}

function useColumns(rows: readonly Candidate[]): Column<Candidate>[] {
  const texts = useTexts();
  const { t, locale } = texts;
  const targetOf = useTarget();
  const decimals = decimalsOf(rows.map(({ unitCost }) => unitCost ?? ''));
  // Shown where there is any: not everybody keeps costs, has a policy or shows other senders.
  const known: Column<Candidate>[] = [
    {
      id: 'unitCost',
      title: t('routing.unitCost'),
      align: 'end',
      narrow: 'titled',
      cell: ({ unitCost, currency }) =>
        unitCost === undefined ? '–' : <Money amount={unitCost} currency={currency} decimals={decimals} />,
    },
    {
      id: 'deliveredPercent',
      title: t('routing.delivered'),
      align: 'end',
      narrow: 'titled',
      cell: ({ deliveredPercent }) =>
        deliveredPercent === undefined ? '–' : percentText(deliveredPercent / 100, locale),
    },
    { id: 'sender', title: t('routing.senders'), narrow: 'titled', cell: ({ sender }) => sender ?? '–' },
  ];
  return [
    {
      id: 'carrier',
      title: t('carriers.carrier'),
      cell: ({ carrier, chosen }) => (chosen ? <strong>{carrier}</strong> : carrier),
    },
    { id: 'target', title: t('carriers.target'), cell: targetOf },
    { id: 'priority', title: t('carriers.priority'), align: 'end', narrow: 'titled', cell: ({ priority }) => priority },
    {
      id: 'verdict',
      title: t('carriers.verdict'),
      cell: ({ chosen, fits, up }) =>
        chosen ? (
          <Badge tone="ok" icon="check" text={t('carriers.chosen')} />
        ) : (
          <Badge tone="none" text={t(fits ? (up ? 'carriers.passedOver' : 'carriers.notUp') : 'carriers.notFit')} />
        ),
    },
    ...known.filter(({ id }) => rows.some((row) => row[id as keyof Candidate] !== undefined)),
    { id: 'text', title: t('carriers.why'), cell: (row) => translatedText(row, routeSentences, texts), wide: true },
  ];
}
