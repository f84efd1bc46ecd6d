import { expect, test } from 'vitest';
import { events } from '../message/message.ts';
import { aggregate, failureReason, receiptEvent } from './receipt.ts';

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

test.each([
  ['failed', '027', 'carrier error 027'],
  ['failed', '3:34', 'carrier error 3:34'],
  ['rejected', '0x1F', 'carrier error 0x1F'],
  ['failed', '000', undefined],
  ['failed', '0:0', undefined],
  ['failed', undefined, undefined],
  ['failed', 'x'.repeat(49), undefined],
  ['failed', 'a"b', undefined],
  ['delivered', '027', undefined],
  ['unknown', '027', undefined],
] as const)('%s with error %j tells %j', (fate, error, reason) => {
  expect(failureReason(fate, error)).toBe(reason);
});

test.each([
  ['failed', '001', 'id:7 stat:UNDELIV err:001', 'carrier error 001 (UNDELIV)'],
  ['failed', '000', 'id:7 stat:EXPIRED err:000 text:Hi', 'carrier state EXPIRED'],
  ['failed', undefined, 'id:7 stat:undelivered', undefined],
  ['failed', '7', 'TEXT_UNREACHABLE', 'carrier error 7'],
  ['delivered', '001', 'id:7 stat:DELIVRD', undefined],
] as const)('%s with error %j in %j tells %j', (fate, error, receipt, reason) => {
  expect(failureReason(fate, error, receipt)).toBe(reason);
});
