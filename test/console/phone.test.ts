/** What the simulator delivered, as on the phones it stands for. */
import { expect, test } from 'vitest';
import { addCarrier, until, untilState } from '../dispatch/carrier.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';
import { confirmer, idOf, number, registrar } from '../senders/codes.ts';

const service = await testService({ HERMOD_SENDER_APPROVAL: 'auto' });
const { db } = service;
const call = operator(service);
const account = await testAccount(db, { senders: [{}, { value: '+38641111222', type: 1 }] });
const send = sender(service, account);

type Text = { at: string; direction: string; sender: string; text: string; messageId?: string; status?: string };
type Phone = { number: string; lastAt: string; lastText: string };
const phones = async () => ((await call({ path: '/simulator/phones' })).body as { phones: Phone[] }).phones;
const thread = async (of: string) =>
  ((await call({ path: `/simulator/phones/${encodeURIComponent(of)}` })).body as { thread: Text[] }).thread;

test('there are none without a simulator', async () => {
  const none = { status: 409, body: { error: expect.stringContaining('No enabled carrier is a simulator') } };
  expect(await call({ path: '/simulator/phones' })).toMatchObject(none);
  expect(await call({ path: '/simulator/phones/%2B38640123456' })).toMatchObject(none);
  await addCarrier(db, 'simulator:?receipt_delay=20');
  expect(await phones()).toEqual([]);
});

test('what arrived and what was answered, the latest phone first', async () => {
  const [anna, bert] = [number(), number()];
  const [toAnna, toBert] = idsOf(await send({ destinations: [anna, bert], sender: '+38641111222' }));
  for (const id of [toAnna, toBert]) await untilState(db, id!, 'DELIVERED');
  const answered = await call({ path: '/simulator/inbound', body: { from: anna, to: '+38641111222', text: 'Thanks' } });
  const { inboundId } = answered.body as { inboundId: string };
  expect(await thread(anna)).toEqual([
    {
      at: expect.any(String),
      direction: 'in',
      sender: '+38641111222',
      text: 'Hello',
      messageId: toAnna,
      status: 'DELIVERED',
    },
    { at: expect.any(String), direction: 'out', sender: '+38641111222', text: 'Thanks', inboundId },
  ]);
  expect(await thread(bert)).toMatchObject([{ direction: 'in', messageId: toBert }]);
  expect(await phones()).toMatchObject([
    { number: anna, lastText: 'Thanks' },
    { number: bert, lastText: 'Hello' },
  ]);
});

test('what was not delivered is on no phone', async () => {
  const [id] = idsOf(await send({ destinations: ['+38640000001'] }));
  await untilState(db, id!, 'FAILED');
  expect(await thread('+38640000001')).toEqual([]);
});

test('a confirmation code can be read there, and is good', async () => {
  const own = number();
  const { key } = await testAccount(db, { senders: [] });
  const registered = await registrar(service, key)({ value: own, type: 1 });
  await until(async () => (await thread(own)).length === 1);
  const [{ text }] = (await thread(own)) as [Text];
  const code = /\b\d{6}\b/.exec(text)![0];
  expect(await confirmer(service, key)(idOf(registered), code)).toMatchObject({ status: 200 });
});

test.each(['abc', '%2B386', '38640123456'])('%s is not a phone', async (wrong) => {
  expect(await call({ path: `/simulator/phones/${wrong}` })).toMatchObject({ status: 400 });
});
