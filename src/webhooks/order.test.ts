import { expect, test } from 'vitest';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import { Chains } from './order.ts';

const report = (id: string) => ({ id, subjectId: 'message' }) as ClaimedEvent;
const [sent, delivered] = [report('sent'), report('delivered')];

test('the second waits for the first, and continues when that has ended', () => {
  const chains = new Chains();
  expect(chains.add(sent)).toBe('start');
  expect(chains.add(delivered)).toBe('wait');
  expect(chains.next(sent)).toBe(delivered);
  expect(chains.next(delivered)).toBeUndefined();
  chains.leave('message');
  chains.leave('message');
  expect(chains.has('message')).toBe(false);
});

test('what comes behind one that is to be tried again has to wait in the outbox', () => {
  const chains = new Chains();
  chains.add(sent);
  expect(chains.break(sent)).toEqual([]);
  expect(chains.add(delivered)).toBe('block');
  expect(chains.brokenAt(delivered)).toBe('sent');
});

test('so does one that was expected, also if the one before is stored when it comes', () => {
  const chains = new Chains();
  chains.expect('message');
  chains.add(sent);
  chains.leave('message');
  chains.expect('message');
  chains.break(sent);
  chains.leave('message');
  expect(chains.add(delivered)).toBe('block');
  expect(chains.brokenAt(delivered)).toBe('sent');
});

test('one that was expected and does not come leaves nothing behind', () => {
  const chains = new Chains();
  chains.expect('message');
  expect(chains.has('message')).toBe(true);
  chains.leave('message');
  expect(chains.has('message')).toBe(false);
});
