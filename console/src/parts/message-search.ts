import type { Target } from './Target.tsx';

/** What selects messages, in the words of the search field; times in milliseconds. */
export type Conditions = {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly status?: string | undefined;
  readonly account?: string | undefined;
  readonly country?: string | undefined;
  readonly carrier?: string | undefined;
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
};

/** The text of the search field. Times are absolute, so that the address selects the same messages later and for other readers. */
export function searchText({ after, before, ...conditions }: Conditions): string {
  return [...Object.entries(conditions), ['after', timeText(after)] as const, ['before', timeText(before)] as const]
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([key, value]) => `${key}:${quoted(value)}`)
    .join(' ');
}

/** The list of these messages. */
export const messagesWith = (conditions: Conditions): Target => ({
  to: '/messages',
  search: { q: searchText(conditions) },
});

function timeText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** Texts with which messages without a reason are counted, and the status of these messages. */
const withoutReason: ReadonlyMap<string, string> = new Map([
  ['the carrier did not report the outcome', 'unknown'],
  ['not delivered, the carrier gave no code', 'failed'],
  ['rejected, the carrier gave no code', 'rejected'],
]);
const otherReasons = 'other reasons';
/** Reasons are counted without ids and long numbers, and cut to this length: such a reason is not that of a message. */
const longestCounted = 120;

/** Whether a reason, as it is counted, is the whole reason of its messages. */
export function isSearchable(reason: string): boolean {
  const isWhole = reason.length < longestCounted && !reason.includes('…') && !reason.includes('"');
  return isWhole && reason.trim() === reason && reason !== '' && reason !== otherReasons && !withoutReason.has(reason);
}

/** Selects the messages of a counted reason. `otherwise`: the status to search for where the reason cannot be searched for. */
export function reasonConditions(reason: string, otherwise: string): Conditions {
  return isSearchable(reason) ? { reason } : { status: withoutReason.get(reason) ?? otherwise };
}
