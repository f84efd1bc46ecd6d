import { moneyText } from '../parts/Money.tsx';

type Sum = { readonly amount: string; readonly currency: string };

const micros = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return amount.startsWith('-') ? -value : value;
};

const decimal = (value: bigint): string => {
  const digits = String(value).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
};

/** The sum in each currency: "48.16 EUR, 3.00 CHF". Exact, since amounts have at most six decimals. */
export function amountsText(sums: readonly Sum[], locale: string): string {
  const byCurrency = new Map<string, bigint>();
  for (const { amount, currency } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + micros(amount));
  return [...byCurrency].map(([currency, sum]) => `${moneyText(decimal(sum), locale)} ${currency}`).join(', ');
}
