import { Problem } from '../../base/problem.ts';

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

export function milliseconds(text: string): number | undefined {
  const found = /^(\d{1,6})([smhdw])$/.exec(text);
  return found === null ? undefined : Number(found[1]) * units[found[2]!]!;
}

/**
 * A moment: ISO 8601, in UTC unless it says otherwise, as all times of the service are; or a distance such as 2h, which
 * lies behind or ahead of now, whichever the question is about.
 */
export function moment(text: string, distance: 'ago' | 'ahead', now: number): Date {
  const away = milliseconds(text);
  if (away !== undefined) return new Date(distance === 'ago' ? now - away : now + away);
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  const time = found === null ? Number.NaN : Date.parse(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`);
  if (Number.isNaN(time))
    throw new Problem(`${JSON.stringify(text)} is no time`, 'Give one such as 2026-11-15T12:00:00Z, 2h or 1d');
  return new Date(time);
}

export function isoTime(text: string | undefined, distance: 'ago' | 'ahead' = 'ago'): string | undefined {
  return text === undefined ? undefined : moment(text, distance, Date.now()).toISOString();
}
