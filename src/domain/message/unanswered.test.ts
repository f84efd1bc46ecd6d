import { expect, test } from 'vitest';
import { afterExpiry, afterUnanswered, mostUnanswered } from './unanswered.ts';

test('a message goes out again until it has been tried often enough, and never where once is the rule', () => {
  const tries = Array.from({ length: mostUnanswered + 1 }, (_, index) => index + 1);
  expect(tries.map((count) => afterUnanswered('resend', count))).toEqual(['resend', 'resend', 'unknown', 'unknown']);
  expect(tries.map((count) => afterUnanswered('unknown', count))).toEqual(Array(4).fill('unknown'));
});

test('what a carrier may have has not failed when its time is up', () => {
  expect([0, 1, 2].map(afterExpiry)).toEqual(['expired', 'unanswered', 'unanswered']);
});
