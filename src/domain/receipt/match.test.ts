import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestFit, numberNamed, numbersNamed, type ReceiptCandidate, wentTo } from './receipt.ts';

const phone = '+38640123456';

describe('the number that a receipt names', () => {
  it.each([
    ['+38640123456', '+38640123456'],
    ['+0038640123456', '+38640123456'],
    ['38640123456', '38640123456'],
    ['040123456', '40123456'],
    ['+040123456', '40123456'],
    ['40123456', '40123456'],
    // No such number in Romania.
    ['+40123456', '40123456'],
    ['0038640123456', '38640123456'],
  ])('%j is read as %j, which %s is', (written, named) => {
    expect(numberNamed(written)).toBe(named);
    expect(wentTo(phone, [named])).toBe(true);
  });

  it.each(['', '0', '4567', '123456', 'Shop', '38640XXX456', '+38640****56', '386 40 123 456', '+'])(
    '%j is none',
    (written) => {
      expect(numberNamed(written)).toBeUndefined();
    },
  );

  it.each(['+38640123457', '40123457', '38541123456', '+4940123456', '1640123456', '386401234566'])(
    '%j is another',
    (written) => {
      expect(wentTo(phone, [numberNamed(written)!])).toBe(false);
    },
  );

  it('is looked for at both ends, unless the first is empty or masked', () => {
    const other = '+38640111222';
    expect(numbersNamed({ source: phone, destination: 'Shop' })).toEqual([phone]);
    expect(numbersNamed({ source: phone, destination: other })).toEqual([phone, other]);
    expect(numbersNamed({ source: 'Shop', destination: phone })).toEqual([phone]);
    expect(numbersNamed({ source: '4567', destination: phone })).toEqual([phone]);
    expect(numbersNamed({ source: '', destination: other })).toEqual([]);
    expect(numbersNamed({ source: '38640XXX456', destination: other })).toEqual([]);
    expect(numbersNamed({ source: '+38640***', destination: other })).toEqual([]);
  });
});

const candidate = (change: Partial<ReceiptCandidate> = {}): ReceiptCandidate => ({
  id: '1',
  certain: true,
  destination: phone,
  waits: true,
  ...change,
});

describe('the message that a receipt means', () => {
  it.each([
    ['a certain one that waits', {}, 'both'],
    ['a certain one that is through', { waits: false }, 'second look'],
    ['one by an uncertain key', { certain: false }, 'second look'],
    ['one by an uncertain key that is through', { certain: false, waits: false }, 'never'],
    ['a certain one to another number', { destination: '+38640999999' }, 'never'],
    ['one by an uncertain key to another number', { certain: false, destination: '+38640999999' }, 'never'],
  ] as const)('is %s: %j, %s', (_, change, when) => {
    const found = (trust: 'certain keys' | 'any key') => bestFit([phone], [candidate(change)], trust) !== undefined;
    expect(found('certain keys')).toBe(when === 'both');
    expect(found('any key')).toBe(when !== 'never');
  });

  it('is a certain one, if the receipt names no number', () => {
    expect(bestFit([], [candidate()], 'certain keys')).toBeDefined();
    expect(bestFit([], [candidate({ certain: false })], 'any key')).toBeUndefined();
  });

  it('is the certain one before all, the one that waits before one that is through, and the newest', () => {
    const through = candidate({ id: '9', waits: false });
    const uncertain = candidate({ id: '8', certain: false });
    const older = candidate({ id: '2' });
    const newer = candidate({ id: '3' });
    expect(bestFit([phone], [through, older, uncertain, newer], 'any key')).toBe(newer);
    expect(bestFit([phone], [uncertain, through], 'any key')).toBe(through);
  });

  it('never went to a number that is not named', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{6,10}$/);
    const one = fc.record({
      id: fc.uuid(),
      certain: fc.boolean(),
      waits: fc.boolean(),
      destination: digits.map((d) => `+386${d}`),
    });
    fc.assert(
      fc.property(fc.array(one), digits, fc.constantFrom('+386', '0', ''), (candidates, number, prefix) => {
        const numbers = numbersNamed({ source: prefix + number, destination: 'Shop' });
        const found = bestFit(numbers, candidates, 'any key');
        if (found !== undefined) expect(found.destination.endsWith(number)).toBe(true);
      }),
    );
  });
});
