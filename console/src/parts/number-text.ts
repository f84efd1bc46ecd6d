/** Each kind of number is written in one way; amounts of money are in Money.tsx, times in time-text.ts. */
const kinds = {
  count: {},
  rate: { maximumFractionDigits: 1 },
  percent: { style: 'percent' },
  /** Below each other: all with one decimal. */
  share: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

const made = new Map<string, Intl.NumberFormat>();

function written(kind: keyof typeof kinds, value: number, locale: string): string {
  const key = `${kind} ${locale}`;
  const format = made.get(key) ?? new Intl.NumberFormat(locale, kinds[kind]);
  made.set(key, format);
  return format.format(value);
}

/** 1,234,567 */
export const countText = (value: number, locale: string): string => written('count', value, locale);
/** 12.3, of something per time. */
export const rateText = (value: number, locale: string): string => written('rate', value, locale);
/** 93% */
export const percentText = (share: number, locale: string): string => written('percent', share, locale);
/** 93.4% */
export const shareText = (share: number, locale: string): string => written('share', share, locale);
