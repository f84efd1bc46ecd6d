import { expect, it } from 'vitest';
import { partsOf, type Row, startsOf, stepsOf, totalsOf } from './figures.ts';

const none = { delivered: 0, failed: 0, rejected: 0, unknown: 0, sent: 0, waiting: 0, cancelled: 0 };
const row = (key: string, accepted: number, more: Partial<Row> = {}): Row => ({
  ...none,
  key,
  accepted,
  spend: '0',
  currency: 'EUR',
  ...more,
});

it('adds up to the last digit, each currency for itself', () => {
  const rows = [
    row('SI', 2, { delivered: 1, failed: 1, spend: '0.1' }),
    row('HR', 1, { delivered: 1, spend: '0.200001' }),
    row('HR', 1, { unknown: 1, spend: 12, currency: 'USD' }),
    row('AT', 1, { spend: '-0.5', currency: 'USD' }),
  ];
  expect(totalsOf(rows)).toMatchObject({
    accepted: 5,
    delivered: 2,
    deliveredShare: 0.5,
    spend: [
      { currency: 'EUR', amount: '0.300001' },
      { currency: 'USD', amount: '11.5' },
    ],
  });
  expect(totalsOf([])).not.toHaveProperty('deliveredShare');
});

it('has every day and every hour, in order', () => {
  const from = new Date('2026-05-01T10:20:00Z');
  const days = stepsOf(
    [row('2026-05-02', 3, { delivered: 2, rejected: 1 }), row('2026-05-02', 1, { currency: 'USD' })],
    'day',
    from,
    new Date('2026-05-03T09:00:00Z'),
  );
  const shown = days.map(({ at, accepted, delivered, rejected }) => [
    new Date(at).toISOString().slice(0, 10),
    ...[accepted, delivered, rejected],
  ]);
  expect(shown).toEqual([
    ['2026-05-01', 0, 0, 0],
    ['2026-05-02', 4, 2, 1],
    ['2026-05-03', 0, 0, 0],
  ]);
  expect(stepsOf([row('2026-05-01T11:00:00Z', 7)], 'hour', from, new Date('2026-05-01T12:00:00Z'))).toEqual([
    { ...none, at: Date.parse('2026-05-01T10:00:00Z'), accepted: 0 },
    { ...none, at: Date.parse('2026-05-01T11:00:00Z'), accepted: 7 },
  ]);
});

it('divides the range among groups, the largest first and the others last', () => {
  const [first, second] = ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'];
  const rows = [
    row('other', 90, { at: first }),
    row('SI', 2, { at: first }),
    row('HR', 3, { at: second }),
    row('HR', 4, { at: second, currency: 'USD' }),
    row('SI', 1, { at: second }),
    row('AT', 9, { at: '2026-04-30T00:00:00Z' }),
  ];
  const starts = startsOf('day', new Date(first!), new Date('2026-05-02T12:00:00Z'));
  expect(partsOf(rows, starts).map(({ key, values }) => [key, ...values])).toEqual([
    ['HR', 0, 7],
    ['SI', 2, 1],
    ['other', 90, 0],
  ]);
});
