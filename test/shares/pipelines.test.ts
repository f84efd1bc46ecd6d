/** Limits per connection: a few concurrent requests, a bounded number of unread bytes, and an idle time-out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { CERT, KEY } from '../carriers/certificate.ts';
import { books, request, sender, type TestAccount, testAccount, times } from '../harness/accounts.ts';
import { lockAccount, untilWaiting } from '../harness/locks.ts';
import { patienceMs } from '../harness/patience.ts';
import { type RunningService, serviceOn, testService } from '../harness/service.ts';

vi.setConfig({ testTimeout: 90_000 });

const service = await testService();
const { call, db, url } = service;
const own = await serviceOn(url);
const limits = { maxConnectionsPerPeer: 5, maxConnections: 16 };
const few = await serviceOn(url, {}, limits);
const proxied = await serviceOn(url, { HERMOD_TRUSTED_PROXIES: '127.0.0.0/8' }, limits);

const [cert, key] = pem();
const crowded = await serviceOn(url, {}, { maxConnections: 16, maxConnectionsPerPeer: 16 });
const secure = await serviceOn(
  url,
  { HERMOD_TLS_CERT: cert, HERMOD_TLS_KEY: key },
  { maxConnections: 16, maxConnectionsPerPeer: 16 },
);

function pem(): [cert: string, key: string] {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-pem-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return [CERT, KEY].map((text, index) => {
    const file = join(folder, `${index}.pem`);
    writeFileSync(file, text);
    return file;
  }) as [string, string];
}

type Talk = { socket: net.Socket; text: () => string; closed: () => boolean };

/** A separate connection; responses are kept, unless they are not to be read. */
function connect({ base }: Pick<RunningService, 'base'>, reading = true, localAddress = '127.0.0.1'): Talk {
  const { port, protocol } = new URL(base);
  const to = { host: '127.0.0.1', port: Number(port), localAddress };
  const socket = protocol === 'https:' ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to);
  let text = '';
  let closed = false;
  if (reading) socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => {}).on('close', () => (closed = true));
  onTestFinished(() => void socket.destroy());
  return { socket, text: () => text, closed: () => closed };
}

