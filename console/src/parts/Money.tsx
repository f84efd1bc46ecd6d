import { useTexts } from '../texts/language.tsx';

/** Amounts come as decimal texts and are never made a float: a ledger adds up to the last digit. */
export function Money({
  amount,
  currency,
  sign = false,
}: {
  amount: string | number;
  currency?: string | undefined;
  sign?: boolean;
}) {
  const { locale } = useTexts();
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {moneyText(amount, locale, sign)}
      {currency && <small style={{ color: 'var(--dim)' }}> {currency}</small>}
    </span>
  );
}

export function moneyText(amount: string | number, locale: string, sign = false): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 8,
    signDisplay: sign ? 'exceptZero' : 'auto',
  });
  return format.format(amount as Intl.StringNumericLiteral);
}
