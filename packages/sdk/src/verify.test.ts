import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { newSigningSecret, sign } from '../../../src/domain/webhook/signature.ts';
import { verify } from './verify.ts';

const [secret, other] = [newSigningSecret(), newSigningSecret(24)];
const timestamp = Math.floor(Date.now() / 1_000);
const body = '{"Sender":"+38640123456","Recipient":"Shop","Message":"čšž 🙂","Time":"2026-11-15 12:00:00"}';
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': sign({ id: 'evt_1', timestamp, body, secrets: [secret] }),
};

const bytes = new TextEncoder().encode(body);

test.each([
  ['a text', { headers, body }],
  ['bytes', { headers, body: bytes }],
  ['a buffer', { headers, body: bytes.buffer }],
  ['Headers', { headers: new Headers(headers), body }],
  ['names in capitals', { headers: { ...upper(headers) }, body }],
  ['lists of values', { headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, [v]])), body }],
  ['a Request', new Request('http://127.0.0.1/', { method: 'POST', headers, body })],
])('takes %s', async (_, received) => {
  const event = await verify(received, [other, secret]);
  expect(event).toEqual({ kind: 'inbound message', id: 'evt_1', sentAt: expect.any(Date), data: JSON.parse(body) });
});

test('accepts a request of Node, and refuses a parsed body', async () => {
  const stream = Object.assign(Readable.from([bytes.subarray(0, 20), bytes.subarray(20)]), { headers });
  expect(await verify(stream, secret)).toMatchObject({ kind: 'inbound message' });
  await expect(verify({ headers, body: JSON.parse(body) }, secret)).rejects.toThrow('the body must be as it came');
});

test.each([
  ['an empty secret', 'whsec_'],
  ['one that is cut off', secret.slice(0, -3)],
  ['one without its beginning', secret.slice(6)],
  ['one that is too short', `whsec_${btoa('short')}`],
])('%s is a mistake of the program, and says so', async (_, wrong) => {
  await expect(verify({ headers, body }, wrong)).rejects.toThrow(TypeError);
});

test('a request with too large a body is given up before it is read whole', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body: endless, duplex: 'half' });
  await expect(verify(request, secret)).rejects.toMatchObject({ name: 'WebhookVerificationError', reason: 'body' });
  expect(pulled).toBeLessThan(30);
});

test('without the headers nothing is read at all', async () => {
  const request = new Request('http://127.0.0.1/', { method: 'POST', body });
  await expect(verify(request, secret)).rejects.toMatchObject({ reason: 'headers' });
  expect(request.bodyUsed).toBe(false);
});

function upper(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, value]) => [name.toUpperCase(), value]));
}
