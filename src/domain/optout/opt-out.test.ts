import { expect, test } from 'vitest';
import type { SendPlan } from '../message/send.ts';
import { optedOutReason, refusesSome, takenBackBy, withOptOuts } from './opt-out.ts';

const plan: SendPlan = {
  sender: 'Bakery',
  senderId: '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  text: 'Hello',
  encoding: 'GSM-7',
  segments: 1,
  scheduledTime: undefined,
  deliveryReportUrl: undefined,
  priceReport: false,
  recipients: ['+38640111111', '+38640222222', '+38640111111'].map((destination) => ({
    destination,
    country: 'SI',
    price: 10_000n,
  })),
  total: 30_000n,
};

test('those who opted out cost nothing, every time they are named', () => {
  const checked = withOptOuts(plan, (number) => number === '+38640111111');
  expect(checked.recipients.map(({ price, refused }) => [price, refused])).toEqual([
    [0n, optedOutReason],
    [10_000n, undefined],
    [0n, optedOutReason],
  ]);
  expect(checked.total).toBe(10_000n);
  expect(refusesSome(checked)).toBe(true);
});

test('with a time, they are charged until the database has said whether it has come', () => {
  const checked = withOptOuts({ ...plan, scheduledTime: 1 }, () => true);
  expect(checked.recipients.map(({ price, refused }) => [price, refused])).toEqual(
    plan.recipients.map(({ price }) => [price, optedOutReason]),
  );
  expect(checked.total).toBe(plan.total);
});

test('a plan without opted-out recipients stays the same', () => {
  expect(withOptOuts(plan, () => false)).toBe(plan);
  expect(refusesSome(plan)).toBe(false);
});

test('START to one sender is not consent to the others', () => {
  expect(takenBackBy('sender', 'Bakery')).toEqual(['Bakery']);
  expect(takenBackBy('account', 'Bakery')).toEqual(['', 'Bakery']);
});
