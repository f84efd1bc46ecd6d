import { expect, test } from 'vitest';
import { readNumbers } from './numbers-csv.ts';

test('a list of numbers, one a line, each once', () => {
  const file = '\uFEFF+38640111111\r\n00386 40 222-222\n\n+38640111111\n';
  expect(readNumbers(file)).toEqual({
    entries: [
      { number: '+38640111111', sender: '' },
      { number: '+38640222222', sender: '' },
    ],
  });
});

test('a file with a header, as it is exported', () => {
  const file = 'optOutId;number;sender\n1;+38640111111;Bakery\n2;+38640111111;\n';
  expect(readNumbers(file)).toEqual({
    entries: [
      { number: '+38640111111', sender: 'Bakery' },
      { number: '+38640111111', sender: '' },
    ],
  });
});

test('every wrong line is named, and nothing is read', () => {
  expect(readNumbers('number,sender\n040111111,\n+38640222222\n+38640222222,Bakery\n')).toEqual({
    problems: [
      'line 2: is no valid phone number in E.164 form, such as +38640123456',
      'line 3: has 1 fields instead of 2',
    ],
  });
  expect(readNumbers('')).toEqual({ problems: ['the file is empty'] });
  expect(readNumbers('number\n')).toEqual({ problems: ['there is no number in the file'] });
});
