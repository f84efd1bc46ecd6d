import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './reader.ts';
import { csvLine } from './writer.ts';

test.each([
  [['a', 'b', 7], 'a,b,7\r\n'],
  [[null, undefined, ''], ',,\r\n'],
  [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"\r\n'],
  [['x', '+38640123456', '-0.0125', '0.01'], 'x,+38640123456,-0.0125,0.01\r\n'],
  [['+38640123456', 'x'], "'+38640123456,x\r\n"],
  [['=1+1', '@SUM(A1)', '-1+cmd|x', '+386 40 1'], "'=1+1,'@SUM(A1),'-1+cmd|x,'+386 40 1\r\n"],
  [['\t=1', '\r=1'], '"\'\t\'=1","\'\r\'=1"\r\n'],
  [['Hi;=1+1', 'a\n=1', 'a\t@x', 'a,-1+x'], '"Hi;\'=1+1","a\n\'=1","a\t\'@x","a,\'-1+x"\r\n'],
  [['a; =1', 'a;"=1', ' =1', '\uff1d1', 'a;\u200b=1'], '"a; \'=1","a;""\'=1", \'=1,\'\uff1d1,"a;\u200b\'=1"\r\n'],
  [['a-b', 'x=1', 'a@b.example', '1;2', 'a;+38640123456'], 'a-b,x=1,a@b.example,"1;2","a;\'+38640123456"\r\n'],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

/** As programs split a file: at one separator, with quotes where a cell begins with one, or without any regard to them. */
function split(file: string, separator: string, quotes: boolean): string[] {
  const cells: string[] = [];
  let cell = '';
  let place = 0;
  while (place < file.length) {
    const sign = file[place]!;
    if (
      quotes &&
      cell === '' &&
      sign === '"' &&
      (place === 0 || /[\r\n]/.test(file[place - 1]!) || file[place - 1] === separator)
    ) {
      for (place += 1; place < file.length; place += 1) {
        if (file[place] !== '"') cell += file[place];
        else if (file[place + 1] === '"') {
          cell += '"';
          place += 1;
        } else break;
      }
    } else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      cell = '';
    } else cell += sign;
    place += 1;
  }
  return [...cells, cell];
}

const hostile = fc
  .array(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '"',
      "'",
      ' ',
      '1',
      'a',
      '\u2028',
      '\uff1d',
      '\ufeff',
    ),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''));
const phone = fc.nat(999_999_999).map((digits) => `+386${digits}`);
const lines = fc.array(
  fc.array(fc.oneof(hostile, hostile, fc.string({ unit: 'binary' }), phone), { minLength: 1, maxLength: 4 }),
  { minLength: 1, maxLength: 3 },
);

test('whichever separator a program splits at, no cell is a formula', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom(',', ';', '\t'), fc.boolean(), (rows, separator, quotes) => {
      for (const cell of split(rows.map(csvLine).join(''), separator, quotes)) {
        const start = cell.replace(/^["\s]+/, '');
        if (/^[+-]?\d+(\.\d+)?$/.test(cell)) continue;
        expect(start).not.toMatch(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('nothing but apostrophes is added, and numbers stay as they are', () => {
  const plain = (text: string) => text.replaceAll("'", '');
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { minLength: 1 }), (cells) => {
      const [record] = [...readCsv(csvLine(cells), ',')];
      const found = record !== undefined && 'fields' in record ? record.fields : cells.map(() => '');
      expect(found.map(plain)).toEqual(cells.map(plain).map((cell) => (record === undefined ? '' : cell)));
    }),
  );
  fc.assert(
    fc.property(phone, (number) => {
      expect(csvLine(['', number, '-0.0125'])).toBe(`,${number},-0.0125\r\n`);
    }),
  );
});
