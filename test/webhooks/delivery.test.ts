/** Events on their way to a real endpoint: signed, retried, in order, isolated, and never lost. */
import { createServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { judge } from '../../src/flows/webhooks/deliver.ts';
import type { ClaimedEvent } from '../../src/store/webhook/deliveries.ts';
import { recordResults } from '../../src/store/webhook/delivery-results.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

// Retry n follows (n² + 1) minutes / 10,000: 12 ms, 30 ms … 606 ms.
const service = await testService({ HERMOD_WEBHOOK_RETRY_SCALE: '0.0001' });
const { db, call } = service;

type Account = Awaited<ReturnType<typeof testAccount>>;
type Delivery = {
  state: string;
  attemptCount: number;
  attempts: { status?: number; error?: string; answer?: string }[];
};

async function event(
  account: Account,
  url: string,
  subjectId = newId(),
  payload = '{"messageId":"x"}',
): Promise<string> {
  const id = newId();
  await insertEvents(db, [{ id, accountId: account.id, kind: 'delivery report', subjectId, url, payload }]);
  return id;
}

async function delivery({ key }: Account, id: string): Promise<Delivery> {
  return (await call({ path: `/v1/webhooks/deliveries/${id}`, key })).body as Delivery;
}

async function untilState(account: Account, id: string, state: string): Promise<Delivery> {
  return vi.waitFor(
    async () => {
      const found = await delivery(account, id);
      expect(found.state).toBe(state);
      return found;
    },
    { timeout: patienceMs, interval: 20 },
  );
}

/** An event that the service does not claim by itself. */
async function parkedEvent(account: Account): Promise<string> {
  const id = newId();
  await db.transaction(async (tx) => {
    await insertEvents(tx, [
      { id, accountId: account.id, kind: 'delivery report', subjectId: id, url: 'http://127.0.0.1:9/', payload: '{}' },
    ]);
    await tx.query(`UPDATE outbox SET due_at = 'infinity' WHERE id = $1`, [id]);
  });
  return id;
}

function claimedAs(account: Account, id: string): ClaimedEvent {
  return {
    accountId: account.id,
    id,
    kind: 'delivery report',
    subjectId: id,
    url: '',
    origin: '',
    payload: '',
    attempts: 0,
    attempted: false,
    claims: 0,
    isStored: true,
  };
}

test('a report that exists already, as after a failover that lost its move, is not written twice and blocks no other', async () => {
  const account = await testAccount(db);
  const id = await parkedEvent(account);
  const given = { accountId: account.id, kind: 'delivery report', url: 'http://127.0.0.1:9/', payload: '{}' } as const;
  const direct = { lease: newId(), ids: new Set([id]) };
  expect(await insertEvents(db, [{ ...given, id, subjectId: id }], direct)).toEqual([]);
  const { rows } = await db.query(`SELECT state, lease FROM outbox WHERE id = $1 AND due_at = 'infinity'`, [id]);
  expect(rows).toEqual([{ state: 'ready', lease: null }]);
});

test('an event arrives once, signed, with its headers, and is in the log', async () => {
  const account = await testAccount(db);
  const { secret } = (await call({ path: '/v1/webhooks/secret', method: 'POST', key: account.key })).body as {
    secret: string;
  };
  const receiver = await webhookReceiver();
  const subject = newId();
  const id = await event(account, `${receiver.url}/reports?x=1`, subject);
  const [received] = await receiver.until(1);
  expect(received).toMatchObject({ method: 'POST', path: '/reports?x=1', body: '{"messageId":"x"}' });
  expect(received!.headers).toMatchObject({
    'x-message-id': subject,
    'webhook-id': id,
    'content-type': 'application/json',
  });
  expect(received!.headers['user-agent']).toMatch(/^Hermod\//);
  new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
  const log = await untilState(account, id, 'delivered');
  expect(log.attempts).toMatchObject([{ status: 200 }]);
  expect(receiver.received).toHaveLength(1);
});

test('during a rotation both secrets verify, and no third secret is kept', async () => {
  const account = await testAccount(db);
  const rotate = async () =>
    ((await call({ path: '/v1/webhooks/secret', method: 'POST', key: account.key })).body as { secret: string }).secret;
  const [oldest, older, newest] = [await rotate(), await rotate(), await rotate()];
  const receiver = await webhookReceiver();
  await event(account, receiver.url);
  const [received] = await receiver.until(1);
  const verify = (secret: string) =>
    new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
  verify(newest);
  verify(older);
  expect(() => verify(oldest)).toThrow();
});

test('after eleven requests an event is given up, shown, and can be replayed under the same id', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  receiver.answer = () => 500;
  const id = await event(account, receiver.url);
  const log = await untilState(account, id, 'given up');
  expect(receiver.received).toHaveLength(11);
  expect(log.attempts).toHaveLength(11);
  expect(log.attempts.every(({ status }) => status === 500)).toBe(true);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  const listed = await call({ path: '/v1/webhooks/deliveries?state=given%20up', key: account.key });
  expect(listed.body).toMatchObject({ deliveries: [{ deliveryId: id }] });
  receiver.answer = () => 204;
  const since = new Date(Date.now() - 60_000).toISOString();
  const replayed = await call({
    path: '/v1/webhooks/replay',
    key: account.key,
    body: { since, endpoint: receiver.url },
  });
  expect(replayed.body).toEqual({ replayed: 1 });
  await untilState(account, id, 'delivered');
  expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(id);
});

test('thousands of events are replayed with one request, also while their endpoint still fails', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  const count = 10_001;
  const given = { accountId: account.id, kind: 'delivery report', url: receiver.url, payload: '{}' } as const;
  await db.transaction(async (tx) => {
    await insertEvents(
      tx,
      Array.from({ length: count }, () => ({ ...given, id: newId(), subjectId: newId() })),
    );
    await tx.query(
      `UPDATE outbox SET state = 'given up', attempts = 11, attempted_at = now() - interval '1 hour', duration_ms = 1
       WHERE account_id = $1`,
      [account.id],
    );
  });
  const since = new Date(Date.now() - 60_000).toISOString();
  const replay = () => call({ path: '/v1/webhooks/replay', key: account.key, body: { since } });
  receiver.answer = () => 500;
  expect((await replay()).body).toEqual({ replayed: count });
  await receiver.until(20);
  receiver.answer = () => 204;
  await expect
    .poll(
      async () =>
        (await db.query(`SELECT 1 FROM outbox WHERE account_id = $1 AND state <> 'delivered'`, [account.id])).rowCount,
      { timeout: patienceMs },
    )
    .toBe(0);
});

