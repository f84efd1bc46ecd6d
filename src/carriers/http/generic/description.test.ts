import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallAnswer, CallbackRequest, ProviderAccount } from '../provider.ts';
import { readDescription } from './description.ts';
import { generic } from './provider.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/http-carriers.md'), 'utf8');
const example = JSON.parse(guide.split("<<'END'\n")[1]!.split('\nEND\n')[0]!) as Record<string, object>;
const { inbound, ...rest } = example;

const account: ProviderAccount = {
  base: 'https://gateway.example.com',
  user: 'user',
  password: 'hunter2',
  signingSecret: undefined,
  publicUrl: 'https://sms.example.com',
  callbackPath: '/carriers/id/secret',
  options: {},
};
const message = {
  accountId: '',
  messageId: 'id',
  sender: 'Shop',
  destination: '+38640123456',
  text: 'a "b" {text} & č',
  encoding: 'UCS-2',
  validUntil: new Date('2026-11-16T13:00:00Z'),
} as const;
const now = new Date('2026-11-16T12:00:00Z');

test('the description of the guide is a good one, and says what is sent', () => {
  const provider = generic(readDescription(example));
  const { method, url, headers, body } = provider.request([message], account, now);
  expect({ method, url, headers }).toEqual({
    method: 'POST',
    url: 'https://gateway.example.com/send',
    headers: { 'content-type': 'application/json', authorization: 'Bearer hunter2' },
  });
  expect(JSON.parse(body)).toEqual({
    to: '+38640123456',
    from: 'Shop',
    text: message.text,
    ttl: 3_600,
    report: 'https://sms.example.com/carriers/id/secret/status',
  });
});

const answer = (status: number, body: unknown, headers: [string, string][] = []): CallAnswer => ({
  status,
  headers: new Map(headers),
  body: typeof body === 'string' ? body : JSON.stringify(body),
  sent: true,
  unsendable: false,
  error: undefined,
});

test.each([
  [200, { message: { id: 'x1' } }, { kind: 'accepted', references: ['x1'] }],
  [200, { message: { state: 'refused', error: 'E7' } }, { kind: 'refused', reason: 'E7' }],
  [403, { error: 'too fast' }, { kind: 'later', throttled: true }],
  [200, { message: { id: 'has spaces' } }, { kind: 'unanswered' }],
  [200, 'no JSON', { kind: 'unanswered' }],
  [400, {}, { kind: 'refused' }],
  [500, {}, { kind: 'later', throttled: false }],
])('an answer %i %j means %j', (status, body, expected) => {
  expect(generic(readDescription(example)).judge(answer(status, body), [message])).toMatchObject({
    kind: 'all',
    result: expected,
  });
});

test.each([
  [400, 'Invalid to number: +38640123456\nmore', 'HTTP 400: Invalid to number: …', 'HTTP 400'],
  [
    403,
    'API access requires Basic auth.',
    'it refuses our credentials (HTTP 403): API access requires Basic auth.',
    undefined,
  ],
  [500, '<html><body>Oops</body></html>', 'HTTP 500', 'HTTP 500'],
  [400, `x${'y'.repeat(5_000)}`, expect.stringMatching(/^HTTP 400: xy{199}$/), 'HTTP 400'],
])('the reason of a %i may be plain text', (status, body, reason, word) => {
  const verdict = generic(readDescription(example)).judge(answer(status, body), [message]);
  expect(verdict).toMatchObject(word === undefined ? { kind: 'closed', reason } : { result: { reason }, word });
});

test('a reference may stand in a header, or be the whole body; a query and a form are escaped', () => {
  const byHeader = { ...example, answer: { reference: { header: 'X-Id' } } };
  expect(generic(readDescription(byHeader)).judge(answer(202, '', [['x-id', 'h1']]), [message])).toMatchObject({
    result: { references: ['h1'] },
  });
  const plain = {
    method: 'GET',
    path: '/sms?v=1',
    basicAuth: true,
    query: { to: '{destinationDigits}', text: '{text}' },
    answer: { reference: { body: true } },
  };
  const provider = generic(readDescription(plain));
  const { url, headers, body } = provider.request([message], account, now);
  expect(url).toBe('https://gateway.example.com/sms?v=1&to=38640123456&text=a+%22b%22+%7Btext%7D+%26+%C4%8D');
  expect(headers).toEqual({ authorization: `Basic ${Buffer.from('user:hunter2').toString('base64')}` });
  expect(body).toBe('');
  expect(provider.judge(answer(200, ' b1\n'), [message])).toMatchObject({ result: { references: ['b1'] } });
});

const callback = (path: string, body: string): CallbackRequest => ({
  method: 'POST',
  target: `/carriers/id/secret/${path}`,
  path,
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.from(body),
});

test('callbacks are read by their paths; an unlisted status changes nothing', () => {
  const provider = generic(readDescription(example));
  const reports = [
    { id: 'x1', to: '38640123456', state: 'undelivered', code: 7 },
    { id: 'x2', state: '__proto__' },
    { to: 'x' },
  ];
  const { receipts, unread } = provider.read(callback('status', JSON.stringify({ reports })), account);
  expect(unread).toEqual([expect.stringContaining('__proto__'), expect.stringContaining('reference')]);
  expect(receipts).toMatchObject([
    {
      keys: [{ key: 'x1', certain: true }],
      outcome: 'failed',
      destination: '+38640123456',
      numbers: ['+38640123456'],
      error: '7',
    },
    { keys: [{ key: 'x2', certain: true }], outcome: 'no change', numbers: [] },
  ]);
  const { inbounds } = provider.read(callback('inbound', 'id=i1&from=38641&to=Shop&text=%C4%8D'), account);
  expect(inbounds).toMatchObject([{ id: 'i1', sender: '38641', recipient: 'Shop', alphabet: 'ucs2' }]);
  expect(inbounds[0]!.octets.toString('hex')).toBe('010d');
  for (const wrong of [callback('other', '{}'), callback('status', '[['), callback('status', '7')])
    expect(() => provider.read(wrong, account)).toThrow();
});

test.each<[string, object, RegExp]>([
  ['no answer', { method: 'GET', path: '/' }, /answer/],
  ['a method', { ...example, method: 'DELETE' }, /\/method/],
  ['a path', { ...example, path: 'send' }, /\/path/],
  ['a field more', { ...example, extra: 1 }, /extra|additional|false/],
  ['both bodies', { ...example, form: {} }, /both a form and a json/],
  ['a body of GET', { ...example, method: 'GET' }, /GET has no body/],
  ['the same path twice', { ...rest, inbound: { ...inbound, path: 'status' } }, /paths that differ/],
  ['an outcome', { ...example, receipts: { ...example['receipts'], map: { x: 'lost' } } }, /\/receipts/],
  [
    'a nest',
    { ...example, json: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as object },
    /more than 20 deep/,
  ],
  ['a NUL', { ...example, json: { a: '\0' } }, /a NUL/],
  ['a length', { ...example, json: { a: 'x'.repeat(30_000) } }, /more than 20000 characters/],
  ['a template', { ...example, headers: { a: '{secret}' } }, /unknown placeholder \{secret\}/],
])('wrong: %s', (_, wrong, expected) => {
  expect(() => generic(readDescription(wrong))).toThrow(expected);
});
