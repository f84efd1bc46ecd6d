import { describe, expect, it } from 'vitest';
import type { Plural } from './catalogue.ts';
import { en } from './en/index.ts';
import { cut, sentenceOf } from './sentence.ts';
import { sl } from './sl/index.ts';

const languages = { en, sl };

describe.each(Object.entries(languages))('the catalogue of %s', (language, catalogue) => {
  it('has every key of the other language, no empty text, and the same blanks', () => {
    const other = language === 'en' ? sl : en;
    for (const [view, texts] of Object.entries(catalogue)) {
      expect(Object.keys(texts).sort()).toEqual(Object.keys(other[view as keyof typeof other]).sort());
      for (const [name, entry] of Object.entries(texts as Record<string, string | Plural>)) {
        const theirs = (other[view as keyof typeof other] as Record<string, string | Plural>)[name]!;
        expect(blanks(entry), `${view}.${name}`).toEqual(blanks(theirs));
        for (const text of formsOf(entry)) expect(text.trim(), `${view}.${name}`).not.toBe('');
      }
    }
  });

  it('has a form for each kind of number of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [view, texts] of Object.entries(catalogue)) {
      for (const [name, entry] of Object.entries(texts as Record<string, string | Plural>)) {
        if (typeof entry === 'string') continue;
        expect(Object.keys(entry).sort(), `${view}.${name}`).toEqual([...pluralCategories].sort());
      }
    }
  });
});

it('chooses the form by the count', () => {
  const said = (count: number) => sentenceOf(sl, new Intl.PluralRules('sl'), 'shell.rows', count);
  expect([1, 2, 3, 5, 101].map(said)).toEqual([1, 2, 3, 5, 101].map((count) => formOf(sl.shell.rows, count)));
  expect(new Set([1, 2, 3, 5].map(said)).size).toBe(4);
});

it('cuts at blanks', () => {
  expect(cut('{count} of {all}!')).toEqual(['', 'count', ' of ', 'all', '!']);
});

function formsOf(entry: string | Plural): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry);
}

/** Names of all blanks of an entry; a form may leave out the count ("one message"). */
function blanks(entry: string | Plural): string[] {
  const names = formsOf(entry).flatMap((text) => cut(text).filter((_, place) => place % 2 === 1));
  return [...new Set(names)].sort();
}

function formOf(entry: Plural, count: number): string {
  return ({ 1: entry.one, 2: entry.two, 3: entry.few, 5: entry.other, 101: entry.one } as Record<number, string>)[
    count
  ]!;
}
