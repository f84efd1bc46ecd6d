/** Following traffic with the operator's commands. */
import { expect, test, vi } from 'vitest';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { countTraffic } from '../../src/flows/statistics/statistics.ts';
import { hermod } from '../harness/command.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { adminToken, demoKey, testService } from '../harness/service.ts';

const service = await testService();
const { base, db, call } = service;
await ensureDefaultCarrier(db, undefined);
const { run, json } = operations(base, { HERMOD_API_KEY: demoKey });
const failing = '+38640000001';

type Message = { messageId: string; status: string; destination: string; content: string };

test('a message is followed, listed and shown, and its reports are sent again', async () => {
  const receiver = await webhookReceiver();
  const settings = { HERMOD_URL: base, HERMOD_ADMIN_TOKEN: adminToken };
  const tail = hermod(['tail', '--account', 'Demo', '--since', '1m', '--json'], settings);
  const to = ['--from', 'Hermod', '--to', failing, '--delivery-report-url', receiver.url];
  const named = ['--reference', 'order 4711'];
  const { messages } = await json<{ messages: Message[] }>(['send', ...to, ...named, 'Bad\u001b[31m news']);
  const { messageId } = messages[0]!;

  await tail.until('"FAILED"');
  tail.child.kill('SIGINT');
  expect((await tail.exit()).code).toBe(0);
  const followed = tail
    .written()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
  expect(followed.every((message) => message.messageId === messageId)).toBe(true);
  expect(followed.at(-1)).toMatchObject({ status: 'FAILED', destination: failing });

  const listed = await run([
    'messages',
    'list',
    '--status',
    'FAILED',
    '--from',
    '1h',
    '--content',
    '--account',
    'Demo',
    ...named,
  ]);
  const [head, row] = listed.out.split('\n').map((line) => line.split('\t'));
  expect(Object.fromEntries(head!.map((field, at) => [field, row![at]]))).toMatchObject({
    messageId,
    status: 'FAILED',
    destination: failing,
    price: '0.01',
    reference: 'order 4711',
  });
  expect(listed.out).not.toContain('\u001b');

  const shown = await json<{ parts: object[]; reports: { deliveryId: string }[] }>(['messages', 'show', messageId]);
  expect(shown).toMatchObject({ status: 'FAILED', parts: [{ part: 1, total: 1 }] });
  await receiver.until(2);
  const deliveries = await json<{ deliveryId: string }[]>(['webhooks', 'list', '--message', messageId]);
  expect(deliveries).toHaveLength(shown.reports.length);
  const { deliveryId } = deliveries[0]!;
  expect((await run(['webhooks', 'replay', deliveryId])).out).toBe(`hermod: ${deliveryId} is on its way again\n`);
  await receiver.until(3);
  expect(await json(['webhooks', 'show', deliveryId])).toMatchObject({
    deliveryId,
    kind: 'delivery report',
    messageId,
  });
  expect((await run(['webhooks', 'replay', '--account', 'Demo', '--since', '1h'])).out).toBe(
    'hermod: 0 events on the way again\n',
  );
});

test('an inbound SMS is counted separately from sent messages', async () => {
  const simulated = await run(['inbound', 'simulate', '--from', '+38640123456', '--to', '+38640111222', 'STOP\nnow']);
  expect(simulated).toMatchObject({ code: 0, out: 'hermod: an SMS from +38640123456 came in for +38640111222\n' });
  const unassigned = await run(['inbound', 'simulate', '--from', '+38640123456', '--to', 'Absent', 'x']);
  expect(unassigned.out).toContain('which is not a sender of any account');
  const listed = await run(['inbound', 'list', '--account', 'Demo', '--from', '1h']);
  expect(listed.out.split('\n')[1]).toMatch(/\+38640123456\t\+38640111222\tSTOP now\t/);
});

test('the hours are counted', async () => {
  const destinations = ['+38640123456', '+38640123457'];
  await call({ path: '/v1/sms/messages', body: { sender: 'Hermod', destinations, message: { content: 'Hello' } } });
  await counted(2);
  const { hours } = await json<{ hours: { accepted: number }[] }>(['stats', '--from', '2h', '--account', 'Demo']);
  expect(hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThanOrEqual(2);
  const { out } = await run(['stats']);
  expect(out.split('\n')[0]).toMatch(/^hour\taccepted\tdelivered\tfailed\trejected\t/);
  expect(await json(['carriers', 'receipts'])).toEqual([]);
});

/** The service counts every few seconds; the test counts immediately instead. */
function counted(messages: number): Promise<void> {
  return vi.waitFor(
    async () => {
      await db.query(`UPDATE traffic_slices SET due_at = now() WHERE ends_at > now() - interval '1 hour'`);
      await countTraffic(db, 90, 1_000);
      const { body } = await operator(service)({ path: '/statistics' });
      const { hours } = body as { hours: { accepted: number }[] };
      expect(hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThanOrEqual(messages);
    },
    { timeout: patienceMs, interval: 200 },
  );
}
