import { expect, it } from 'vitest';
import { amountsText } from './amounts.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

it('adds up exactly, each currency by itself', () => {
  expect(amountsText([eur('0.1'), eur('0.2'), { amount: '3', currency: 'CHF' }], 'en-GB')).toBe('0.30 EUR, 3.00 CHF');
  expect(amountsText([eur('0.000001'), eur('1204')], 'en-GB')).toBe('1,204.000001 EUR');
  expect(amountsText([eur('100'), eur('20')], 'sl-SI')).toBe('120,00 EUR');
  expect(amountsText([], 'en-GB')).toBe('');
});
