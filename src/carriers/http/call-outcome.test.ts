import { expect, test } from 'vitest';
import type { CallAnswer } from './provider.ts';
import { byStatus, restMs, wordOf } from './provider-description.ts';

const answer = (status: number | undefined, change: Partial<CallAnswer> = {}): CallAnswer => ({
  status,
  headers: new Map(),
  body: '',
  sent: true,
  unsendable: false,
  error: undefined,
  ...change,
});

test.each([
  [429, { kind: 'all', result: { kind: 'later', throttled: true } }],
  [500, { kind: 'all', result: { kind: 'later', throttled: false } }],
  [503, { kind: 'all', result: { kind: 'later', throttled: false } }],
  [504, { kind: 'all', result: { kind: 'unanswered' } }],
  [204, { kind: 'all', result: { kind: 'later' } }],
  [302, { kind: 'closed', scope: 'carrier', reason: expect.stringContaining('redirect') }],
  [400, { kind: 'all', result: { kind: 'refused' } }],
  [422, { kind: 'all', result: { kind: 'refused' } }],
  [401, { kind: 'closed', scope: 'carrier' }],
  [402, { kind: 'closed' }],
  [404, { kind: 'closed' }],
])('the status %i by itself means %j', (status, expected) => {
  expect(byStatus(answer(status))).toMatchObject(expected);
});

test('without an answer it counts whether anything was sent', () => {
  expect(byStatus(answer(undefined, { error: 'no answer within 1 s' }))).toMatchObject({
    result: { kind: 'unanswered' },
  });
  const refused = answer(undefined, { sent: false, error: 'connection refused' });
  expect(byStatus(refused)).toEqual({ kind: 'closed', reason: 'connection refused', scope: 'process' });
  const long = answer(undefined, { sent: false, unsendable: true, error: 'the URL is too long' });
  expect(byStatus(long)).toMatchObject({ result: { kind: 'refused' } });
});

test.each([
  [429, '2', 2_000],
  [503, '0', 0],
  [429, 'Mon, 16 Nov 2026 12:00:05 GMT', 5_000],
  [429, '3600', 3_600_000],
  [429, 'soon', 0],
  [200, '5', 0],
])('a status %i with Retry-After %s rests for %i ms', (status, value, expected) => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(restMs(answer(status, { headers: new Map([['retry-after', value]]) }), now)).toBe(expected);
});

test('a word is short and plain, whatever the provider says', () => {
  expect(wordOf(400, '21211')).toBe('HTTP 400 21211');
  expect(wordOf(400, '<b>"x"\n</b>'.repeat(50))).toMatch(/^HTTP 400 [\w/ ]{1,51}$/);
});
