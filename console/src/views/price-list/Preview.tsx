import type { Operator } from '../../api/client.ts';
import { useCountryName } from '../../parts/country.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { decimalsOf, Money } from '../../parts/Money.tsx';
import { Badge, type Tone } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import { kindOf } from './change-kind.ts';
import styles from './price-list.module.css';

type Changes = Operator['PricesPreview'];
type Change = Changes['changes'][number];

const looks = {
  added: ['ok', 'prices.isAdded'],
  removed: ['bad', 'prices.isRemoved'],
  increased: ['warn', 'prices.isIncreased'],
  decreased: ['info', 'prices.isDecreased'],
} as const satisfies Record<ReturnType<typeof kindOf>, readonly [Tone, string]>;

/** What an import would change, country by country. */
export function Preview({ changes, currency }: { changes: Changes; currency: string }) {
  const { t } = useTexts();
  return (
    <>
      <p className={styles.counts} role="status">
        <Badge tone="ok" text={t('prices.added', { count: changes.added })} />
        <Badge tone="bad" text={t('prices.removedCount', { count: changes.removed })} />
        <Badge tone="warn" text={t('prices.changedCount', { count: changes.changed })} />
        <Badge tone="none" text={t('prices.unchanged', { count: changes.unchanged })} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.changes} aria-label={t('prices.changes')} tabIndex={0}>
        <DataTable
          caption={t('prices.changes')}
          columns={useColumns(changes, currency)}
          rows={changes.changes}
          rowKey={({ country }) => country}
          empty={<EmptyState icon="check" title={t('prices.importSame')} />}
        />
      </section>
    </>
  );
}

function useColumns({ changes }: Changes, currency: string): Column<Change>[] {
  const { t } = useTexts();
  const nameOf = useCountryName();
  const decimals = decimalsOf(changes.flatMap(({ before = '', after = '' }) => [before, after]));
  const price = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money amount={amount} decimals={decimals} currency={currency} />;
  return [
    { id: 'country', title: t('prices.country'), cell: ({ country }) => nameOf(country), wide: true },
    {
      id: 'kind',
      title: t('prices.whatHappens'),
      cell: (change) => {
        const [tone, word] = looks[kindOf(change)];
        return <Badge tone={tone} text={t(word)} />;
      },
    },
    { id: 'before', title: t('prices.before'), align: 'end', narrow: 'titled', cell: ({ before }) => price(before) },
    {
      id: 'after',
      title: `${t('prices.after')} (${currency})`,
      align: 'end',
      narrow: 'titled',
      cell: ({ after }) => <strong>{price(after)}</strong>,
    },
  ];
}
