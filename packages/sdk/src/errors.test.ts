import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal, type SmsErrorCode, smsErrors, WrongNumbers } from '../../../src/domain/errors.ts';
import { errorOf, HermodError, secondsIn } from './errors.ts';

const answer = (status: number, error: string, headers = {}) =>
  errorOf(status, new Headers(headers), JSON.stringify({ error }));

test('every code of the service has its kind', () => {
  const codes = Object.keys(smsErrors).map((code) => Number(code) as SmsErrorCode);
  const read = codes.map((code) => answer(code === 8 ? 500 : 400, new Refusal(code, 'why').message));
  expect(read.map(({ code }) => code)).toEqual(codes);
  expect(new Set(read.map(({ kind }) => kind)).size).toBe(8);
  for (const error of read) expect(error).toBeInstanceOf(HermodError);
});

test.each([
  [401, 'error: 401 - The API key is not valid', 'Unauthorized', undefined],
  [404, 'error: 404 - Message not found', 'NotFound', undefined],
  [409, 'Error: 7 - Message rejected: still running', 'Conflict', 7],
  [413, 'Error: 7 - Message rejected: too large', 'Rejected', 7],
  [422, 'Error: 7 - Message rejected: another request', 'Rejected', 7],
  [429, 'Error: 7 - Message rejected: too many', 'TooManyRequests', 7],
  [503, 'Error: 8 - Internal server error: busy', 'Unavailable', 8],
  [400, 'The sender cannot be deleted', 'Rejected', undefined],
  [400, 'Error: 9 - Of a later version', 'Rejected', undefined],
])('%i %s is %s', (status, text, kind, code) => {
  expect(answer(status, text)).toMatchObject({ status, kind, code, message: text });
});

test('what a proxy answers in its own words', () => {
  const error = errorOf(502, new Headers({ 'retry-after': '7' }), '<h1>Bad Gateway</h1>');
  expect(error).toMatchObject({ kind: 'Unavailable', code: undefined, retryAfter: 7, invalidDestinations: [] });
  expect(errorOf(500, new Headers(), '{"error":{"nested":true}}').message).toBe('the answer has the status 500');
});

test('the refused destinations come back as they were sent, whatever they hold', () => {
  const number = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes(','));
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
      const { message } = new WrongNumbers(numbers.map((text) => ({ number: text, country: undefined })));
      expect(answer(400, message).invalidDestinations).toEqual(numbers);
    }),
  );
});

test('Retry-After is a number of seconds or a time', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(secondsIn('3')).toBe(3);
  expect(secondsIn('Sun, 15 Nov 2026 12:00:30 GMT', now)).toBe(30);
  expect(secondsIn('Sun, 15 Nov 2026 11:00:00 GMT', now)).toBe(0);
  for (const text of [null, 'soon', '-1x', '']) expect(secondsIn(text, now)).toBeUndefined();
});
