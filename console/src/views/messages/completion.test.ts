import { describe, expect, it } from 'vitest';
import { complete, keysOf, suggestionsFor, wordAt } from './completion.ts';

const names = {
  accounts: ['Demo', 'My Shop'],
  carriers: ['default'],
  senders: ['Hermod'],
  reasons: ['no route', 'expired'],
};
const shown = (word: string, isOperator = true, mayReadText = true) =>
  suggestionsFor(word, keysOf(isOperator, mayReadText), names, (code) => (code === 'SI' ? 'Slovenia' : code)).map(
    ({ insert }) => insert,
  );

describe('completion', () => {
  it('offers the keys of a person', () => {
    expect(shown('')).toContain('account:');
    expect(shown('', false)).not.toContain('account:');
    expect(shown('tex')).toEqual(['text:']);
    expect(shown('tex', true, false)).toEqual([]);
    expect(shown('co')).toEqual(['country:']);
    expect(shown('+386')).toEqual([]);
  });

  it('offers values of a key, in quotes where they need some', () => {
    expect(shown('status:rej')).toEqual(['status:rejected ']);
    expect(shown('account:shop')).toEqual(['account:"My Shop" ']);
    expect(shown('carrier:')).toEqual(['carrier:default ']);
    expect(shown('reason:rou')).toEqual(['reason:"no route" ']);
    expect(shown('country:slovenia')).toEqual(['country:SI ']);
    expect(shown('after:to')).toEqual(['after:today ']);
    expect(shown('to:38')).toEqual([]);
  });

  it('finds the word at the cursor and replaces it alone', () => {
    expect(wordAt('status:sent to:1', 9).text).toBe('status:sent');
    expect(wordAt('status:sent ', 12).text).toBe('');
    expect(complete('status:se to:1', 9, 'status:sent ')).toEqual({ text: 'status:sent to:1', cursor: 12 });
    expect(complete('', 0, 'to:')).toEqual({ text: 'to:', cursor: 3 });
  });
});
