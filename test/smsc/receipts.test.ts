/** Receipts and inbound messages for the binds of customers, over two processes. */
import { expect, test, vi } from 'vitest';
import type { Pdu } from '../../src/smpp/protocol/pdu.ts';
import { statusCode } from '../../src/smpp/protocol/status.ts';
import type { ResponsePdu } from '../../src/smpp/session/session-events.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { anotherProcess, bound, credential, smscService } from './rig.ts';

/** The first retry is after 1.2 s, and an event that waits for a bind is given up after four minutes. */
const settings = { HERMOD_WEBHOOK_RETRY_SCALE: '0.01' };
const service = await smscService(settings);
const { db, smppPort } = service;
await addCarrier(db, 'simulator:');
const other = await anotherProcess(service.url, settings);
const admin = operator(service);
const receiver = await webhookReceiver();

const ours = '+38640111333';
const phone = '38640123456';
const failing = '38640000001';
const sent = { source_addr: 'Shop', destination_addr: phone };

const until = <T>(condition: () => T) => vi.waitFor(condition, { timeout: patienceMs, interval: 20 });
const textOf = (pdu: Pdu<'deliver_sm'>): string => pdu.short_message.toString('latin1');
const statOf = (pdu: Pdu<'deliver_sm'>): string => /stat:(\w+)/.exec(textOf(pdu))![1]!;
const answer = (status: Parameters<typeof statusCode>[0]): ResponsePdu => ({
  command: 'deliver_sm_resp',
  status: statusCode(status),
});

/** A separate account, so that no receipts of other tests arrive. */
async function customer(terms: Parameters<typeof credential>[1] = {}) {
  const account = await testAccount(db, { senders: [{}, { value: ours, type: 1 }] });
  await db.query('UPDATE senders SET deleted_at = now() WHERE value = $1 AND account_id <> $2', [ours, account.id]);
  return { ...account, login: await credential(db, terms, account.id) };
}

