import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold, matching, scoreOf } from './match.ts';

const entries = ['New account', 'Accounts', 'Kavarna Češnja', 'Đorđe & Łukasz', 'Straße'].map((title) => ({ title }));
const found = (typed: string, most = 9) => matching(entries, typed, most).map(({ title }) => title);

it('finds names without their marks, in any case, and the other way round', () => {
  expect(found('cesnja')).toEqual(['Kavarna Češnja']);
  expect(found('ČEŠNJA kav')).toEqual(['Kavarna Češnja']);
  expect(found('dorde lukasz')).toEqual(['Đorđe & Łukasz']);
  expect(found('strasse')).toEqual(['Straße']);
  expect(found('straße')).toEqual(['Straße']);
});

it('shows first what begins with the text, and every word has to be there', () => {
  expect(found('acc')).toEqual(['Accounts', 'New account']);
  expect(found('acc', 1)).toEqual(['Accounts']);
  expect(found('acc demo')).toEqual([]);
  expect(found('')).toHaveLength(entries.length);
  expect(found('%&')).toEqual([]);
  expect(matching(entries, 'oun', 9)).toHaveLength(2);
  expect(matching(entries, 'oun', 9, 'word')).toEqual([]);
  expect(matching(entries, 'acc', 9, 'word')).toHaveLength(2);
  expect(matching([{ title: 'Health', words: 'zdravje' }], 'zdrav', 9)).toHaveLength(1);
});

it('finds every part of every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, start, length) => {
      const folded = fold(text);
      expect(fold(folded)).toBe(folded);
      const part = folded.slice(start % (folded.length + 1)).slice(0, length % 20);
      const words = part.split(' ').filter(Boolean);
      expect(scoreOf(folded, words)).toBeGreaterThanOrEqual(words.length);
    }),
  );
});

it('takes time in proportion to what is typed', () => {
  const long = 'a'.repeat(500);
  expect(
    matching(
      Array.from({ length: 500 }, () => ({ title: `${long}b` })),
      `${long}c`,
      5,
    ),
  ).toEqual([]);
});
