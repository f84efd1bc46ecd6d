/** The customer's reference: every way in, and everywhere it is returned. */
import { expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { newId } from '../../src/base/ids.ts';
import { sidOf } from '../../src/domain/callback/twilio.ts';
import { addCarrier } from '../dispatch/carrier.ts';
import { deliver } from '../email/client.ts';
import { emailService, letter, body as mailBody } from '../email/rig.ts';
import { croatian, idsOf, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { bound, credential } from '../smsc/rig.ts';

const smppPort = await freePort();
const service = await emailService({ HERMOD_SMPP_PORT: `${smppPort}`, HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db, call, smtpPort } = service;
await addCarrier(db, 'simulator:?receipt_delay=20');
const receiver = await webhookReceiver();
const admin = operator(service);
const account = await testAccount(db);
const other = await testAccount(db);
const send = sender(service, account);

type Row = { messageId: string; reference?: string; status: string };
type Page = { messages: Row[]; nextCursor?: string };
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
async function listed(fields: Record<string, string>, key = account.key): Promise<Page> {
  const { status, body } = await call({ path: `/v1/sms/messages?${query(fields)}`, key });
  expect(status).toBe(200);
  return body as Page;
}
/** All pages. */
async function all(fields: Record<string, string>, key?: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listed({ ...fields, ...(cursor && { cursor }) }, key);
    rows.push(...page.messages);
    cursor = page.nextCursor;
    if (cursor === undefined) return rows;
  }
}
const found = async (reference: string, key?: string) =>
  (await listed({ reference }, key)).messages.map(({ messageId }) => messageId);
const reports = (id: string) => receiver.received.filter(({ headers }) => headers['x-message-id'] === id);
const until = <T>(condition: () => T | Promise<T>) => vi.waitFor(condition, { timeout: patienceMs, interval: 20 });

test('in delivery reports if given; a report without one has the fields of the contract alone', async () => {
  const reference = 'order "4711" č\\ 🎉';
  const [given] = idsOf(await send({ reference, deliveryReportUrl: receiver.url, priceReport: true }));
  const [without] = idsOf(await send({ deliveryReportUrl: receiver.url }));
  const [withNull] = idsOf(await send({ reference: null, deliveryReportUrl: receiver.url }));
  await until(() => expect([given, without, withNull].map((id) => reports(id!).length)).toEqual([2, 2, 2]));
  expect(reports(given!).map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    ['SENT', 'DELIVERED'].map((status) => ({ messageId: given, status, segments: 1, price: 0.01, reference })),
  );
  for (const id of [without, withNull])
    expect(reports(id!).map(({ body }) => body)).toEqual(
      ['SENT', 'DELIVERED'].map((status) => `{"messageId":"${id}","status":"${status}","segments":1}`),
    );
});

test('in lists, messages, timelines and files, for customers and operators', async () => {
  const reference = 'invoice 8/2026, second reminder';
  const [first, second] = idsOf(await send({ reference, destinations: [slovenian, croatian] }));
  const ofOperator = (path: string) => admin({ path });
  const theirs = `/v1/sms/messages/${first}`;
  expect((await call({ path: theirs, key: account.key })).body).toMatchObject({ reference });
  expect((await call({ path: `${theirs}/timeline`, key: account.key })).body).toMatchObject({ message: { reference } });
  expect((await ofOperator(`/messages/${first}`)).body).toMatchObject({ reference });
  expect((await ofOperator(`/messages/${first}/timeline`)).body).toMatchObject({ message: { reference } });
  for (const filter of [{ reference }, { reference, destination: slovenian }, { reference, sender: 'Shop' }]) {
    const ids = filter.destination === undefined ? [second, first] : [first];
    expect((await all(filter)).map((row) => [row.messageId, row.reference])).toEqual(ids.map((id) => [id, reference]));
    const { messages } = (await ofOperator(`/messages?${query(filter)}`)).body as Page;
    expect(messages.map(({ messageId }) => messageId)).toEqual(ids);
  }
  const carrierId = (await db.query<{ id: string }>('SELECT id FROM carriers')).rows[0]!.id;
  const byCarrier = async () =>
    ((await ofOperator(`/messages?${query({ reference, carrierId })}`)).body as Page).messages;
  await until(async () => expect(await byCarrier()).toHaveLength(2));
  const file = await call({ path: `/v1/sms/messages.csv?${query({ reference })}`, key: account.key });
  const [head, ...rows] = file.text.trim().split('\r\n');
  expect(head!.split(',').at(-1)).toBe('reference');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/,"invoice 8\/2026, second reminder"$/);
  const files = await ofOperator(`/messages.csv?${query({ reference, accountId: account.id })}`);
  expect(files.text.trim().split('\r\n')).toHaveLength(3);
});

test('another account finds nothing, and no part of a reference matches', async () => {
  const ids = idsOf(await send({ reference: 'secret-1' }));
  expect(await found('secret-1')).toEqual(ids);
  expect(await found('secret-1', other.key)).toEqual([]);
  for (const reference of ['secret', 'SECRET-1', 'secret-1 ', '%']) expect(await found(reference)).toEqual([]);
  const { status, body } = await call({ path: `/v1/sms/messages?reference=a%00b`, key: account.key });
  expect([status, body]).toEqual([400, { error: expect.stringContaining('NUL') }]);
});

test('pages of many requests with one reference, beside others', async () => {
  const sent: string[] = [];
  for (let place = 0; place < 5; place++) {
    sent.push(...idsOf(await send({ reference: 'campaign' })));
    await send();
    await sender(service, other)({ reference: 'campaign' });
  }
  expect((await all({ reference: 'campaign', limit: '2' })).map(({ messageId }) => messageId)).toEqual(
    sent.toReversed(),
  );
});

test('thousands of requests with one reference are found while other messages are read', async () => {
  const { rows } = await db.query<{ sender: string }>('SELECT id AS sender FROM senders WHERE account_id = $1', [
    other.id,
  ]);
  const sent = await db.query<{ id: string }>(
    `WITH ids AS MATERIALIZED (SELECT uuid_after($2, -n * 2) AS submission, uuid_after($2, 1 - n * 2) AS id, n FROM generate_series(1, 4000) n),
     requests AS (
       INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at, reference)
       SELECT $1, submission, $3, 'Shop', 'Hello', 'GSM-7', 1, false, now(), CASE WHEN n % 2 = 0 THEN 'many' END FROM ids),
     messages AS (
       INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
       SELECT $1, id, submission, $4, 'SI', 0, 'DELIVERED', now(), now() FROM ids)
     SELECT id FROM ids WHERE n % 2 = 0 ORDER BY id DESC`,
    [other.id, newId(), rows[0]!.sender, slovenian],
  );
  expect((await all({ reference: 'many', limit: '1000' }, other.key)).map(({ messageId }) => messageId)).toEqual(
    sent.rows.map(({ id }) => id),
  );
});

test('1 to 256 characters without control characters', async () => {
  const longest = `${'👩‍🚀'.repeat(85)}x`;
  expect([...longest]).toHaveLength(256);
  for (const reference of ['x', ' ', longest, '🎉'.repeat(256)]) {
    const ids = idsOf(await send({ reference }));
    expect(await found(reference)).toEqual(ids);
  }
  const refused: [reference: unknown, why: string][] = [
    ['', 'reference must not be empty'],
    ['🎉'.repeat(257), 'reference must have at most 256 characters'],
    ['a\nb', 'reference must be a text without control characters'],
    ['a\0b', 'reference must be a text without control characters'],
    ['\ud83c', 'reference must be a text without control characters'],
    [4711, 'reference must be a text'],
    [{ id: 1 }, 'reference must be a text'],
  ];
  for (const [reference, why] of refused) {
    const { status, body } = await send({ reference });
    expect([status, body]).toEqual([400, { error: `Error: 7 - Message rejected: ${why}` }]);
  }
});

test('counts as part of the request for an Idempotency-Key', async () => {
  const once = (reference: string | undefined) => send({ reference }, { 'idempotency-key': 'one-reference' });
  const [first, again, changed, without] = [await once('a'), await once('a'), await once('b'), await once(undefined)];
  expect([first, again, changed, without].map(({ status }) => status)).toEqual([202, 202, 422, 422]);
  expect(idsOf(again)).toEqual(idsOf(first));
  expect(await found('a')).toEqual(idsOf(first));
});

test('a scheduled message keeps it until it is reported', async () => {
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const [id] = idsOf(await send({ reference: 'later', scheduledTime, deliveryReportUrl: receiver.url }));
  await call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: account.key });
  await until(() => expect(reports(id!)).toHaveLength(1));
  expect(JSON.parse(reports(id!)[0]!.body)).toMatchObject({ status: 'CANCELLED', reference: 'later' });
});