test('each delay is that of the table, to the second, by the database’s clock', async () => {
  const account = await testAccount(db);
  const id = await parkedEvent(account);
  const failed = { ok: false, status: 500, durationMs: 1, answer: '' };
  const minutes: number[] = [];
  for (let attempts = 0; attempts < 11; attempts++) {
    const [lease, claimed] = [newId(), { ...claimedAs(account, id), attempts }];
    await db.query('UPDATE outbox SET lease = $2 WHERE id = $1', [id, lease]);
    await recordResults(db, lease, [judge(claimed, failed, 1, 0)]);
    const { rows } = await db.query<{ minutes: string; state: string }>(
      'SELECT extract(epoch FROM due_at - attempted_at) / 60 AS minutes, state FROM outbox WHERE id = $1',
      [id],
    );
    if (rows[0]!.state === 'ready') minutes.push(Number(rows[0]!.minutes));
  }
  expect(minutes).toEqual([2, 5, 10, 17, 26, 37, 50, 65, 82, 101]);
});

test('reports of one message keep their order; other messages do not wait for them', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  const subject = newId();
  let failures = 3;
  receiver.answer = ({ headers }) => (headers['x-message-id'] === subject && failures-- > 0 ? 503 : 200);
  for (const status of ['SENT', 'DELIVERED']) await event(account, receiver.url, subject, JSON.stringify({ status }));
  const other = await event(account, receiver.url);
  await untilState(account, other, 'delivered');
  await vi.waitFor(
    () => expect(receiver.received.filter(({ body }) => body.includes('DELIVERED'))).toHaveLength(1),
    patienceMs,
  );
  const statuses = receiver.received
    .filter(({ headers }) => headers['x-message-id'] === subject)
    .map(({ body }) => (JSON.parse(body) as { status: string }).status);
  expect(statuses).toEqual(['SENT', 'SENT', 'SENT', 'SENT', 'DELIVERED']);
});