const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { timeout: patienceMs });
const get = (path: string, key: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\n\r\n`;

function post({ key }: TestAccount): string {
  const body = JSON.stringify(request());
  return `POST /v1/sms/messages HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('two hundred requests in one write are all answered, in their order', async () => {
  const account = await testAccount(db);
  const { socket, text } = connect(service);
  const paths = times(200, (index) => `/v1/sms/none-${index}`);
  socket.write(paths.map((path) => get(path, account.key)).join(''));
  const said = () => [...text().matchAll(/Path not found: GET ([^"]+)"/g)].map(([, path]) => path);
  await until(() => said().length === 200);
  expect(said()).toEqual(paths);
  socket.write(get('/health/live', account.key));
  await until(() => text().includes('{"status":"live"}'));
});

test('sixteen requests of a connection are handled at a time; the others wait, and none is lost', async () => {
  const [account, first] = [await testAccount(db), await testAccount(db)];
  // The key is known, and a batch that has not ended yet lets all others wait together.
  expect((await sender(own, account)()).status).toBe(202);
  const release = await lockAccount(url, first);
  const blocked = sender(own, first)();
  await untilWaiting(db, 1);
  const { socket, text } = connect(own);
  socket.write(times(100, () => post(account)).join(''));
  // Another connection is served: its requests join the same batch.
  const other = connect(own);
  other.socket.write(get('/health/live', account.key));
  await until(() => other.text().includes('"live"'));
  await release();
  expect((await blocked).status).toBe(202);
  await until(() => text().split('HTTP/1.1 202').length === 101);
  expect(await books(db, account)).toMatchObject({ submissions: 101 });
  const { text: metrics } = await own.call({ path: '/metrics', key: null });
  const count = (name: string) =>
    Number(new RegExp(`^hermod_accept_batch_requests_${name} (\\d+)`, 'm').exec(metrics)?.[1]);
  expect(count('bucket\\{le="20"\\}')).toBe(count('count'));
});

test('thousands of requests in one write are answered gradually, and others are served meanwhile', async () => {
  const flood = connect(service);
  flood.socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000));
  const answered = () => flood.text().split('HTTP/1.1 404').length - 1;
  await until(() => answered() > 0);
  expect((await call({ path: '/health/live', key: null })).status).toBe(200);
  expect(answered()).toBeLessThan(5_000);
  await until(() => answered() === 5_000);
});

test('a client that does not read its responses is disconnected', async () => {
  const account = await testAccount(db);
  await insertMessages(account, 1_000, 'x'.repeat(640));
  const { socket, closed } = connect(service, false);
  socket.pause();
  const list = get('/v1/sms/messages?limit=1000&content=true', account.key);
  socket.write(list.repeat(60));
  // A side that never reads does not notice the close; what it writes then is refused.
  const writing = setInterval(() => socket.write(list), 100);
  onTestFinished(() => clearInterval(writing));
  await until(closed);
});

test('requests that wait behind unread responses do not keep the process from other work', async () => {
  const silent = Array.from({ length: 8 }, () => connect(service, false, '127.7.0.1'));
  for (const { socket } of silent) socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000));
  for (const { socket } of silent) await until(() => socket.writableLength > 0 || socket.bytesWritten > 200_000);
  for (let request = 0; request < 20; request++) {
    expect((await call({ path: '/health/live', key: null })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('an idle connection is closed, and so is one whose headers never end', async () => {
  const [silent, slow] = [connect(service), connect(service)];
  slow.socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n');
  await until(() => silent.closed() && slow.closed());
  expect(slow.text()).toContain('408');
});

test('connections are limited per address and per process', async () => {
  const open = times(5, () => connect(few));
  await Promise.all(open.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  const sixth = connect(few);
  await until(sixth.closed);
  open[0]!.socket.write(get('/health/live', 'none'));
  await until(() => open[0]!.text().includes('"live"'));
  open[1]!.socket.destroy();
  // A closed connection frees its slot.
  const another = async () => {
    const again = connect(few);
    again.socket.write(get('/health/live', 'none'));
    await until(() => again.closed() || again.text().includes('"live"'));
    return again.text();
  };
  await expect.poll(another, { timeout: patienceMs }).toContain('"live"');
  const account = await testAccount(db);
  const many = times(30, () => connect(proxied));
  for (const { socket } of many) socket.write(post(account).slice(0, -1));
  await until(() => many.filter(({ closed }) => closed()).length === 14);
  // The remaining descriptors serve the database.
  const [alive] = many.filter(({ closed }) => !closed());
  alive!.socket.write('}');
  await until(() => alive!.text().includes('202 Accepted'));
});

function whenOpen({ socket }: Talk): Promise<unknown> {
  return new Promise((resolve) => socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', resolve));
}

async function speak(talk: Talk): Promise<void> {
  talk.socket.write(get('/health/live', 'none'));
  await until(() => talk.text().includes('"live"'));
}

test.for([
  ['say nothing', crowded, whenOpen],
  ['have asked once', crowded, speak],
  ['say nothing, over TLS,', secure, whenOpen],
  ['have asked once, over TLS,', secure, speak],
] as const)('connections that %s take no place from those who ask', async ([, place, begin]) => {
  const working = connect(place);
  working.socket.write(post(await testAccount(db)).slice(0, -1));
  const idle: Talk[] = [];
  // Three times as many as there are slots.
  for (let opened = 0; opened < 48; opened++) {
    const talk = connect(place, true, `127.9.0.${opened + 1}`);
    await begin(talk);
    idle.push(talk);
  }
  await speak(connect(place));
  // Of sixteen slots twelve are for idle connections; the one that has been idle for the longest is closed first.
  await until(() => idle.slice(0, 36).every(({ closed }) => closed()));
  expect(idle.slice(-11).some(({ closed }) => closed())).toBe(false);
  // An address that holds many of them displaces no other connection, and gets none.
  const many = times(20, () => connect(place, true, '127.9.1.1'));
  await until(() => many.filter(({ closed }) => closed()).length === 16);
  working.socket.write('}');
  await until(() => working.text().includes('202 Accepted'));
});

test('request bodies under way are limited by their declared length, for each account', async () => {
  const [greedy, other] = [await testAccount(db), await testAccount(db)];
  const head = ({ key }: TestAccount) =>
    `POST /v1/sms/messages/preview HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`;
  await call({ path: '/v1/account', key: greedy.key });
  const begun = times(70, () => {
    const talk = connect(service);
    talk.socket.write(head(greedy));
    return talk;
  });
  const refused = () => begun.filter(({ text }) => text().includes('503'));
  await until(() => refused().length === 3);
  expect(refused()[0]!.text()).toMatch(/too many large requests are under way; nothing was changed, try again/i);
  // A body counts only while it is under way.
  const body = { ...request(), message: { content: 'x'.repeat(5_000) } };
  const large = (key: string) => call({ path: '/v1/sms/messages/preview', key, body });
  expect((await large(other.key)).status).not.toBe(503);
  for (const { socket } of begun) socket.destroy();
  await expect.poll(async () => (await large(greedy.key)).status, { timeout: patienceMs }).not.toBe(503);
});

async function insertMessages({ id }: TestAccount, count: number, content: string): Promise<void> {
  await db.query(
    `WITH w AS (SELECT * FROM unnest($2::uuid[]) AS w (id)),
     s AS (INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
       SELECT $1, id, id, 'Shop', $3, 'GSM-7', 5, false, now() FROM w)
     INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, id, id, '+38640123456', 'SI', 0.01, 'DELIVERED', now(), now() FROM w`,
    [id, times(count, () => newId()), content],
  );
}