const tag = 0x1501;
const withReference = (text: string | Buffer) => ({ rawTlvs: [{ tag, value: Buffer.from(text as string) }] });

test('by SMPP, in receipts of binds with parameters', async () => {
  const login = await credential(db, {}, account.id);
  const client = await bound(smppPort, login);
  const sms = { source_addr: 'Shop', registered_delivery: 1 };
  const { message_id } = await client.submit({ ...sms, ...withReference('smpp 🎉\0') });
  await until(() => expect(client.delivered).toHaveLength(1));
  expect(client.delivered[0]!.rawTlvs).toEqual([{ tag, value: Buffer.from('smpp 🎉') }]);
  expect(await found('smpp 🎉')).toEqual([message_id]);
  await client.submit(sms);
  await until(() => expect(client.delivered).toHaveLength(2));
  expect(client.delivered[1]!.rawTlvs).toEqual([]);
  for (const text of ['', 'a\nb', 'x'.repeat(257), Buffer.from([0xff])])
    expect((await client.submit({ ...sms, ...withReference(text) })).status).toBe('ESME_RINVOPTPARAMVAL');
  const data = await client.ask({ ...dataOf(sms), ...withReference('data') });
  expect(await found('data')).toEqual([data.message_id]);
});

const dataOf = ({ source_addr, registered_delivery }: { source_addr: string; registered_delivery: number }) => ({
  command: 'data_sm' as const,
  ...{ source_addr_ton: 5, source_addr, dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '38640123456' },
  ...{ registered_delivery, tlvs: { message_payload: Buffer.from('Hello') } },
});

