import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReceiverAnswer, receiverAnswer, receiverOrigin, receiverUrl } from './receiver.ts';
import { webUrlFault } from './web-url.ts';

const originOf = (url: string) => new URL(url).origin;

test.each([receiverUrl, 'https://receiver.invalid', 'https://RECEIVER.invalid:443/orders/7?x=1#y'])(
  '%s is the receiver, and may be set as a URL',
  (url) => {
    expect(originOf(url)).toBe(receiverOrigin);
    expect(webUrlFault(url, [])).toBeUndefined();
  },
);

test.each([
  'http://receiver.invalid/',
  'https://receiver.invalid:8443/',
  'https://receiver.invalid./',
  'https://my.receiver.invalid/',
  'https://receiver.invalid.example.com/',
  'https://example.com/receiver.invalid',
])('%s is not', (url) => {
  expect(originOf(url)).not.toBe(receiverOrigin);
});

test('its response tells what arrived', () => {
  const headers = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true });
  const signature = fc.constantFrom('valid', 'wrong', 'missing', 'expired');
  fc.assert(
    fc.property(fc.string(), headers, signature, (method, given, verdict) => {
      const received = { method, headers: given, signature: verdict };
      expect(readReceiverAnswer(receiverAnswer(received))).toEqual(received);
    }),
  );
});

test.each([undefined, '', 'ok', 'null', '[]', '"valid"', '{"method":"POST","headers":null,"signature":"valid"}'])(
  'the response %s is that of another endpoint',
  (answer) => {
    expect(readReceiverAnswer(answer)).toBeUndefined();
  },
);
