/** Temporary refusals are visible on the message, on the carrier and in the metrics; so is the reason for a lost connection. */
import { expect, test } from 'vitest';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { testService } from '../harness/service.ts';
import { addCarrier, stateOf, until, untilState, urlOf } from './carrier.ts';
import { scripted, taken } from './scripted.ts';

const service = await testService();
const { db } = service;
const admin = operator(service);
const account = await testAccount(db);
const send = sender(service, account);
const smsc = await scripted();
const carrierId = await addCarrier(db, urlOf(smsc), [{ prefix: '+3864010' }]);
const amnesiac = await scripted();
await addCarrier(db, urlOf(amnesiac), [{ prefix: '+3864011' }]);
const wrong = await scripted();
const refused = await addCarrier(db, urlOf(wrong), [{ prefix: '+3864012' }]);

type Message = { status: string; reason?: string; attemptCount?: number; nextAttemptAt?: string };
type Carrier = {
  linksUp: number;
  lastError?: { text: string; at: string };
  refusals: { status: string; count: number; lastAt: string }[];
};
const carrier = async (id: string) => (await admin({ path: `/carriers/${id}` })).body as Carrier;

test('a postponed message shows the reason, the number of attempts and the next attempt, until it is accepted', async () => {
  const statuses = [0x14, 0x58, 0x08, 0x0400_0001, 0x14];
  let isOpen = false;
  smsc.onSubmit = (pdu) => [
    isOpen
      ? taken(pdu, 'at last')
      : { command: 'submit_sm_resp', sequence: pdu.sequence, status: statuses.shift() ?? 0x14 },
  ];
  await until(() => smsc.binds === 1);
  // The vendor-specific status is permanent; the others are not.
  const ids = idsOf(await send({ destinations: Array.from({ length: 5 }, (_, index) => `+38640101${100 + index}`) }));
  const messages = (): Promise<Message[]> =>
    Promise.all(
      ids.map(async (id) => (await service.call({ path: `/v1/sms/messages/${id}`, key: account.key })).body as Message),
    );
  await until(async () => (await messages()).every(({ reason }) => reason !== undefined));
  const [rejected, ...waiting] = (await messages()).toSorted((a, b) => b.status.localeCompare(a.status));
  expect(rejected).toMatchObject({ status: 'REJECTED', reason: '0x04000001' });
  for (const { status, reason, attemptCount } of waiting) {
    expect([status, reason]).toEqual(['ACCEPTED', expect.stringMatching(/^ESME_R(MSGQFUL|THROTTLED|SYSERR)$/)]);
    expect(attemptCount).toBeGreaterThanOrEqual(1);
  }
  const waits = async () => (await messages()).find(({ nextAttemptAt }) => nextAttemptAt !== undefined);
  await until(async () => (await waits()) !== undefined);
  const seenByOperator = (await admin({ path: `/messages?accountId=${account.id}` })).body as { messages: Message[] };
  expect(seenByOperator.messages.some(({ attemptCount }) => (attemptCount ?? 0) > 0)).toBe(true);

  isOpen = true;
  await until(async () => (await messages()).filter(({ status }) => status === 'SENT').length === 4, 60_000);
  const sent = (await messages()).filter(({ status }) => status === 'SENT');
  expect(sent.map(({ reason, nextAttemptAt }) => [reason, nextAttemptAt])).toEqual(
    Array(4).fill([undefined, undefined]),
  );
});

test('its carrier shows refused submits by status, and so do the metrics', async () => {
  await until(async () => (await carrier(carrierId)).refusals.length === 4);
  const { refusals } = await carrier(carrierId);
  expect(refusals.map(({ status }) => status).toSorted()).toEqual([
    '0x04000001',
    'ESME_RMSGQFUL',
    'ESME_RSYSERR',
    'ESME_RTHROTTLED',
  ]);
  const full = refusals.find(({ status }) => status === 'ESME_RMSGQFUL')!;
  expect(full.count).toBeGreaterThanOrEqual(2);
  expect(Math.abs(Date.now() - Date.parse(full.lastAt))).toBeLessThan(120_000);
  const { text } = await service.call({ path: '/metrics', key: null });
  expect(text).toMatch(/^hermod_carrier_refusals_total\{.*status="ESME_RMSGQFUL".*\} \d+$/m);
});

test('a carrier that reports an invalid bind status is bound again, and then accepts the message', async () => {
  amnesiac.onSubmit = (pdu, line) => [
    line.number === 1
      ? { command: 'submit_sm_resp', sequence: pdu.sequence, status: 0x04 }
      : taken(pdu, `remembered ${pdu.sequence}`),
  ];
  await until(() => amnesiac.binds === 1);
  const [id] = idsOf(await send({ destinations: ['+38640110001'] }));
  await untilState(db, id!, 'SENT', 60_000);
  expect(amnesiac.binds).toBe(2);
  expect(amnesiac.heard.some(({ command }) => command === 'unbind')).toBe(true);
});

test('a connection that is down shows the reason', async () => {
  wrong.onBind = () => 0x0e;
  await db.query('UPDATE carriers SET url = $2 WHERE id = $1', [refused, urlOf(wrong, '?window=5')]);
  await until(async () => (await carrier(refused)).lastError?.text === 'bind refused: ESME_RINVPASWD');
  expect((await carrier(refused)).linksUp).toBe(0);
  const [id] = idsOf(await send({ destinations: ['+38640120001'] }));
  expect(await stateOf(db, id!)).toBe('QUEUED');
});
