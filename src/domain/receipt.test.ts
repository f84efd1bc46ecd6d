import { expect, test } from 'vitest';
import { events } from './message.ts';
import { aggregate, receiptEvent } from './receipt.ts';

test.each([
  [['delivered'], 'delivered'],
  [['delivered', 'delivered'], 'delivered'],
  [['delivered', null], undefined],
  [[null, 'failed', null], 'failed'],
  [['delivered', 'rejected'], 'rejected'],
  [['rejected', 'failed'], 'failed'],
  [['delivered', 'unknown'], 'unknown'],
  [['unknown', null], undefined],
] as const)('%j is %s', (parts, fate) => {
  expect(aggregate(parts)).toBe(fate);
});

test('every fate is an event of the message', () => {
  for (const fate of ['delivered', 'failed', 'rejected', 'unknown'] as const)
    expect(events).toContain(receiptEvent(fate));
});