test('a hanging endpoint does not delay another of the same account', async () => {
  const account = await testAccount(db);
  const sockets: Socket[] = [];
  const hanging = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as { port: number };
  for (let count = 0; count < 100; count++) await event(account, `http://127.0.0.1:${port}/`);
  const receiver = await webhookReceiver();
  for (let count = 0; count < 100; count++) await event(account, receiver.url);
  await receiver.until(20);
  // If they were delayed, they would come after the hundred that hang.
  const { rowCount } = await db.query(`SELECT 1 FROM outbox WHERE account_id = $1 AND url LIKE $2 AND attempts > 0`, [
    account.id,
    `http://127.0.0.1:${port}/%`,
  ]);
  expect(rowCount).toBeLessThan(100);
  await db.query(`UPDATE outbox SET state = 'given up' WHERE account_id = $1 AND state <> 'delivered'`, [account.id]);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => hanging.close(resolve));
});

test('killed between the request and its record: delivered again under the same id', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  const id = newId();
  // The state that a process leaves if it claims the event, makes the request, and dies.
  await insertEvents(db, [
    { id, accountId: account.id, kind: 'delivery report', subjectId: id, url: receiver.url, payload: '{}' },
  ]);
  await receiver.until(1);
  await untilState(account, id, 'delivered');
  await db.query(
    `UPDATE outbox SET state = 'ready', lease = $2, due_at = now() + interval '300 milliseconds' WHERE id = $1`,
    [id, newId()],
  );
  const received = await receiver.until(2);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
});

test('a result under an expired lease is refused', async () => {
  const account = await testAccount(db);
  const id = await parkedEvent(account);
  await db.query('UPDATE outbox SET lease = $2 WHERE id = $1', [id, newId()]);
  const delivered = { ok: true, status: 200, durationMs: 1, answer: '' };
  await recordResults(db, newId(), [judge(claimedAs(account, id), delivered, 1, 0)]);
  expect((await db.query('SELECT state, attempts FROM outbox WHERE id = $1', [id])).rows).toEqual([
    { state: 'ready', attempts: 0 },
  ]);
});

test('an invalid URL fails with a readable error, and an account sees only its own events', async () => {
  const account = await testAccount(db);
  const id = await event(account, 'http://10.0.0.1/');
  const log = await vi.waitFor(async () => {
    const found = await delivery(account, id);
    expect(found.attempts.length).toBeGreaterThan(0);
    return found;
  }, patienceMs);
  expect(log.attempts[0]!.error).toBe('webhooks may not reach the address 10.0.0.1');
  const otherAccount = await testAccount(db);
  for (const request of [
    { path: `/v1/webhooks/deliveries/${id}` },
    { path: `/v1/webhooks/deliveries/${id}/replay`, method: 'POST' },
  ]) {
    expect(await call({ ...request, key: otherAccount.key })).toMatchObject({ status: 404 });
  }
  expect((await call({ path: '/v1/webhooks/deliveries', key: otherAccount.key })).body).toEqual({ deliveries: [] });
});

test('a sample event of each kind', async () => {
  const account = await testAccount(db);
  const receiver = await webhookReceiver();
  for (const kind of ['delivery report', 'inbound message', 'sender status']) {
    const answer = await call({ path: '/v1/webhooks/sample', key: account.key, body: { kind, url: receiver.url } });
    expect(answer).toMatchObject({ status: 202, body: { kind } });
  }
  const bodies = (await receiver.until(3)).map(({ body }) => Object.keys(JSON.parse(body) as object).sort());
  expect(bodies).toContainEqual(['messageId', 'segments', 'status']);
  expect(bodies).toContainEqual(['Message', 'Recipient', 'Sender', 'Time']);
  expect(bodies).toContainEqual(['eventId', 'occurredAt', 'previousStatus', 'senderId', 'status']);
  expect(
    await call({ path: '/v1/webhooks/sample', key: account.key, body: { kind: 'delivery report', url: 'ftp://x' } }),
  ).toMatchObject({ status: 400 });
});
