import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestHash, withoutBlanks } from './request-hash.ts';
import type { SendRequest } from './send.ts';

const request: SendRequest = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'Hello' } };
const hashOf = (fields: Partial<SendRequest>) => requestHash({ ...request, ...fields });

test('a default that is written out makes no other request', () => {
  expect(hashOf({ priceReport: false, message: { content: 'Hello', isUnicode: false } })).toBe(hashOf({}));
});

test.each<[string, Partial<SendRequest>]>([
  ['sender', { sender: 'Bank' }],
  ['recipients', { destinations: ['+38640123456', '+38640123457'] }],
  ['text', { message: { content: 'hello' } }],
  ['alphabet', { message: { content: 'Hello', isUnicode: true } }],
  ['time', { scheduledTime: 1_800_000_000 }],
  ['a time that is none', { scheduledTime: Number.POSITIVE_INFINITY }],
  ['validity', { validitySeconds: 60 }],
  ['fallback', { fallbackSeconds: 60 }],
  ['reference', { reference: 'fallback 60' }],
])('another %s makes another one', (_, fields) => {
  expect(hashOf(fields)).not.toBe(hashOf({}));
});

test('blanks that a mail server adds or removes do not make another request', () => {
  const blank = fc.constantFrom(' ', '\t', '\r\n', '  ');
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), blank, blank, (words, one, other) => {
      const of = (between: string) => withoutBlanks({ ...request, message: { content: words.join(between) } });
      expect(of(one)).toEqual(of(other));
    }),
  );
});
