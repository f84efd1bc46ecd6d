/** Messages that phones send to the numbers of accounts. */
import { expect, test } from 'vitest';
import type { Encoding } from '../../src/domain/text/text.ts';
import { split } from '../../src/domain/text/text.ts';
import { deliverIncomplete } from '../../src/flows/messages/inbound.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { buildParts } from '../../src/smpp/protocol/text.ts';
import { testAccount } from '../harness/accounts.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { addCarrier, bound, isAcknowledged, peer, until, urlOf } from './carrier.ts';
import { scripted } from './scripted.ts';

const ours = '+38640111222';
const customer = '+38641987654';
const long = 'Ten letter '.repeat(30);
const longUcs2 = 'Dober dan, čšž 😀. '.repeat(12);

const service = await testService();
const { db } = service;
await serviceOn(service.url);
const receiver = await webhookReceiver();
const account = await testAccount(db, { senders: [{ value: ours, type: 1 }, {}] });
await db.query('UPDATE senders SET inbound_url = $1 WHERE account_id = $2', [`${receiver.url}/inbound`, account.id]);
await db.query('UPDATE senders SET deleted_at = now() WHERE account_id <> $1', [account.id]);

/** Each of the two services has one bind, and deliveries alternate. */
const smsc = await peer();
const carrierId = await bound(db, smsc, { query: '?binds=2', binds: 2 });

const flood = await scripted();
await addCarrier(db, urlOf(flood), []);
await until(() => flood.binds === 1);

type Stored = { account_id: string | null; sender: string; recipient: string; text: string; complete: boolean };
async function stored(): Promise<Stored[]> {
  const sql = 'SELECT account_id, sender, recipient, text, complete FROM inbound_messages ORDER BY id';
  return (await db.query<Stored>(sql)).rows;
}

async function parts(): Promise<number> {
  return (await db.query('SELECT 1 FROM inbound_parts WHERE carrier_id = $1', [carrierId])).rowCount!;
}

let reference = 0;
/** The PDUs of one text. */
function pdus(text: string, encoding: Encoding): PduInput<'deliver_sm'>[] {
  reference += 1;
  const built = buildParts({ parts: split(text, encoding), encoding, alphabet: 'gsm', multipart: 'udh8', reference });
  const addresses = { source_addr_ton: 1, source_addr_npi: 1, dest_addr_ton: 1, dest_addr_npi: 1 };
  const both = { source_addr: customer.slice(1), destination_addr: ours.slice(1) };
  return built.map((part) => ({ command: 'deliver_sm', ...addresses, ...both, ...part }));
}

/** Each delivery is acknowledged, and so stored, before the next one is sent. */
async function deliver(list: PduInput<'deliver_sm'>[]): Promise<void> {
  for (const pdu of list) expect(isAcknowledged(await smsc.send(pdu))).toBe(true);
}

const texts = () => receiver.received.map(({ body }) => (JSON.parse(body) as { Message: string }).Message);