type Event = { state: string; parked: boolean; attempts: number; error: string | null };
async function events(accountId: string): Promise<Event[]> {
  const { rows } = await db.query<Event>(
    `SELECT state, due_at > now() + interval '500 years' AS parked, attempts, error FROM outbox
     WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

test('receipts arrive as registered for, in order, in text and parameters', async () => {
  const { login } = await customer();
  const client = await bound(smppPort, login);
  const old = await bound(smppPort, (await customer()).login, { version: 0x33 });
  const submits = [0x11, 0, 2, 1].map((registered_delivery) => client.submit({ ...sent, registered_delivery }));
  const [all] = await Promise.all(submits);
  const { message_id: failed } = await client.submit({ ...sent, destination_addr: failing, registered_delivery: 2 });
  await old.submit({ ...sent, registered_delivery: 1 });
  await until(() => expect(client.delivered.length).toBe(4));
  await until(() => expect(old.delivered.length).toBe(1));
  const ofAll = client.delivered.filter(({ tlvs }) => tlvs.receipted_message_id === all!.message_id);
  expect(ofAll.map(statOf)).toEqual(['ENROUTE', 'DELIVRD']);
  expect(ofAll.map(({ esm_class, tlvs }) => [esm_class, tlvs.message_state])).toEqual([
    [0x20, 1],
    [0x04, 2],
  ]);
  expect(ofAll[1]).toMatchObject({
    source_addr: phone,
    source_addr_ton: 1,
    destination_addr: 'Shop',
    dest_addr_ton: 5,
  });
  expect(textOf(ofAll[1]!)).toMatch(
    new RegExp(
      `^id:${all!.message_id} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:Hello$`,
    ),
  );
  const undelivered = client.delivered.find(({ tlvs }) => tlvs.receipted_message_id === failed)!;
  expect([statOf(undelivered), undelivered.tlvs.message_state]).toEqual(['UNDELIV', 5]);
  expect(old.delivered[0]).toMatchObject({ esm_class: 0x04, tlvs: {} });
  expect(statOf(old.delivered[0]!)).toBe('DELIVRD');
});

test('a receipt without a bind waits without being polled, and goes to the process that gets one', async () => {
  const { login, id } = await customer();
  const sender = await bound(smppPort, login, { mode: 'transmitter' });
  await sender.submit({ ...sent, registered_delivery: 1 });
  await until(async () => expect(await events(id)).toMatchObject([{ state: 'ready', parked: true, attempts: 0 }]));
  const taker = await bound(other.smppPort, login, { mode: 'receiver' });
  await until(() => expect(taker.delivered.map(statOf)).toEqual(['DELIVRD']));
  await until(async () => expect(await events(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]));
});

test('after a lost connection the receipt is sent again over another bind, and no attempt is counted', async () => {
  const { login, id } = await customer();
  const hanging = await bound(smppPort, login, { onDeliver: () => new Promise<ResponsePdu>(() => {}) });
  await hanging.submit({ ...sent, registered_delivery: 1 });
  await until(() => expect(hanging.delivered.length).toBe(1));
  hanging.session.close();
  const next = await bound(other.smppPort, login);
  await until(() => expect(next.delivered.map(statOf)).toEqual(['DELIVRD']));
  await until(async () => expect(await events(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]));
});

test('a temporary refusal is retried, over a new bind immediately; a final one is given up', async () => {
  const { login, id } = await customer();
  const statuses: Parameters<typeof statusCode>[0][] = ['ESME_RX_T_APPN', 'ESME_ROK', 'ESME_RX_P_APPN'];
  const onDeliver = () => answer(statuses.shift() ?? 'ESME_ROK');
  const client = await bound(smppPort, login, { onDeliver });
  await client.submit({ ...sent, registered_delivery: 1 });
  await until(async () => expect(await events(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]));
  await client.submit({ ...sent, registered_delivery: 1 });
  await until(async () =>
    expect((await events(id))[1]).toMatchObject({ state: 'given up', attempts: 1, error: 'ESME_RX_P_APPN' }),
  );
  // So late that only a new bind can bring it forward.
  await db.query(
    `UPDATE outbox SET state = 'ready', due_at = now() + interval '1 hour' WHERE account_id = $1 AND state = 'given up'`,
    [id],
  );
  const another = await bound(smppPort, login, { mode: 'receiver' });
  await until(() => expect(client.delivered.length + another.delivered.length).toBe(4));
});

test('at most one window of receipts is unacknowledged', async () => {
  const { login } = await customer({ window: 2 });
  const answers: ((reply: ResponsePdu) => void)[] = [];
  const onDeliver = () => new Promise<ResponsePdu>((resolve) => answers.push(resolve));
  const client = await bound(smppPort, login, { onDeliver });
  const submits: Promise<unknown>[] = [];
  for (let count = 0; count < 5; count++) submits.push(client.submit({ ...sent, registered_delivery: 1 }));
  await Promise.all(submits);
  for (let done = 0; done < 5; done++) {
    await until(() => expect(client.delivered.length).toBe(Math.min(5, done + 2)));
    answers[done]!(answer('ESME_ROK'));
  }
});

test('inbound messages go to a bind, long ones in parts or whole, and to webhook and bind where the account asks for both', async () => {
  const { login, id } = await customer();
  const client = await bound(smppPort, login, { mode: 'receiver' });
  const write = (text: string) => admin({ path: '/simulator/inbound', body: { from: '+38641987654', to: ours, text } });
  await write('Good morning');
  await until(() => expect(client.delivered.length).toBe(1));
  expect(client.delivered[0]).toMatchObject({
    ...{ source_addr: '38641987654', destination_addr: ours.slice(1), esm_class: 0, data_coding: 0 },
  });
  expect(textOf(client.delivered[0]!)).toBe('Good morning');
  const long = 'Dober dan, čšž 😀. '.repeat(8);
  await write(long);
  await until(() => expect(client.delivered.length).toBe(4));
  const parts = client.delivered.slice(1);
  expect(parts.map(({ esm_class, data_coding }) => [esm_class, data_coding])).toEqual(Array(3).fill([0x40, 8]));
  const texts = parts.map(({ short_message }) => Buffer.from(short_message.subarray(6)).swap16().toString('utf16le'));
  expect(texts.join('')).toBe(long);
  const path = `/smpp-credentials/${login.credentialId}`;
  expect((await admin({ method: 'PATCH', path, body: { longInbound: 'payload' } })).status).toBe(200);
  await db.query('UPDATE senders SET inbound_url = $1 WHERE account_id = $2', [`${receiver.url}/inbound`, id]);
  await admin({ method: 'PATCH', path: `/accounts/${id}`, body: { inbound: 'both' } });
  const whole = await bound(smppPort, login, { mode: 'receiver' });
  client.session.close();
  await write(long);
  await until(() => expect(whole.delivered.length).toBe(1));
  const payload = Buffer.from(whole.delivered[0]!.tlvs.message_payload!);
  expect(payload.swap16().toString('utf16le')).toBe(long);
  await until(() => expect(receiver.received.filter(({ path }) => path === '/inbound').length).toBe(1));
});

test('receipts by webhook and by SMPP do not wait for each other', async () => {
  const { login, id, key } = await customer();
  const patched = await admin({ method: 'PATCH', path: `/accounts/${id}`, body: { receipts: 'both' } });
  expect(patched.body).toMatchObject({ receipts: 'both', inbound: 'auto' });
  const client = await bound(other.smppPort, login);
  receiver.answer = ({ path }) => (path === '/failing' ? 500 : 200);
  const body = { sender: 'Shop', destinations: [`+${phone}`], message: { content: 'Hi' } };
  const accepted = await service.call({
    path: '/v1/sms/messages',
    key,
    body: { ...body, deliveryReportUrl: `${receiver.url}/failing` },
  });
  const [{ messageId }] = (accepted.body as { messages: [{ messageId: string }] }).messages;
  await until(() => expect(client.delivered.map(statOf)).toEqual(['DELIVRD']));
  expect(client.delivered[0]!.tlvs.receipted_message_id).toBe(messageId);
  await until(() => expect(receiver.received.some(({ path }) => path === '/failing')).toBe(true));
  const list = await service.call({ path: `/v1/webhooks/deliveries?messageId=${messageId}`, key });
  const deliveries = (list.body as { deliveries: { url: string; messageId: string }[] }).deliveries;
  expect(new Set(deliveries.map(({ url }) => url))).toEqual(new Set(['smpp:', `${receiver.url}/failing`]));
  expect(new Set(deliveries.map((delivery) => delivery.messageId))).toEqual(new Set([messageId]));
  const timeline = await service.call({ path: `/v1/sms/messages/${messageId}/timeline`, key });
  expect(timeline.text).toContain('smpp:');
  // The setting of a sender overrides that of its account.
  const { rows } = await db.query<{ id: string }>(`SELECT id FROM senders WHERE account_id = $1 AND value = 'Shop'`, [
    id,
  ]);
  const path = `/v1/senders/${rows[0]!.id}`;
  expect((await service.call({ method: 'PATCH', path, key, body: { receipts: 'pigeon' } })).status).toBe(400);
  const set = await service.call({ method: 'PATCH', path, key, body: { receipts: 'webhook' } });
  expect(set.body).toMatchObject({ receipts: 'webhook' });
  await client.submit({ ...sent, registered_delivery: 1 });
  await service.call({ path: '/v1/sms/messages', key, body: { ...body, deliveryReportUrl: `${receiver.url}/fine` } });
  await until(() => expect(receiver.received.filter(({ path }) => path === '/fine').length).toBe(2));
  expect(client.delivered.length).toBe(1);
});

test('a receipt that has waited too long for a bind is given up, and can be replayed', async () => {
  const { login, id, key } = await customer();
  const sender = await bound(smppPort, login, { mode: 'transmitter' });
  await sender.submit({ ...sent, registered_delivery: 0x11 });
  await until(async () => expect((await events(id)).map(({ state }) => state)).toEqual(['ready', 'blocked']));
  const age = () =>
    db.query(
      `UPDATE outbox SET due_at = due_at - interval '1 hour' WHERE account_id = $1 AND state = 'ready'
         AND due_at > now() + interval '999 years 364 days'`,
      [id],
    );
  await until(async () => {
    await age();
    expect((await events(id)).map(({ state }) => state)).toEqual(['given up', 'given up']);
  });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await service.call({ path: '/v1/webhooks/replay', key, body: { since, endpoint: 'smpp:' } });
  const taker = await bound(other.smppPort, login, { mode: 'receiver' });
  await until(() => expect(taker.delivered.map(statOf).sort()).toEqual(['DELIVRD', 'ENROUTE']));
});

type BindList = { binds: { bindId: string; systemId: string; delivers: number; window: number; mode: string }[] };

test('operators see binds of all processes, end them, and read their PDUs without texts', async () => {
  const { login, id } = await customer({ window: 7 });
  const [first, second] = [await bound(smppPort, login), await bound(other.smppPort, login, { mode: 'receiver' })];
  const list = async () => ((await admin({ path: `/smpp-binds?accountId=${id}` })).body as BindList).binds;
  const found = await list();
  expect(found.map(({ mode, window }) => [mode, window])).toEqual([
    ['receiver', 7],
    ['transceiver', 7],
  ]);
  const bindId = found[1]!.bindId;
  const watched = await admin({ path: `/smpp-binds/${bindId}/log`, body: { seconds: 60 } });
  expect(watched).toMatchObject({ status: 202, body: { bindId, logUntil: expect.any(String) } });
  expect((await admin({ path: `/smpp-binds/${bindId}/log`, body: { seconds: 3_601 } })).status).toBe(400);
  const pdus = async () => admin({ path: `/smpp-binds/${bindId}/log` });
  // The process with the bind may start to log between a PDU and its response, so the test waits for both.
  await until(async () => {
    await first.submit({ ...sent, short_message: Buffer.from('Top secret'), registered_delivery: 0 });
    const { text } = await pdus();
    expect(text).toContain('"submit_sm"');
    expect(text).toContain('"submit_sm_resp"');
  });
  const log = await pdus();
  const submit = (log.body as { pdus: { command: string; fields: object }[] }).pdus.find(
    ({ command }) => command === 'submit_sm',
  );
  expect(submit).toMatchObject({
    ...{ direction: 'in', status: 'ESME_ROK' },
    fields: { short_message: '[10 octets]', destination_addr: '38640****56', source_addr: 'Shop' },
  });
  expect(log.text).not.toContain('secret');
  expect(log.text).not.toContain(phone);
  const ended = await admin({ path: `/smpp-binds/${found[0]!.bindId}/disconnect`, body: { reason: 'maintenance' } });
  expect(ended).toMatchObject({ status: 202, body: { ending: 'maintenance' } });
  expect((await second.session.closed).kind).toBe('unbound by peer');
  await until(async () => expect((await list()).map(({ bindId }) => bindId)).toEqual([bindId]));
  expect((await admin({ path: `/smpp-binds/${found[0]!.bindId}/disconnect`, body: {} })).status).toBe(404);
  const audit = await admin({ path: `/audit?accountId=${id}` });
  expect(audit.text).toContain('smpp bind disconnect');
});
