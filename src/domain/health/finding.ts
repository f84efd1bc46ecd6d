/** What was looked at, and what to do about it. `note`: worth knowing; `problem`: something does not work, or soon will not. */
export type Finding = {
  readonly check: string;
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  readonly advice?: string;
};

export const ok = (check: string, text: string): Finding => ({ check, verdict: 'ok', text });
export const note = (check: string, text: string, advice: string): Finding => ({
  check,
  verdict: 'note',
  text,
  advice,
});
export const problem = (check: string, text: string, advice: string): Finding => ({
  check,
  verdict: 'problem',
  text,
  advice,
});

/** `many(1, 'route')` is 1 route, `many(2, 'route')` 2 routes. */
export function many(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Roughly, for people: 40 s, 12 min, 3 h, 5 d. */
export function span(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 's'];
  return `${Math.round(seconds / size)} ${unit}`;
}

/** The first few of many. */
export function some(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
