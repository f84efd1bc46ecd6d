/** Requests byte by byte: invalid ones, incomplete ones, and several on one connection. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { books, request, slovenian, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const { call, db, base } = await testService();
const account = await testAccount(db);
const path = '/v1/sms/messages';

/** All responses until the server closes; `ending` closes the client's side immediately. */
async function exchange(text: string, ending = false): Promise<{ status: number; head: string; body: string }[]> {
  const socket = connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true });
  let answered = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answered += chunk;
  });
  socket.write(text);
  if (ending) socket.end();
  await new Promise((resolve) => socket.on('end', resolve));
  socket.destroy();
  return answered.split(/(?=HTTP\/1\.1 \d)/).map((answer) => {
    const [head, body] = answer.split('\r\n\r\n');
    return { status: Number(head!.split(' ')[1]), head: head!, body: body! };
  });
}

function post(headers: Record<string, string> = { Host: 'here' }, body = JSON.stringify(request())): string {
  const all = {
    apikey: account.key,
    'Content-Type': 'application/json',
    'Content-Length': `${Buffer.byteLength(body)}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const close = { Host: 'here', Connection: 'close' };
const rejected = 'Error: 7 - Message rejected';
const notHttp = { error: 'error: 400 - This is not a valid HTTP request' };

test.each<[title: string, text: string, status: number, error: string]>([
  ['bytes that are not HTTP', `SEND ${slovenian}\r\n\r\n`, 400, notHttp.error],
  ['a request without Host', post({ Connection: 'close' }), 400, `${rejected}: the Host header is missing`],
  ['an unknown expectation', post({ ...close, Expect: 'magic' }), 417, `${rejected}: expect can only be 100-continue`],
])('%s: the same kind of answer, and nothing changes', async (_, text, status, error) => {
  const before = await books(db, account);
  const [answer, ...others] = await exchange(text);
  expect({ status: answer!.status, body: JSON.parse(answer!.body) }).toEqual({ status, body: { error } });
  expect(answer!.head).toMatch(/\r\nx-request-id: \S+/i);
  expect(others).toEqual([]);
  expect(await books(db, account)).toEqual(before);
});

// The same request past the framework and through it; a known key takes the short path.
const ways: [way: string, headers: Record<string, string>][] = [
  ['the short path', { Host: 'here' }],
  ['the long path', { Host: 'here', 'Content-Encoding': 'identity' }],
];

test.each(ways)('%s: a request accepted before invalid bytes is answered first', async (_, headers) => {
  await call({ path: '/v1/account', key: account.key });
  const answers = await exchange(`${post(headers)}${post(headers)}garbage\r\n\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 400]);
  expect(JSON.parse(answers[2]!.body)).toEqual(notHttp);
});

test.each(ways)('%s: a client that closes its side after the request gets the outcome', async (_, headers) => {
  await call({ path: '/v1/account', key: account.key });
  expect((await exchange(post(headers), true)).map(({ status }) => status)).toEqual([202]);
});

test.each(ways)('%s: a body that cannot be read does not lose the responses to later requests', async (_, headers) => {
  await call({ path: '/v1/account', key: account.key });
  const answers = await exchange(`${post(headers, '{')}${post(headers)}${post({ ...headers, ...close })}`);
  expect(answers.map(({ status }) => status)).toEqual([400, 202, 202]);
});

/** Without the headers that differ for every request. */
function masked(head: string): string {
  return head.replace(/(x-request-id|date|ratelimit): [^\r]*/gi, '$1: …');
}

test.each<[title: string, body: string]>([
  ['accepted', JSON.stringify(request())],
  ['scheduled', JSON.stringify(request({ scheduledTime: 4e9 }))],
  ['refused', JSON.stringify(request({ destinations: ['1'] }))],
  ['of the wrong shape', '[]'],
  ['not JSON', '{'],
  ['empty', ''],
])('%s: both ways answer with the same bytes', async (_, body) => {
  await call({ path: '/v1/account', key: account.key });
  const inRow = [{}, { 'Content-Encoding': 'identity' }].map((other) => post({ Host: 'here', ...other }, body));
  const [short, long] = await exchange(`${inRow.join('')}${post(close)}`);
  expect(masked(short!.head)).toBe(masked(long!.head));
  const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  expect(short!.body.replace(ids, 'id')).toBe(long!.body.replace(ids, 'id'));
});

test('half a request, then the end, is refused as an invalid request', async () => {
  const before = await books(db, account);
  const answers = await exchange(post().slice(0, -5), true);
  expect(answers.map(({ status, body }) => [status, JSON.parse(body)])).toEqual([
    [400, { error: `${rejected}: this is not a valid HTTP request` }],
  ]);
  expect(await books(db, account)).toEqual(before);
});
