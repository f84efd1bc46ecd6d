import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRecord, readCsv } from './reader.ts';

const cases: [what: string, text: string, records: CsvRecord[]][] = [
  ['nothing', '', []],
  ['no line end at the end', 'a,b', [{ line: 1, fields: ['a', 'b'] }]],
  ['an empty last field', 'a,\n', [{ line: 1, fields: ['a', ''] }]],
  [
    'every line end',
    'a\r\nb\nc\rd',
    ['a', 'b', 'c', 'd'].map((field, index) => ({ line: index + 1, fields: [field] })),
  ],
  ['empty lines', '\n\r\na\n \n,,\nb', [1, 2].map((n) => ({ line: n === 1 ? 3 : 6, fields: [n === 1 ? 'a' : 'b'] }))],
  ['quotes', '"a, ""b""",c', [{ line: 1, fields: ['a, "b"', 'c'] }]],
  [
    'lines inside quotes',
    '"a\r\nb",c\nd',
    [
      { line: 1, fields: ['a\r\nb', 'c'] },
      { line: 3, fields: ['d'] },
    ],
  ],
  [
    'text behind a quote costs its record only',
    '"a"b,c\nd',
    [
      { line: 1, problem: 'has text behind a closing quote' },
      { line: 2, fields: ['d'] },
    ],
  ],
  [
    'so does a quote in the middle',
    'a"b,c\nd',
    [
      { line: 1, problem: 'has a quote inside a field that is not quoted' },
      { line: 2, fields: ['d'] },
    ],
  ],
  [
    'a quote without an end',
    'a\n"b\nc',
    [
      { line: 1, fields: ['a'] },
      { line: 2, problem: 'has a quote that is never closed' },
    ],
  ],
];

const recordsOf = (text: string, separator: string) =>
  [...readCsv(text, separator)].filter((record) => record !== undefined);

describe('CSV', () => {
  test.each(cases)('%s', (_what, text, records) => expect(recordsOf(text, ',')).toEqual(records));

  const field = fc.string({ unit: fc.constantFrom('a', 'ž', ',', ';', '"', '\r', '\n', ' ', '🙂') });
  const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 8 });

  test('whatever is written by the rules is read back as it was', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';'), fc.constantFrom('\r\n', '\n', '\r'), (rows, separator, end) => {
        const quoted = (value: string) => (/^[až🙂]*$/u.test(value) ? value : `"${value.replaceAll('"', '""')}"`);
        const text = rows.map((row) => row.map(quoted).join(separator) + end).join('');
        const read = recordsOf(text, separator).map((record) => ('fields' in record ? record.fields : record));
        expect(read).toEqual(rows.filter((row) => row.some((value) => value.trim() !== '')));
      }),
    );
  });

  test('any text is read to its end, on lines that it has', () => {
    fc.assert(
      fc.property(field, fc.constantFrom(',', ';'), (text, separator) => {
        const lines = recordsOf(text, separator).map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
        expect(lines.at(-1) ?? 1).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
      }),
    );
  });

  test.each([
    ['of one field', 'a'.repeat(10_001)],
    ['of many fields', ','.repeat(10_001)],
    ['in quotes', `"${'a\n'.repeat(5_001)}"`],
    ['of quotes', `"${'""'.repeat(5_001)}"`],
  ])('a record %s that is too long ends the file', (_what, record) => {
    const problem = { line: 2, problem: 'has more than 10000 characters' };
    expect(recordsOf(`a\n${record}\nb\n`, ',')).toEqual([{ line: 1, fields: ['a'] }, problem]);
  });

  test('an empty line is returned too, so that a caller that reads in steps makes progress', () => {
    expect([...readCsv('\n\n,\na', ',')]).toEqual([undefined, undefined, undefined, { line: 4, fields: ['a'] }]);
  });
});
