import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../errors.ts';
import { type AccountView, planSend, type SendRequest } from './send.ts';

const account: AccountView = {
  senders: new Map([
    ['Shop', { id: 'sender-1', status: 'Confirmed', deliveryReportUrl: 'http://sender.example' }],
    ['New', { id: 'sender-2', status: 'Pending', deliveryReportUrl: undefined }],
  ]),
  prices: new Map([
    ['SI', 10_000n],
    ['HR', 1n],
  ]),
};
const request: SendRequest = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'Hello' } };

function codeOf(fields: Partial<SendRequest>): number | undefined {
  try {
    planSend({ ...request, ...fields }, account, []);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

test('a plan has everything that is stored, with defaults filled in', () => {
  expect(planSend(request, account, [])).toEqual({
    sender: 'Shop',
    senderId: 'sender-1',
    text: 'Hello',
    encoding: 'GSM-7',
    segments: 1,
    scheduledTime: undefined,
    deliveryReportUrl: 'http://sender.example',
    priceReport: false,
    recipients: [{ destination: '+38640123456', country: 'SI', price: 10_000n }],
    total: 10_000n,
  });
});

test('the price is segments times unit price, and the total the sum over the recipients', () => {
  const destinations = ['+38640123456', '+385912345678', '+38640123456'];
  const plan = planSend({ ...request, destinations, message: { content: 'a'.repeat(307) } }, account, []);
  expect(plan.segments).toBe(3);
  expect(plan.recipients.map(({ price }) => price)).toEqual([30_000n, 3n, 30_000n]);
  expect(plan.total).toBe(60_003n);
});

test('the URL of the request goes before that of the sender', () => {
  const deliveryReportUrl = 'https://example.com/r';
  expect(planSend({ ...request, deliveryReportUrl }, account, []).deliveryReportUrl).toBe(deliveryReportUrl);
});

test('of several broken rules, the first in their order speaks', () => {
  const wrong: Partial<SendRequest> = {};
  const rules: [code: number, fields: Partial<SendRequest>][] = [
    [3, { destinations: ['1'] }],
    [5, { scheduledTime: -1 }],
    [1, { message: { content: ' ' } }],
    [4, { sender: '+38640999888' }],
    [2, { sender: 'New' }],
    [7, { deliveryReportUrl: 'file:///etc/passwd' }],
  ];
  for (const [code, fields] of rules) expect(codeOf(Object.assign(wrong, fields))).toBe(code);
});

test.each(['38640999888', '+386 40 999 888', '040/999-888', '040) 999888'])(
  'the sender %s is meant as a number',
  (sender) => expect(codeOf({ sender })).toBe(4),
);
test.each(['', '+', 'A1', '1A', '+A', 'shop'])('the sender %j is meant as a name', (sender) =>
  expect(codeOf({ sender })).toBe(2),
);

test('a URL is http or https, at most 2,048 characters, and free of control characters', () => {
  for (const good of ['http://a', 'HTTPS://Example.com:8443/ä?b#c', `http://a/${'x'.repeat(2_039)}`]) {
    expect(codeOf({ deliveryReportUrl: good })).toBeUndefined();
  }
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('\0', '\n', '\x1f', '\x7f', '\ud800'),
      fc.string(),
      (before, bad, after) => {
        expect(codeOf({ deliveryReportUrl: `http://example.com/${before}${bad}${after}` })).toBe(7);
      },
    ),
  );
});

test('a reference has 1 to 256 characters, none of them a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (reference) => {
      const length = [...reference].length;
      const isFine = length >= 1 && length <= 256 && !/[\p{Cc}\p{Cs}]/u.test(reference);
      expect(codeOf({ reference })).toBe(isFine ? undefined : 7);
    }),
  );
  for (const good of ['x', '👩‍🚀'.repeat(85), '🎉'.repeat(256)]) expect(codeOf({ reference: good })).toBeUndefined();
  for (const bad of ['', '🎉'.repeat(257), 'a\tb', '\ud83c']) expect(codeOf({ reference: bad })).toBe(7);
});

test('whatever is asked, the answer is a plan or a refusal, and a plan adds up', () => {
  const anyRequest = fc.record({
    sender: fc.oneof(fc.constant('Shop'), fc.string()),
    destinations: fc.array(fc.oneof(fc.constantFrom('+38640123456', '+385912345678'), fc.string()), { minLength: 1 }),
    message: fc.record({ content: fc.string({ unit: 'binary' }), isUnicode: fc.boolean() }),
    scheduledTime: fc.double(),
  });
  fc.assert(
    fc.property(anyRequest, (asked) => {
      if (codeOf(asked) !== undefined) return;
      const { recipients, total } = planSend(asked, account, []);
      expect(recipients.map(({ destination }) => destination)).toEqual(asked.destinations);
      expect(recipients.reduce((sum, { price }) => sum + price, 0n)).toBe(total);
    }),
  );
});
