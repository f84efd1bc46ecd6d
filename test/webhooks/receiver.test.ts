/** The built-in receiver: webhooks without an endpoint, delivered and logged like all others. */
import { expect, test, vi } from 'vitest';
import { receiverUrl } from '../../src/domain/webhook/receiver.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db, call } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
const account = await testAccount(db);
const send = sender(service, account);

type Delivery = {
  deliveryId: string;
  accountId?: string;
  messageId: string;
  url: string;
  payload: string;
  state: string;
  attemptCount: number;
  lastAttempt?: { status: number; answer: string };
};
const listed = async (query: Record<string, string>, key = account.key) => {
  const answer = await call({ path: `/v1/webhooks/deliveries?${new URLSearchParams(query).toString()}`, key });
  return (answer.body as { deliveries: Delivery[] }).deliveries;
};
const untilDelivered = (messageId: string, count: number) =>
  vi.waitFor(
    async () => {
      const found = await listed({ messageId, state: 'delivered' });
      expect(found).toHaveLength(count);
      return found;
    },
    { timeout: patienceMs, interval: 20 },
  );

test('both reports of a message arrive in order, signed, and their headers are in the log', async () => {
  const [id] = idsOf(await send({ deliveryReportUrl: `${receiverUrl}orders/7?x=1` }));
  const [delivered, sent] = await untilDelivered(id!, 2);
  expect([sent, delivered].map((each) => (JSON.parse(each!.payload) as { status: string }).status)).toEqual([
    'SENT',
    'DELIVERED',
  ]);
  expect(delivered).toMatchObject({ url: `${receiverUrl}orders/7?x=1`, attemptCount: 1, lastAttempt: { status: 200 } });
  expect(JSON.parse(delivered!.lastAttempt!.answer)).toEqual({
    method: 'POST',
    signature: 'valid',
    headers: {
      'content-type': 'application/json',
      'webhook-id': delivered!.deliveryId,
      'webhook-timestamp': expect.stringMatching(/^\d+$/),
      'webhook-signature': expect.stringMatching(/^v1,\S{44}$/),
      'x-message-id': id,
    },
  });
});

test('a report in the format of another gateway arrives there, too', async () => {
  await db.query(`UPDATE accounts SET doors = '{kannel}' WHERE id = $1`, [account.id]);
  const query = new URLSearchParams({
    username: account.id,
    password: account.key,
    from: 'Shop',
    to: '+38640123456',
    text: 'x',
    'dlr-mask': '1',
    'dlr-url': `${receiverUrl}dlr?status=%d`,
  });
  expect((await call({ path: `/cgi-bin/sendsms?${query.toString()}`, key: null })).status).toBe(202);
  await vi.waitFor(
    async () => {
      const [latest] = await listed({ endpoint: receiverUrl });
      expect(JSON.parse(latest!.lastAttempt!.answer)).toMatchObject({ method: 'GET', signature: 'missing' });
    },
    { timeout: patienceMs, interval: 20 },
  );
});

test('deliveries are listed by endpoint, for the account and for the operator', async () => {
  const real = await webhookReceiver();
  const [there] = idsOf(await send({ deliveryReportUrl: `${real.url}/there` }));
  await untilDelivered(there!, 2);
  const own = await listed({ endpoint: receiverUrl });
  expect(own.length).toBeGreaterThan(1);
  expect(own.every(({ url }) => url.startsWith(receiverUrl))).toBe(true);
  expect((await listed({ endpoint: real.url })).map(({ messageId }) => messageId)).toEqual([there, there]);
  expect(await listed({ endpoint: 'https://receiver.invalid:8443/' })).toEqual([]);
  const other = await testAccount(db);
  expect(await listed({ endpoint: receiverUrl }, other.key)).toEqual([]);
  const admin = operator(service);
  const all = async (query: Record<string, string>) =>
    (
      (await admin({ path: `/webhooks/deliveries?${new URLSearchParams(query).toString()}` })).body as {
        deliveries: Delivery[];
      }
    ).deliveries;
  expect((await all({ endpoint: receiverUrl })).map(({ deliveryId }) => deliveryId)).toEqual(
    own.map(({ deliveryId }) => deliveryId),
  );
  expect(await all({ endpoint: receiverUrl, messageId: there! })).toEqual([]);
  expect(await all({ endpoint: real.url, messageId: there! })).toHaveLength(2);
  for (const endpoint of ['ftp://example.com', 'receiver.invalid'])
    expect((await call({ path: `/v1/webhooks/deliveries?endpoint=${endpoint}`, key: account.key })).status).toBe(400);
});

test('a URL like it is an endpoint that does not exist', async () => {
  const [id] = idsOf(await send({ deliveryReportUrl: 'https://receiver.invalid:8443/' }));
  await vi.waitFor(
    async () => {
      const [first] = await listed({ messageId: id!, state: 'retrying' });
      expect(first?.lastAttempt).not.toHaveProperty('status');
    },
    { timeout: patienceMs, interval: 50 },
  );
});
