import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedKeyword, keywordIn, noWords, vocabulary } from './keyword.ts';
import { keywords, languages, wordsOf } from './words.ts';

const all = vocabulary({ languages, words: noWords, replaces: false });
const english = vocabulary({ languages: ['en'], words: noWords, replaces: false });

test('every word of every language is found, and means one thing only', () => {
  for (const language of languages) {
    for (const keyword of keywords) {
      for (const word of wordsOf[language][keyword]) expect([word, keywordIn(word, all)]).toEqual([word, keyword]);
    }
  }
});

test.each([
  ['STOP', 'STOP'],
  [' stop \n', 'STOP'],
  ['Stop.', 'STOP'],
  ['"STOP!"', 'STOP'],
  ['stop\u200b', 'STOP'],
  ['ＳＴＯＰ', 'STOP'],
  ['Opt-Out', 'STOP'],
  ['stop   all', 'STOP'],
  ['START', 'START'],
  ['help?', 'HELP'],
])('%j is a keyword', (text, keyword) => {
  expect(keywordIn(text, english)).toBe(keyword);
});

test.each(['please stop', 'STOP sending me this', 'do not stop', 'nonstop', 'st op', '', '.', '👍', 'odjava'])(
  '%j is a message like others',
  (text) => {
    expect(keywordIn(text, english)).toBeUndefined();
  },
);

test('capitals and marks make no difference', () => {
  const known = vocabulary({ languages: ['sl', 'fr', 'tr', 'el', 'sr'], words: noWords, replaces: false });
  for (const text of ['POMOČ', 'pomoc', 'Pomoc\u030c']) expect(keywordIn(text, known)).toBe('HELP');
  for (const text of ['ARRÊT', 'arret', 'dur', 'ΔΙΑΚΟΠΗ', 'διακοπή', 'Одјава'])
    expect(keywordIn(text, known)).toBe('STOP');
  expect(keywordIn('BAŞLA', known)).toBe('START');
  expect(keywordIn('YARDIM', known)).toBe('HELP');
});

test('an account adds words, or replaces those of its languages, but never STOP', () => {
  const words = { ...noWords, STOP: ['Konec'], START: ['Noter'] };
  const added = vocabulary({ languages: ['en'], words, replaces: false });
  expect([keywordIn('konec', added), keywordIn('quit', added)]).toEqual(['STOP', 'STOP']);
  const replaced = vocabulary({ languages: ['en'], words, replaces: true });
  expect([keywordIn('konec', replaced), keywordIn('quit', replaced), keywordIn('start', replaced)]).toEqual([
    'STOP',
    undefined,
    undefined,
  ]);
  expect(keywordIn('stop', replaced)).toBe('STOP');
});

test('a word of the account goes before one of a language', () => {
  const known = vocabulary({ languages: ['en'], words: { ...noWords, HELP: ['cancel'] }, replaces: false });
  expect(keywordIn('CANCEL', known)).toBe('HELP');
});

test('folding a folded word changes nothing, and long texts are not folded at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const once = foldedKeyword(text);
      if (once !== undefined) expect(foldedKeyword(once)).toBe(once);
    }),
  );
  expect(foldedKeyword('stop '.repeat(100))).toBeUndefined();
});
