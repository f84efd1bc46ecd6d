import { expect, test } from 'vitest';
import { noWords } from './keyword.ts';
import { defaults, settingsFault } from './settings.ts';
import type { KeywordLanguage } from './words.ts';

test('what an account begins with is right', () => {
  expect(settingsFault(defaults)).toBeUndefined();
});

test('wrong settings are named', () => {
  const words = (own: object) => ({ ...defaults, words: { ...noWords, ...own } });
  expect(settingsFault({ ...defaults, languages: ['xx' as KeywordLanguage] })).toMatch(/^languages: xx is none of /);
  expect(settingsFault(words({ STOP: ['…'] }))).toMatch(/^words.STOP: every word/);
  expect(settingsFault(words({ START: Array.from({ length: 51 }, (_, n) => `w${n}`) }))).toMatch(/at most 50/);
  expect(settingsFault(words({ HELP: ['Stop'] }))).toBe('words.HELP: "Stop" means STOP already');
  expect(settingsFault(words({ STOP: ['ne'], START: ['NE'] }))).toBe('words.START: "NE" means STOP already');
  expect(settingsFault({ ...defaults, answers: { STOP: ' ' } })).toMatch(/^answers.STOP must be a text/);
  expect(settingsFault({ ...defaults, answers: { HELP: 'x'.repeat(641) } })).toMatch(/^answers.HELP must be a text/);
});

test('a word of a language may be given another meaning', () => {
  expect(settingsFault({ ...defaults, words: { ...noWords, HELP: ['cancel'] } })).toBeUndefined();
});
