/** The accounts whose webhooks may reach this machine itself, and its permitted ports. */
import { expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { sender, testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { demoKey, type RunningService, serviceOn, testService } from '../harness/service.ts';

const unset = { HERMOD_WEBHOOK_ALLOW: '', HERMOD_WEBHOOK_RETRY_SCALE: '0.0001' };
const fault = 'must not lead to 127.0.0.1: webhooks may not reach that address';

type Delivery = { deliveryId: string; state: string; attempts: { status?: number; error?: string; answer?: string }[] };

/** Sends a sample, and resolves with the outcome of its first attempt. */
async function sampled({ call }: RunningService, url: string, key = demoKey): Promise<Delivery['attempts'][number]> {
  const sent = await call({ path: '/v1/webhooks/sample', key, body: { kind: 'delivery report', url } });
  expect(sent.status).toBe(202);
  const path = `/v1/webhooks/deliveries/${(sent.body as Delivery).deliveryId}`;
  const attempts = async () => ((await call({ path, key })).body as Delivery).attempts;
  await vi.waitFor(async () => expect(await attempts()).not.toEqual([]), { timeout: patienceMs, interval: 20 });
  return (await attempts())[0]!;
}

const lone = await testService(unset);
const processes = [lone, await serviceOn(lone.url, unset)];
const port = await freePort();
const allowing = await testService({
  HERMOD_PORT: `${port}`,
  HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8,0.0.0.0/8,::/127',
  HERMOD_WEBHOOK_RETRY_SCALE: '0.0001',
});
const customer = await testAccount(allowing.db);

test('a lone demo account reaches loopback until another account is created, in every process', async () => {
  const { db, call } = lone;
  const endpoint = await webhookReceiver();
  endpoint.says = 'what only this machine should read';
  const send = (deliveryReportUrl: string) =>
    call({
      path: '/v1/sms/messages',
      body: { sender: 'Hermod', destinations: ['+38640123456'], message: { content: 'x' }, deliveryReportUrl },
    });
  expect(await send(endpoint.url)).toMatchObject({ status: 202 });
  const byName = endpoint.url.replace('127.0.0.1', 'localhost');
  for (const target of [endpoint.url, byName])
    expect(await sampled(lone, target)).toMatchObject({ status: 200, answer: endpoint.says });

  const other = await testAccount(db);
  const refusedSample = { error: expect.stringContaining('may not reach') as unknown };
  for (const each of processes)
    await vi.waitFor(async () => expect(await sampled(each, byName)).toMatchObject(refusedSample), {
      timeout: patienceMs,
    });
  const before = endpoint.received.length;
  for (const each of processes) {
    expect(await sampled(each, byName)).toMatchObject(refusedSample);
    expect(await sampled(each, byName, other.key)).not.toHaveProperty('status');
  }
  // An event that was written while it was allowed.
  await db.query(`UPDATE outbox SET url = $2, origin = $2, due_at = now() WHERE account_id = $1`, [
    demoAccountId,
    endpoint.url,
  ]);
  const refused = { status: 400, body: { error: `Error: 7 - Message rejected: deliveryReportUrl ${fault}` } };
  expect(await send(endpoint.url)).toMatchObject(refused);
  expect(await sender(lone, other)({ deliveryReportUrl: endpoint.url })).toMatchObject(refused);
  for (const key of [demoKey, other.key]) {
    const body = { kind: 'delivery report', url: endpoint.url };
    expect(await call({ path: '/v1/webhooks/sample', key, body })).toMatchObject({
      status: 400,
      body: { error: `error: 400 - url ${fault}` },
    });
  }
  expect(endpoint.received).toHaveLength(before);
});

test('HERMOD_WEBHOOK_ALLOW applies to every account', async () => {
  const endpoint = await webhookReceiver();
  expect(await sampled(allowing, endpoint.url, customer.key)).toMatchObject({ status: 200 });
});

test.each(['127.0.0.1', '127.1.2.3', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
  'no webhook reaches a port of Hermod itself by %s, whatever is allowed',
  async (host) => {
    const attempt = await sampled(allowing, `http://${host}:${port}/metrics`, customer.key);
    expect(attempt).toMatchObject({ error: expect.stringContaining('may not reach') as unknown });
    expect(attempt).not.toHaveProperty('answer');
  },
);
