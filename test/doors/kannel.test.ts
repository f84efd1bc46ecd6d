/** Kannel compatibility: its users' URLs, its responses, and its reports. */
import { expect, test, vi } from 'vitest';
import { addCarrier } from '../dispatch/carrier.ts';
import { addKey, books, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService({ HERMOD_WEBHOOK_RETRY_SCALE: '0.0001', HERMOD_RATE_LIMIT: '50' });
const { db, call } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
await db.query(`UPDATE carriers SET name = 'sim'`);
const account = await testAccount(db);
const receiver = await webhookReceiver();

const openDoor = (id: string, doors: string[]) =>
  operator(service)({ method: 'PATCH', path: `/accounts/${id}`, body: { doors } });
expect((await openDoor(account.id, ['kannel'])).body).toMatchObject({ doors: ['kannel'] });

const login = { username: account.id, password: account.key };

function sendsms(variables: Record<string, string> = {}) {
  const query = new URLSearchParams({ ...login, from: 'Shop', to: '38640123456', text: 'Hello', ...variables });
  return call({ path: `/cgi-bin/sendsms?${query.toString()}`, key: null });
}

test('accepts a message, and fetches the URL of its reports with the codes filled in', async () => {
  receiver.received.length = 0;
  const url = `${receiver.url}/dlr?id=17&type=%d&to=%p&from=%P&answer=%A&smsc=%i&at=%T`;
  const answer = await sendsms({ 'dlr-mask': '31', 'dlr-url': url });
  expect([answer.status, answer.text]).toEqual([202, '0: Accepted for delivery']);
  const received = await receiver.until(2);
  expect(received.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['GET', ''],
  ]);
  const [sent, delivered] = received.map(({ path }) => Object.fromEntries(new URL(path, receiver.url).searchParams));
  expect(sent).toMatchObject({ id: '17', type: '8', to: '38640123456', from: 'Shop', answer: 'ACK/', smsc: 'sim' });
  expect(delivered).toMatchObject({ id: '17', type: '1', to: '38640123456' });
  expect(delivered!['answer']).toContain('DELIVRD');
  expect(Number(delivered!['at'])).toBeGreaterThan(1_700_000_000);
});

test('reports only what the mask requests, repeats until accepted, and shows the URL', async () => {
  receiver.received.length = 0;
  let left = 1;
  receiver.answer = () => (left-- > 0 ? 500 : 200);
  const to = '+38640000001 +38640000003';
  const answer = await sendsms({ to, 'dlr-mask': '2', 'dlr-url': `${receiver.url}/two?to=%p&type=%d` });
  expect(answer.text).toBe('0: Accepted for delivery');
  const paths = (await receiver.until(2)).map(({ path }) => path);
  expect(paths).toEqual(['/two?to=%2B38640000001&type=2', '/two?to=%2B38640000001&type=2']);
  receiver.answer = () => 200;
  await sendsms({ to: '0038640000003', 'dlr-mask': '16', 'dlr-url': `${receiver.url}/sixteen?%d+%p` });
  const last = (await receiver.until(3)).at(-1)!;
  expect(last.path).toBe('/sixteen?16+0038640000003');
  await vi.waitFor(
    async () => {
      const list = await call({ path: '/v1/webhooks/deliveries?state=delivered', key: account.key });
      const { deliveries } = list.body as { deliveries: { url: string }[] };
      expect(deliveries.map(({ url }) => url)).toContain(`${receiver.url}/sixteen?%d+%p`);
      expect(list.text).not.toContain('kannel:');
    },
    { timeout: patienceMs },
  );
  expect(receiver.received).toHaveLength(3);
});

