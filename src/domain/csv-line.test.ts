import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test.each([
  [['a', 'b', 7], 'a,b,7\r\n'],
  [[null, undefined, ''], ',,\r\n'],
  [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"\r\n'],
  [['+38640123456', '-0.0125', '0.01'], '+38640123456,-0.0125,0.01\r\n'],
  [['=1+1', '@SUM(A1)', '-1+cmd|x', '+386 40 1'], "'=1+1,'@SUM(A1),'-1+cmd|x,'+386 40 1\r\n"],
  [['\t=1', '\r=1'], '\'\t=1,"\'\r=1"\r\n'],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

/** As RFC 4180 has it, of one line. */
function read(line: string): string[] {
  const cells: string[] = [];
  for (let rest = line.slice(0, -2); ; ) {
    const quoted = /^"((?:[^"]|"")*)"(?:,|$)/.exec(rest);
    const cell = quoted ?? /^([^,]*)(?:,|$)/.exec(rest)!;
    cells.push(quoted ? cell[1]!.replaceAll('""', '"') : cell[1]!);
    if (cell[0].length === rest.length && !cell[0].endsWith(',')) return cells;
    rest = rest.slice(cell[0].length);
  }
}

test('whatever somebody writes comes back, and none of it is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
      const found = read(csvLine(cells));
      expect(found.map((cell, place) => (cell === cells[place] ? cell : cell.slice(1)))).toEqual(cells);
      for (const cell of found) expect(cell).toMatch(/^(?![=@\t\r])(?![+-](?!\d{1,20}(\.\d{1,20})?$))/);
    }),
  );
});