test('arrive at the URL of the sender, in the format of the API', async () => {
  await smsc.deliver({ sender: customer, recipient: ours, text: 'Hello, 5 € [ok]', encoding: 'GSM-7' });
  const [got] = await receiver.until(1);
  expect(got).toMatchObject({ method: 'POST', path: '/inbound' });
  expect(got!.headers['content-type']).toContain('application/json');
  const body = JSON.parse(got!.body) as { Time: string };
  expect(body).toEqual({ Sender: customer, Recipient: ours, Message: 'Hello, 5 € [ok]', Time: body.Time });
  expect(body.Time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(Math.abs(Date.parse(`${body.Time.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(600_000);
  expect(await stored()).toEqual([
    { account_id: account.id, sender: customer, recipient: ours, text: 'Hello, 5 € [ok]', complete: true },
  ]);
});

test('may be in UCS-2 and in Latin-1', async () => {
  const [latin1] = pdus('x', 'GSM-7');
  const octets = Buffer.from('Grüße, señor', 'latin1');
  await deliver([...pdus('čšž 😀', 'UCS-2'), { ...latin1!, data_coding: 3, short_message: octets }]);
  await until(() => texts().includes('čšž 😀') && texts().includes('Grüße, señor'));
});

test.each([
  ['national', 2, '040111222'],
  ['national, without the zero', 2, '40111222'],
  ['national, without a type', 0, '040111222'],
  ['national, marked as international', 1, '040111222'],
  ['national without the zero, marked as international', 1, '40111222'],
  ['international, of another type', 3, '38640111222'],
])('find the sender by a number that is %s', async (name, dest_addr_ton, destination_addr) => {
  const [pdu] = pdus(`by ${name}`, 'GSM-7');
  await deliver([{ ...pdu!, dest_addr_ton, destination_addr }]);
  expect((await stored()).at(-1)).toMatchObject({ account_id: account.id, recipient: ours, text: `by ${name}` });
});

test.each([
  ['national', 2, '041987654', customer],
  ['national, without the zero', 2, '41987654', customer],
  ['national, without a type', 0, '041987654', customer],
  ['national, marked as international', 1, '041987654', customer],
  ['international with 00', 0, '0038641987654', customer],
  ['a short code', 3, '4567', '4567'],
  ['a short code, marked as national', 2, '4567', '4567'],
  ['a name', 5, 'Bank', 'Bank'],
])(
  'report a sender that is %s in E.164, if it has such a number',
  async (name, source_addr_ton, source_addr, sender) => {
    const [pdu] = pdus(`from ${name}`, 'GSM-7');
    await deliver([{ ...pdu!, source_addr_ton, source_addr }]);
    expect((await stored()).at(-1)).toMatchObject({ account_id: account.id, sender, text: `from ${name}` });
    await until(() => texts().includes(`from ${name}`));
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { Sender: string; Message: string });
    expect(told.find(({ Message }) => Message === `from ${name}`)).toMatchObject({ Sender: sender });
  },
);

test('are decoded with the national tables that each part declares', async () => {
  const [pdu] = pdus('x', 'GSM-7');
  const part = (place: number, language: number[], octets: number[]) => ({
    ...pdu!,
    esm_class: 0x40,
    short_message: Buffer.from([5 + language.length, 0, 3, 77, 2, place, ...language, ...octets]),
  });
  await deliver([
    part(2, [0x24, 1, 2], [0x1b, 0x69, 0x1b, 0x65]),
    part(1, [0x25, 1, 1, 0x24, 1, 1], [0x40, 0x1b, 0x73]),
  ]);
  expect((await stored()).at(-1)).toMatchObject({ text: 'İşí€', complete: true });
});

test('may change their encoding from part to part', async () => {
  const [gsm] = pdus('a'.repeat(200), 'GSM-7');
  const [, ucs2] = pdus('č'.repeat(100), 'UCS-2');
  const header = Buffer.concat([gsm!.short_message!.subarray(0, 5), Buffer.from([2])]);
  const second = Buffer.concat([header, ucs2!.short_message!.subarray(6)]);
  await deliver([{ ...ucs2!, short_message: second }, gsm!]);
  expect((await stored()).at(-1)).toMatchObject({ text: 'a'.repeat(153) + 'č'.repeat(33), complete: true });
});

test('are joined from parts in any order, over two processes, with one part repeated', async () => {
  const [one, two, three, four] = pdus(longUcs2, 'UCS-2');
  const before = (await stored()).length;
  await deliver([four!, two!, two!, one!]);
  expect((await stored()).length).toBe(before);
  await deliver([three!]);
  expect((await stored()).slice(before)).toMatchObject([{ text: longUcs2, complete: true }]);
  await until(() => texts().includes(longUcs2));
  expect(await parts()).toBe(0);
});

test('are joined once if all parts arrive at the same moment', async () => {
  const before = (await stored()).length;
  const all = Array.from({ length: 5 }, () => pdus(long, 'GSM-7')).flat();
  const outcomes = await Promise.all(all.map((pdu) => smsc.send(pdu)));
  expect(outcomes.every(isAcknowledged)).toBe(true);
  expect((await stored()).slice(before).map(({ text }) => text)).toEqual(Array(5).fill(long));
  expect(await parts()).toBe(0);
});

test('are delivered in part when the rest does not arrive in time', async () => {
  const [one, , three] = pdus(long, 'GSM-7');
  await deliver([three!, one!]);
  expect(await deliverIncomplete(db, 100, 60)).toBe(0);
  const before = (await stored()).length;
  expect(await deliverIncomplete(db, 100, 0)).toBe(1);
  const expected = long.slice(0, 153) + long.slice(306);
  expect((await stored()).slice(before)).toMatchObject([{ text: expected, complete: false, account_id: account.id }]);
  await until(() => texts().includes(expected));
  expect(await parts()).toBe(0);
});

test('are not reported again when a part is repeated after all were joined', async () => {
  const all = pdus(long, 'GSM-7');
  await deliver(all);
  const before = await stored();
  await deliver([all[1]!]);
  expect(await parts()).toBe(1);
  await deliverIncomplete(db, 100, 0);
  expect(await stored()).toEqual(before);
  expect(await parts()).toBe(0);
});

test('are new if another text arrives under the same reference', async () => {
  const old = pdus(long, 'GSM-7');
  await deliver(old);
  reference -= 1;
  const other = pdus(long.toUpperCase(), 'GSM-7');
  await deliver([other[0]!]);
  const before = (await stored()).length;
  await deliverIncomplete(db, 100, 0);
  const text = long.toUpperCase().slice(0, 153);
  expect((await stored()).slice(before)).toMatchObject([{ text, complete: false }]);
});

test('to an unassigned number are kept, without an account', async () => {
  const [pdu] = pdus('Hello?', 'GSM-7');
  await deliver([{ ...pdu!, destination_addr: '38640999999' }]);
  expect((await stored()).at(-1)).toMatchObject({ account_id: null, recipient: '+38640999999', text: 'Hello?' });
  const { rowCount } = await db.query(`SELECT 1 FROM outbox WHERE payload LIKE '%Hello?%'`);
  expect(rowCount).toBe(0);
});

test('of a burst are all accepted, each once, and none is refused', async () => {
  const before = (await stored()).length;
  const burst = Array.from({ length: 4_000 }, (_, n) => pdus(`burst ${n}`, 'GSM-7')[0]!);
  // All at the same time: this SMSC has no window.
  flood.write(...burst.map((pdu, n) => ({ ...pdu, sequence: 1_000 + n })));
  const answers = () => flood.heard.filter(({ command }) => command === 'deliver_sm_resp');
  await until(() => answers().length === 4_000, 60_000);
  expect(answers().filter(({ status }) => status !== 0)).toEqual([]);
  const got = (await stored()).slice(before).map(({ text }) => text);
  expect(new Set(got).size).toBe(4_000);
  expect(got).toHaveLength(4_000);
}, 90_000);

test('one that cannot be stored is refused alone, and the others are accepted', async () => {
  await db.query(`ALTER TABLE inbound_messages ADD CONSTRAINT poison CHECK (text <> 'poison') NOT VALID`);
  const before = (await stored()).length;
  const texts = Array.from({ length: 40 }, (_, n) => (n === 17 ? 'poison' : `neighbour ${n}`));
  const outcomes = await Promise.all(texts.map((text) => smsc.send(pdus(text, 'GSM-7')[0]!)));
  expect(outcomes.map(isAcknowledged)).toEqual(texts.map((text) => text !== 'poison'));
  expect((await stored()).slice(before)).toHaveLength(39);
  await db.query('ALTER TABLE inbound_messages DROP CONSTRAINT poison');
});
