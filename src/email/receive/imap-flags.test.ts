import { expect, test } from 'vitest';
import { flagsFor } from './imap-client.ts';

const marks = (...flags: string[]) => flagsFor(new Set(flags));

test('keywords of our own where any may be made, or where these are there already', () => {
  const expected = {
    processed: ['$HermodProcessed', '\\Seen'],
    rejected: ['$HermodProcessed', '$HermodRejected', '\\Seen'],
    unmarked: { unKeyword: '$HermodProcessed', deleted: false },
  };
  expect(marks('\\Seen', '\\Flagged', '\\*')).toMatchObject(expected);
  expect(marks('\\Seen', '$HermodProcessed', '$HermodRejected')).toMatchObject(expected);
  expect(marks('\\Seen', '$HermodProcessed')?.rejected).toEqual(['$HermodProcessed', '\\Seen']);
});

test('without keywords, the flags that every mail program knows', () => {
  const expected = { processed: ['\\Seen'], rejected: ['\\Seen', '\\Flagged'], unmarked: { seen: false } };
  expect(marks('\\Seen', '\\Flagged')).toMatchObject(expected);
  expect(flagsFor(undefined)).toMatchObject(expected);
  expect(marks('\\Seen')?.rejected).toEqual(['\\Seen']);
});

test('no mark can be left in a mailbox that may only be read', () => {
  expect(marks()).toBeUndefined();
  expect(marks('\\Answered')).toBeUndefined();
});

test('marked is what carries the mark that is searched for', () => {
  expect(marks('\\Seen', '\\*')?.isMarked(new Set(['\\Seen']))).toBe(false);
  expect(marks('\\Seen', '\\*')?.isMarked(new Set(['$HermodProcessed']))).toBe(true);
  expect(marks('\\Seen')?.isMarked(new Set(['\\Seen']))).toBe(true);
});
