import { expect, it } from 'vitest';
import { kindOf, linesIn } from './change-kind.ts';

it('tells what happens to a price', () => {
  expect(kindOf({ after: '0.1' })).toBe('added');
  expect(kindOf({ before: '0.1' })).toBe('removed');
  expect(kindOf({ before: '0.09', after: '0.1' })).toBe('increased');
  expect(kindOf({ before: '0.1', after: '0.09' })).toBe('decreased');
});

it('takes the wrong lines apart', () => {
  expect(
    linesIn('Nothing was imported. line 2: XX is not a country; or so; line 15: SI stands on line 4 already'),
  ).toEqual(['line 2: XX is not a country; or so', 'line 15: SI stands on line 4 already']);
  expect(linesIn('Your role may not change this')).toEqual([]);
});
