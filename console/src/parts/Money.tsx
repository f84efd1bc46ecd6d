import { useTexts } from '../texts/language.tsx';

/** Amounts come as decimal texts and are never made a float: a ledger adds up to the last digit. */
export function Money({
  amount,
  currency,
  sign = false,
  decimals,
}: {
  amount: string | number;
  currency?: string | undefined;
  sign?: boolean;
  /** As many for all of a column, so that the points stand below each other. */
  decimals?: number | undefined;
}) {
  const { locale } = useTexts();
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {moneyText(amount, locale, sign, decimals)}
      {currency && <small style={{ color: 'var(--dim)' }}> {currency}</small>}
    </span>
  );
}

export function moneyText(amount: string | number, locale: string, sign = false, decimals = 2): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 8,
    signDisplay: sign ? 'exceptZero' : 'auto',
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** The most decimals that any of these amounts has, at least two. */
export function decimalsOf(amounts: readonly (string | number)[]): number {
  return Math.max(2, ...amounts.map((amount) => (/\.(\d+)$/.exec(String(amount))?.[1] ?? '').length));
}
