import { quoted } from '../../parts/message-search.ts';
import type { PlainKey } from '../../texts/catalogue.ts';
import { keys, type QueryKey, statuses, type Word, wordsOf } from './query.ts';

export type Suggestion = { readonly insert: string; readonly text?: PlainKey; readonly note?: string };
export type Names = {
  readonly accounts: readonly string[];
  readonly carriers: readonly string[];
  readonly senders: readonly string[];
  readonly reasons: readonly string[];
};

const times = ['15m', '1h', '24h', '7d', '30d', 'today', 'yesterday'];
const mostShown = 9;

/** The keys of this person: accounts and carriers are seen by operators, texts by those who may read them. */
export function keysOf(isOperator: boolean, mayReadText: boolean): readonly QueryKey[] {
  const hidden: readonly QueryKey[] = [
    ...(isOperator ? [] : (['account', 'carrier'] as const)),
    ...(mayReadText ? [] : (['text'] as const)),
  ];
  return keys.filter((key) => !hidden.includes(key));
}

/** The word that the cursor stands in or behind. */
export function wordAt(text: string, cursor: number): Word {
  return (
    wordsOf(text).find(({ start, end }) => start <= cursor && cursor <= end) ?? { text: '', start: cursor, end: cursor }
  );
}

/** What could be meant by the word at the cursor: keys, or values of a key. */
export function suggestionsFor(
  word: string,
  offered: readonly QueryKey[],
  names: Names,
  countryName: (code: string) => string,
): Suggestion[] {
  const colon = word.indexOf(':');
  if (colon < 0) {
    return offered
      .filter((key) => key.startsWith(word.toLowerCase()))
      .map((key) => ({ insert: `${key}:`, text: `messages.key_${key}` }));
  }
  const key = word.slice(0, colon).toLowerCase() as QueryKey;
  const typed = word
    .slice(colon + 1)
    .replaceAll('"', '')
    .toLowerCase();
  return valuesOf(key, names, typed, countryName)
    .slice(0, mostShown)
    .map(({ value, note }) => ({ insert: `${key}:${quoted(value)} `, ...(note && { note }) }));
}

type Value = { readonly value: string; readonly note?: string };

function valuesOf(
  key: QueryKey,
  { accounts, carriers, senders, reasons }: Names,
  typed: string,
  countryName: (code: string) => string,
): Value[] {
  const containing = (values: readonly string[]) =>
    values.filter((value) => value.toLowerCase().includes(typed)).map((value) => ({ value }));
  if (key === 'status') return containing(statuses.map((status) => status.toLowerCase()));
  if (key === 'account') return containing(accounts);
  if (key === 'carrier') return containing(carriers);
  if (key === 'from') return containing(senders);
  if (key === 'reason') return containing(reasons);
  if (key === 'after' || key === 'before') return containing(times);
  if (key !== 'country') return [];
  return countryCodes()
    .map((code) => ({ value: code, note: countryName(code) }))
    .filter(({ value, note }) => value.toLowerCase().startsWith(typed) || note.toLowerCase().includes(typed));
}

let codes: string[] | undefined;

/** Of all pairs of letters, those that are a country: its name is not the code itself. */
function countryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);
  codes ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && !noCountries.has(code));
  return codes;
}

/** The text with the word at the cursor replaced, and where the cursor is then. */
export function complete(text: string, cursor: number, insert: string): { text: string; cursor: number } {
  const { start, end } = wordAt(text, cursor);
  const rest = insert.endsWith(' ') ? text.slice(end).replace(/^ /, '') : text.slice(end);
  return { text: text.slice(0, start) + insert + rest, cursor: start + insert.length };
}
