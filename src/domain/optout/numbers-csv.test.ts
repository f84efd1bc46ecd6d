import { expect, test } from 'vitest';
import { csvLine } from '../csv/writer.ts';
import { type NumberFile, readNumbers } from './numbers-csv.ts';

function readAll(text: string): NumberFile {
  const reading = readNumbers(text);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

test('a list of numbers, one per line, each once', () => {
  const file = '\uFEFF+38640111111\r\n00386 40 222-222\n\n+38640111111\n';
  expect(readAll(file)).toEqual({
    entries: [
      { number: '+38640111111', sender: '' },
      { number: '+38640222222', sender: '' },
    ],
  });
});

test('a file with a header, as it is exported', () => {
  const file = 'optOutId;number;sender\n1;+38640111111;Bakery\n2;+38640111111;\n';
  expect(readAll(file)).toEqual({
    entries: [
      { number: '+38640111111', sender: 'Bakery' },
      { number: '+38640111111', sender: '' },
    ],
  });
});

test('every wrong line is named, and nothing is read', () => {
  expect(readAll('number,sender\n040111111,\n+38640222222\n+38640222222,Bakery\n')).toEqual({
    problems: [
      'line 2: is not a valid phone number in E.164 form, such as +38640123456',
      'line 3: has 1 fields instead of 2',
    ],
    more: 0,
  });
  expect(readAll('')).toEqual({ problems: ['the file is empty'], more: 0 });
  expect(readAll('number\n')).toEqual({ problems: ['the file contains no number'], more: 0 });
});

test('a sender is kept as it is registered, or its line is wrong', () => {
  expect(readAll('number,sender\n+38640111111,040 222 222\n')).toEqual({
    entries: [{ number: '+38640111111', sender: '+38640222222' }],
  });
  expect(readAll(`number,sender\n+38640111111,${'a'.repeat(41)}\n`)).toEqual({
    problems: ['line 2: has a sender that is neither a name nor a number'],
    more: 0,
  });
});

test('of many wrong lines the first are named, and the others counted', () => {
  const { problems, more } = readAll('1\n'.repeat(100)) as { problems: string[]; more: number };
  expect([problems.length, problems[19], more]).toEqual([20, expect.stringContaining('line 20: '), 80]);
});

test.each([
  ['numbers', '+38640111111\n'],
  ['wrong lines', '1\n'],
  ['empty lines', '\n'],
])('a long file of %s is read in steps', (_what, line) => {
  expect([...readNumbers(line.repeat(1_000))]).toHaveLength(10);
});

test('what an export disarmed for spreadsheets is read again', () => {
  const file = csvLine(['optOutId', 'number', 'sender']) + csvLine(['1', '+38640123456', '-Shop']);
  expect(file).toContain("'-Shop");
  expect(readAll(file)).toEqual({ entries: [{ number: '+38640123456', sender: '-Shop' }] });
});
