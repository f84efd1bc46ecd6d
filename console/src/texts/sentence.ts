import type { Catalogue, Key, Plural } from './catalogue.ts';

/** The sentence of a key in this language, with the form that a count asks for. */
export function sentenceOf(catalogue: Catalogue, rules: Intl.PluralRules, key: Key, count: unknown): string {
  const [view, name] = key.split('.') as [keyof Catalogue, string];
  const entry = (catalogue[view] as Record<string, string | Plural>)[name];
  if (entry === undefined) return key;
  if (typeof entry === 'string') return entry;
  return entry[rules.select(Number(count)) as keyof Plural] ?? entry.other;
}

/** A sentence cut at its blanks: texts at even places, names of blanks at odd ones. */
export function cut(sentence: string): string[] {
  return sentence.split(/\{(\w+)\}/);
}