test('by SMPP, of a message in parts and of one that is replaced', async () => {
  const client = await bound(smppPort, await credential(db, {}, account.id));
  const part = (number: number) =>
    client.submit({
      ...{ source_addr: 'Shop', ...(number === 1 && withReference('in parts')) },
      ...{ esm_class: 0x40, short_message: Buffer.from([5, 0, 3, 7, 2, number, 0x41, 0x42]) },
    });
  const { message_id } = await part(1);
  await part(2);
  expect(await found('in parts')).toEqual([message_id]);
  const later = { source_addr: 'Shop', schedule_delivery_time: '000001000000000R' };
  const scheduled = await client.submit({ ...later, ...withReference('replaced') });
  const source = { source_addr_ton: 5, source_addr: 'Shop', message_id: scheduled.message_id };
  const replaced = await client.ask({ command: 'replace_sm', ...source, short_message: Buffer.from('New') });
  expect(replaced.status).toBe('ESME_ROK');
  expect(await found('replaced')).toEqual([scheduled.message_id]);
});

test('by e-mail', async () => {
  const mail = (more: string) => deliver(smtpPort, { raw: letter(mailBody({ key: account.key, more })) });
  await mail('#reference#\nmail 17');
  await until(async () => expect(await found('mail 17')).toHaveLength(1));
  const { rows } = await db.query('SELECT 1 FROM emails WHERE tags::text LIKE $1', ['%mail 17%']);
  expect(rows).toEqual([]);
  await mail(`#reference#\n${'x'.repeat(257)}`);
  await until(async () => {
    const errors = await db.query(`SELECT 1 FROM outgoing_mails WHERE body LIKE '%reference must have at most 256%'`);
    expect(errors.rows).toHaveLength(1);
  });
});

test('by the compatibility APIs, and in their reports', async () => {
  await admin({ method: 'PATCH', path: `/accounts/${account.id}`, body: { doors: ['kannel', 'jasmin', 'twilio'] } });
  const login = { username: account.id, password: account.key };
  const sms = { ...login, from: 'Shop', to: slovenian };
  const calls = (path: string) => receiver.received.filter((each) => each.path.startsWith(path));
  const plain = (path: string, fields: Record<string, string>) => call({ key: null, path: `${path}?${query(fields)}` });

  const dlr = { 'dlr-mask': '1', 'dlr-url': `${receiver.url}/kannel?ref=%B` };
  expect((await plain('/cgi-bin/sendsms', { ...sms, ...dlr, text: 'Hi', reference: 'k&1 č' })).status).toBe(202);
  expect((await plain('/cgi-bin/sendsms', { ...sms, text: 'Hi', reference: '' })).status).toBe(400);
  await until(() => expect(calls('/kannel')).toHaveLength(1));
  expect(new URL(calls('/kannel')[0]!.path, receiver.url).searchParams.get('ref')).toBe('k&1 č');
  expect(await found('k&1 č')).toHaveLength(1);

  const jasmin = { 'dlr-url': `${receiver.url}/jasmin`, 'dlr-level': '2', dlr: 'yes' };
  expect((await plain('/send', { ...sms, ...jasmin, content: 'Hi', reference: 'j 1' })).status).toBe(200);
  expect((await plain('/send', { ...sms, content: 'Hi', reference: 'a\nb' })).status).toBe(400);
  await until(() => expect(calls('/jasmin').length).toBeGreaterThan(0));
  expect(new URLSearchParams(calls('/jasmin')[0]!.body).get('reference')).toBe('j 1');
  expect(await found('j 1')).toHaveLength(1);

  const sid = sidOf('AC', account.id);
  const path = `/2010-04-01/Accounts/${sid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${sid}:${account.key}`).toString('base64')}`;
  const post = (fields: Record<string, string>) =>
    call({
      ...{ key: null, path, raw: query({ To: slovenian, From: 'Shop', Body: 'Hi', ...fields }) },
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const sent = await post({ Reference: 't 1', StatusCallback: `${receiver.url}/twilio` });
  expect([sent.status, sent.body]).toEqual([201, expect.objectContaining({ reference: 't 1' })]);
  await until(() => expect(calls('/twilio')).toHaveLength(2));
  expect(new URLSearchParams(calls('/twilio')[0]!.body).get('Reference')).toBe('t 1');
  const page = await call({ key: null, path: `${path}?PageSize=1`, headers: { authorization } });
  expect(page.body).toMatchObject({ messages: [{ reference: 't 1' }] });
  expect((await post({ Reference: 'x'.repeat(257) })).status).toBe(400);
});