test('accepts POSTs with headers and as forms', async () => {
  const headers = {
    'content-type': 'text/plain; charset=UTF-8',
    'x-kannel-username': account.id.replaceAll('-', ''),
    'x-kannel-password': account.key.replaceAll('-', ''),
    'x-kannel-from': 'Shop',
    'x-kannel-to': '38640123456 38640123457',
    'x-kannel-deferred': '600',
  };
  const posted = await call({ path: '/cgi-bin/sendsms', key: null, raw: 'Čaj', headers });
  expect([posted.status, posted.text]).toEqual([202, '3: Queued for later delivery']);
  const form = new URLSearchParams({ ...login, from: 'Shop', to: '38640123456', text: 'Hi' }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await call({ path: '/cgi-bin/sendsms', key: null, raw: form, headers: type })).status).toBe(202);
});

test("refuses with Kannel's texts, and nothing is charged", async () => {
  const before = await books(db, account);
  const said = async (variables: Record<string, string>) => {
    const { status, text } = await sendsms(variables);
    return [status, text] as const;
  };
  const denied = [403, 'Authorization failed for sendsms'];
  expect(await said({ password: 'bar' })).toEqual(denied);
  expect(await said({ username: 'foo' })).toEqual(denied);
  expect(await said({ password: crypto.randomUUID() })).toEqual(denied);
  expect(await said({ to: '' })).toEqual([400, 'Empty receiver number not allowed, rejected']);
  expect(await said({ text: '' })).toEqual([400, expect.stringContaining('Error: 1 - Message too long or empty')]);
  expect(await said({ from: 'Absent' })).toEqual([400, expect.stringContaining('Error: 2 - ')]);
  expect(await said({ from: '38640999999' })).toEqual([400, expect.stringContaining('Error: 4 - ')]);
  const [status, text] = await said({ to: '12345' });
  expect(status).toBe(400);
  expect(text).toMatch(/^Number\(s\) has\/have been denied by white- and\/or black-lists\. Error: 3 - .*\+12345/);
  expect(await said({ 'dlr-mask': '1', 'dlr-url': 'http://10.0.0.1/' })).toEqual([
    400,
    expect.stringContaining('DLR-URL field misformed, rejected'),
  ]);
  expect(await said({ to: Array.from({ length: 1_001 }, (_, at) => `3864010${at}`).join(' ') })).toEqual([
    400,
    expect.stringContaining('Error: 7 - '),
  ]);
  expect((await call({ path: '/cgi-bin/sendsms', key: null, raw: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await call({ method: 'PUT', path: '/cgi-bin/sendsms', key: null })).status).toBe(405);
  expect(await books(db, account)).toEqual(before);
});

test('refuses an account without money, and one without access', async () => {
  const poor = await testAccount(db, { balance: '0' });
  const as = (other: typeof poor) => sendsms({ username: other.id, password: other.key });
  expect([(await as(poor)).status, (await as(poor)).text]).toEqual([403, 'Authorization failed for sendsms']);
  await openDoor(poor.id, ['twilio', 'kannel']);
  expect((await as(poor)).text).toContain('Error: 6 - Balance too low');
  await openDoor(poor.id, []);
  // The cached access expires within two seconds.
  await vi.waitFor(async () => expect((await as(poor)).status).toBe(403), { timeout: patienceMs, interval: 200 });
});

test('a key of another account is refused, and a revoked one is refused immediately', async () => {
  const other = await testAccount(db);
  expect((await sendsms({ password: other.key })).status).toBe(403);
  const key = await addKey(db, account.id);
  expect((await sendsms({ password: key.key })).status).toBe(202);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key.keyId]);
  expect((await sendsms({ password: key.key })).status).toBe(403);
});

test('requests above the rate limit are throttled as Kannel does', async () => {
  const to = Array.from({ length: 600 }, (_, at) => `38640${200_000 + at}`).join(' ');
  const key = await addKey(db, account.id);
  const answers = await Promise.all([1, 2].map(() => sendsms({ to, password: key.key })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 503]);
  expect(answers.find(({ status }) => status === 503)).toMatchObject({
    text: 'Temporal failure, try again later.',
    headers: { 'retry-after': expect.any(String) },
  });
});
