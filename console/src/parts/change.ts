/** The relative change; undefined where there was nothing before. */
export function changeOf(now: number, before: number | undefined): number | undefined {
  return before ? now / before - 1 : undefined;
}

/** `+12 %`; undefined where there was nothing before. */
export function changeText(now: number, before: number | undefined, locale: string): string | undefined {
  const change = changeOf(now, before);
  if (change === undefined) return undefined;
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
}
