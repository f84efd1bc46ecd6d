import { minutesKeptMs } from './traffic-slice.ts';

export type Span = { readonly from: Date; readonly to: Date };

/** `now` is undefined until one whole minute has passed since the start. */
export type ComparedSpans = { readonly before: Span; readonly now: Span | undefined };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestMs = 10 * minuteMs;

const spanOf = (from: number, to: number): Span => ({ from: new Date(from), to: new Date(to) });

/**
 * The last whole minutes, at most ten, and as many minutes before `since`. Traffic is counted per minute for two hours; if the minutes
 * before `since` are counted per hour by now, the last whole hour before it is used.
 */
export function comparedSpans(now: number, since: number | undefined): ComparedSpans {
  const end = Math.floor(now / minuteMs) * minuteMs;
  const start = Math.max(end - longestMs, Math.ceil((since ?? 0) / minuteMs) * minuteMs);
  const last = start < end ? spanOf(start, end) : undefined;
  const lengthMs = last === undefined ? longestMs : end - start;
  const lastBefore = Math.min(Math.floor((since ?? start) / minuteMs) * minuteMs, end);
  const firstBefore = lastBefore - lengthMs;
  const countedPerMinute = Math.floor((now - minutesKeptMs) / hourMs) * hourMs;
  if (firstBefore >= countedPerMinute) return { before: spanOf(firstBefore, lastBefore), now: last };
  const hour = Math.floor(lastBefore / hourMs) * hourMs;
  return { before: spanOf(hour - hourMs, hour), now: last };
}

/** Rounded to a tenth. */
export function perMinute(messages: number, { from, to }: Span): number {
  return Math.round((messages / (to.getTime() - from.getTime())) * minuteMs * 10) / 10;
}
