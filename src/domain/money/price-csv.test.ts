import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import { readPrices } from './price-csv.ts';
import { type Price, pricesProblem, unitPriceProblem } from './prices.ts';

const si = { country: 'SI', unitPrice: '0.01' };

describe('a file of prices', () => {
  const right: [what: string, text: string][] = [
    ['commas', 'country,unit_price\nSI,0.01\n'],
    ['semicolons and a decimal comma', 'country;price\nSI;0,01'],
    ['semicolons and a decimal point', 'country;price\nSI;0.01'],
    ['the other order', 'price,country\n0.01,SI'],
    ['a byte order mark, quotes, CR LF and capitals', '\uFEFF"Country";"Unit price"\r\n"si";"0,01"\r\n'],
    ['blanks and empty lines', '\n country , price \n\n  si , 0.01 \n\n,\n'],
  ];
  test.each(right)('with %s', (_what, text) => expect(readPrices(text)).toEqual({ prices: [si] }));

  const header = 'line 1: the header must be country,unit_price';
  const wrong: [text: string, problems: string[]][] = [
    ['', ['the file is empty']],
    ['\uFEFF\r\n \r\n', ['the file is empty']],
    ['country,unit_price\n\n', ['the file contains no price below the header']],
    ['SI,0.01', [header]],
    ['country,unit_price,currency\nSI,0.01,USD', [header]],
    ['country,country\nSI,SI', [header]],
    ['country\tprice\nSI\t0.01', [header]],
    ['\n"country;price\nSI;1', ['line 2: the header must be country;unit_price']],
    ['country,price\nSI', ['line 2: has 1 fields instead of 2']],
    ['country,price\nSI,"0,01"', ['line 2: 0,01 is not a number such as 0.0125']],
    ['country,price\nSI,0,01', ['line 2: has 3 fields instead of 2']],
    ['country;price\nSI;1.000,5', ['line 2: 1.000,5 is not a number such as 0.0125']],
    ['country,price\nSI,\n,1', ['line 2: the price is missing', 'line 3: the country is missing']],
    ['country,price\nSI,1\nHR,2\nsi,3', ['line 4: SI stands on line 2 already']],
    ['country,price\nSI,"1\nHR,2', ['line 2: has a quote that is never closed']],
    [
      'country,price\nXX,-1\nSI,0.0000001\n\nHR,1000000\nRS,1e3\nSlovenia and a lot more,1',
      [
        'line 2: XX is not an ISO 3166 code of a country, such as SI, -1 is negative',
        'line 3: 0.0000001 has more than six decimals',
        'line 5: 1000000 is more than 999999.999999',
        'line 6: 1e3 is not a number such as 0.0125',
        'line 7: SLOVENIA AND A LOT M… is not an ISO 3166 code of a country, such as SI',
      ],
    ],
  ];
  test('an endless file', () => {
    const problems = ['the file has more than 5000 lines'];
    for (const line of ['SI,0.01\n', '\n'])
      expect(readPrices(`country,price\n${line.repeat(5_000)}`)).toEqual({ problems });
  });

  test.each(wrong)('%j', (text, problems) => expect(readPrices(text)).toEqual({ problems }));

  const unitPrice = fc
    .tuple(fc.integer({ min: 0, max: 999_999 }), fc.option(fc.stringMatching(/^\d{1,6}$/)))
    .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
  const prices: fc.Arbitrary<Price[]> = fc.uniqueArray(
    fc.record({ country: fc.constantFrom('SI', 'HR', 'DE', 'US', 'XK', 'GB', 'AC'), unitPrice }),
    { selector: ({ country }) => country, minLength: 1 },
  );

  test('however it is written, the same prices come out', () => {
    const style = fc.record({
      separator: fc.constantFrom(',', ';'),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      quote: fc.boolean(),
      mark: fc.boolean(),
      swapped: fc.boolean(),
      gap: fc.boolean(),
    });
    fc.assert(
      fc.property(prices, style, (list, { separator, end, quote, mark, swapped, gap }) => {
        const decimal = (text: string) => (separator === ';' ? text.replace('.', ',') : text);
        const row = (country: string, price: string) => {
          const fields = (swapped ? [price, country] : [country, price]).map((value) => (quote ? `"${value}"` : value));
          return fields.join(separator) + end + (gap ? end : '');
        };
        const rows = list.map(({ country, unitPrice }) => row(country, decimal(unitPrice)));
        const text = (mark ? '\uFEFF' : '') + row('country', 'unit_price') + rows.join('');
        expect(readPrices(text)).toEqual({ prices: list });
      }),
    );
  });

  test('any text gives prices that can be stored, or problems of one line each', () => {
    const piece = fc.constantFrom(
      'SI',
      'HR',
      '0.01',
      '1,5',
      '-1',
      ',',
      ';',
      '"',
      '\n',
      '\r\n',
      ' ',
      '\0',
      '\uD800',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('country,price\n', 'country;price\n', ''), (pieces, header) => {
        const read = readPrices(header + pieces.join(''));
        if ('prices' in read) expect(pricesProblem(read.prices)).toBeUndefined();
        else expect(read.problems.filter((problem) => problem === '' || /[\p{Cc}]/u.test(problem))).toEqual([]);
      }),
    );
  });

  test('what is a unit price is also money', () => {
    const text = fc.oneof(unitPrice, fc.string({ unit: fc.constantFrom('0', '9', '.', '-', '1') }));
    fc.assert(
      fc.property(text, (candidate) => {
        if (unitPriceProblem(candidate) !== undefined) return;
        const money = parseMoney(candidate);
        expect(money >= 0n && money < 10n ** 12n).toBe(true);
      }),
    );
  });
});

test('prices in JSON: the first thing that is wrong is said', () => {
  expect(pricesProblem([si])).toBeUndefined();
  expect(pricesProblem([si, { country: 'YY', unitPrice: '1' }])).toContain('YY is not an ISO 3166 code');
  expect(pricesProblem([si, si])).toBe('SI is there twice');
  expect(pricesProblem([{ country: 'SI', unitPrice: '1.0000001' }])).toBe(
    'the unit price of SI has more than six decimals',
  );
});
