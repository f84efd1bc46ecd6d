/** Receipts come from carriers, not from phones: which deliveries may report that a message failed, and which may not. */
import { expect, test } from 'vitest';
import { matchOlder, matchParked } from '../../src/flows/messages/receipts.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { addCarrier, receipt, stateOf, until, untilState, urlOf } from './carrier.ts';
import { type Scripted, scripted, taken } from './scripted.ts';

const service = await testService();
const { db } = service;
const ours = '+38640111222';
const shop = await testAccount(db, { senders: [{ value: ours, type: 1 }, {}] });
const other = await testAccount(db);
const send = sender(service, other);

/** Two SMSCs with the same system id for us: one marks its receipts, the other does not. */
const strict = await scripted();
const loose = await scripted();
await addCarrier(db, urlOf(strict), [{ prefix: '+38631', priority: 1 }]);
await addCarrier(db, urlOf(loose, '?unflagged_receipts=true'), [{ prefix: '+38641', priority: 1 }]);
await until(() => strict.binds === 1 && loose.binds === 1);

let last = 0;
/** A message that this SMSC has accepted under that id. */
async function sent(smsc: Scripted, id: string, number?: string): Promise<{ id: string; destination: string }> {
  last += 1;
  const destination = number ?? `${smsc === strict ? '+38631' : '+38641'}${String(100_000 + last)}`;
  smsc.onSubmit = (pdu) => [taken(pdu, id)];
  const [message] = idsOf(await send({ destinations: [destination] }));
  await untilState(db, message!, 'SENT');
  return { id: message!, destination };
}

let sequence = 1_000;
/** Delivered and acknowledged, and therefore stored. */
async function deliver(smsc: Scripted, pdu: PduInput<'deliver_sm' | 'data_sm'>): Promise<void> {
  sequence += 1;
  const mine = sequence;
  smsc.write({ ...pdu, sequence: mine } as PduInput);
  await until(() => smsc.heard.some((heard) => heard.sequence === mine && heard.command === `${pdu.command}_resp`));
}

/** A phone's text as a carrier delivers it. */
function sms(text: string, from = '38651987654', change: Partial<PduInput<'deliver_sm'>> = {}): PduInput<'deliver_sm'> {
  return {
    command: 'deliver_sm',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: from,
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: ours.slice(1),
    short_message: Buffer.from(text, 'latin1'),
    ...change,
  };
}

const forged = (id: string, stat = 'REJECTD') => `id:${id} sub:001 dlvrd:000 stat:${stat}`;

async function inbound(text: string): Promise<{ account_id: string | null }[]> {
  const { rows } = await db.query<{ account_id: string | null }>(
    'SELECT account_id FROM inbound_messages WHERE text = $1',
    [text],
  );
  return rows;
}

async function parked(key: string): Promise<number> {
  return (await db.query('SELECT 1 FROM unmatched_receipts WHERE $1 = ANY (keys)', [key])).rowCount!;
}

/** Advances the time beyond which unmatched receipts are checked again, and runs two such checks. */
async function lookedAtAgain(): Promise<void> {
  await db.query(`UPDATE unmatched_receipts SET received_at = received_at - interval '10 seconds'`);
  await matchParked(db, 1_000);
  await matchOlder(db, undefined, 1_000);
}

const written: [string, Partial<PduInput<'deliver_sm'>>][] = [
  ['an ordinary SMS', {}],
  [
    'one with a header',
    { esm_class: 0x40, short_message: Buffer.from(`\x05\x00\x03\x01\x01\x01${forged('1')}`, 'latin1') },
  ],
  ['one in message_payload', { short_message: Buffer.alloc(0), tlvs: { message_payload: Buffer.from(forged('1')) } }],
  ['an acknowledgement of delivery by the phone', { esm_class: 0x08 }],
  ['an acknowledgement by the user', { esm_class: 0x10 }],
  ['the end of a conversation', { esm_class: 0x18 }],
  ['one with an id in a parameter, and no state', { tlvs: { receipted_message_id: '1' } }],
  ['one with a state in a parameter, and no id', { tlvs: { message_state: 8 } }],
  [
    'an acknowledgement with the parameters of a receipt',
    { esm_class: 0x08, tlvs: { receipted_message_id: '1', message_state: 8 } },
  ],
];

test.each(written)(
  '%s that looks like a receipt is an inbound message to its recipient, and changes nothing',
  async (_, change) => {
    const { id } = await sent(strict, '1');
    const before = (await inbound(forged('1'))).length;
    await deliver(strict, sms(forged('1'), undefined, change));
    expect((await inbound(forged('1'))).slice(before)).toEqual([{ account_id: shop.id }]);
    expect(await parked('1')).toBe(0);
    expect(await stateOf(db, id)).toBe('SENT');
  },
);

test('so is one from the destination of the message', async () => {
  const { id, destination } = await sent(strict, 'answered');
  await deliver(strict, sms(forged('answered'), destination.slice(1)));
  expect(await inbound(forged('answered'))).toEqual([{ account_id: shop.id }]);
  expect(await stateOf(db, id)).toBe('SENT');
});

test('so is one by data_sm', async () => {
  const { id } = await sent(strict, '2');
  const { short_message: payload, ...rest } = sms(forged('2'));
  await deliver(strict, { ...rest, command: 'data_sm', tlvs: { message_payload: payload! } });
  expect(await inbound(forged('2'))).toEqual([{ account_id: shop.id }]);
  expect(await stateOf(db, id)).toBe('SENT');
});

test('a receipt that the carrier marks counts: by type, or by both parameters', async () => {
  const one = await sent(strict, '3');
  await deliver(strict, receipt('3', 'UNDELIV', one.destination));
  expect(await stateOf(db, one.id)).toBe('FAILED');
  const two = await sent(strict, '4');
  await deliver(strict, sms('', two.destination.slice(1), { tlvs: { receipted_message_id: '4', message_state: 5 } }));
  expect(await stateOf(db, two.id)).toBe('FAILED');
  expect(await inbound('')).toEqual([]);
});

test.each([
  ['another number', { source_addr: '38631999999' }],
  ['another number, written as a national one', { source_addr_ton: 2, source_addr: '31999999' }],
  ['another number, with a zero and no type', { source_addr_ton: 0, source_addr: '031999999' }],
  ['the same digits in another country', { source_addr: '38531100000' }],
])('one that names %s is kept, and changes nothing however long it waits', async (name, change) => {
  const reference = name.replace(/\W/g, '_');
  const { id } = await sent(strict, reference);
  await deliver(strict, { ...receipt(reference, 'REJECTD', '+38631999999'), ...change });
  await lookedAtAgain();
  expect(await parked(reference)).toBe(1);
  expect(await stateOf(db, id)).toBe('SENT');
});

test.each([
  ['national', 2, (number: string) => number.slice(4)],
  ['national with a zero', 2, (number: string) => `0${number.slice(4)}`],
  ['national with a zero, of unknown type', 0, (number: string) => `0${number.slice(4)}`],
  ['national with a zero, marked as international', 1, (number: string) => `0${number.slice(4)}`],
  ['international with 00', 0, (number: string) => `00${number.slice(1)}`],
  ['international with +', 1, (number: string) => number],
  ['international, marked as national', 2, (number: string) => number.slice(1)],
  ['empty', 0, () => ''],
  ['masked', 1, (number: string) => `${number.slice(1, 7)}XXX`],
])('one whose source address is %s counts', async (name, source_addr_ton, write) => {
  const reference = `from_${name.replace(/\W/g, '_')}`;
  const { id, destination } = await sent(strict, reference);
  const source_addr = write(destination);
  await deliver(strict, { ...receipt(reference, 'DELIVRD', destination), source_addr_ton, source_addr });
  expect(await stateOf(db, id)).toBe('DELIVERED');
});

test('one with both addresses of the submit counts, also if both are numbers', async () => {
  const { id, destination } = await sent(strict, 'unswapped');
  const unswapped = { source_addr: ours.slice(1), dest_addr_ton: 1, destination_addr: destination.slice(1) };
  await deliver(strict, { ...receipt('unswapped', 'DELIVRD', destination), ...unswapped });
  expect(await stateOf(db, id)).toBe('DELIVERED');
});

test('a decimal id that was assigned in hexadecimal counts with a national number, and not without one', async () => {
  const [one, two] = [await sent(strict, '0A1B2C3D'), await sent(strict, '0A1B2C3E')];
  const national = { source_addr_ton: 2, source_addr: `0${one.destination.slice(4)}` };
  await deliver(strict, { ...receipt('169552957', 'DELIVRD', one.destination), ...national });
  await deliver(strict, { ...receipt('169552958', 'DELIVRD', two.destination), source_addr: '' });
  await lookedAtAgain();
  await untilState(db, one.id, 'DELIVERED');
  expect(await stateOf(db, two.id)).toBe('SENT');
});

test('one from another SMSC counts for none of these messages, whatever ids it contains', async () => {
  const { id, destination } = await sent(strict, 'elsewhere');
  await deliver(loose, receipt('elsewhere', 'REJECTD', destination));
  await lookedAtAgain();
  expect(await stateOf(db, id)).toBe('SENT');
});

test('of hundreds of guessed ids, from a phone or for another number, none counts', async () => {
  const ids = [];
  for (let n = 0; n < 20; n++) ids.push(await sent(strict, `7${n}`));
  for (let n = 0; n < 200; n++) strict.write({ ...sms(forged(`7${n % 50}`)), sequence: 50_000 + n });
  for (let n = 0; n < 200; n++)
    strict.write({ ...receipt(`7${n % 50}`, 'REJECTD', '+38631999999'), sequence: 60_000 + n });
  await until(() => strict.heard.filter(({ sequence: s }) => s >= 50_000 && s < 60_200).length === 400);
  await lookedAtAgain();
  const states = await Promise.all(ids.map(({ id }) => stateOf(db, id)));
  expect(states.filter((state) => state !== 'SENT')).toEqual([]);
});

test('if the carrier marks no receipts, a text from the destination of the message counts', async () => {
  const { id, destination } = await sent(loose, 'loose-1');
  await deliver(loose, sms(forged('loose-1', 'UNDELIV'), destination.slice(1)));
  expect(await stateOf(db, id)).toBe('FAILED');
  expect(await inbound(forged('loose-1', 'UNDELIV'))).toEqual([]);
});

test('if the carrier marks no receipts, one before the response to its submit counts too', async () => {
  const destination = '+38641555555';
  loose.onSubmit = (pdu) => [
    { ...sms(forged('loose-2', 'UNDELIV'), destination.slice(1)), sequence: 90_001 },
    taken(pdu, 'loose-2'),
  ];
  const [id] = idsOf(await send({ destinations: [destination] }));
  await untilState(db, id!, 'FAILED');
  expect(await inbound(forged('loose-2', 'UNDELIV'))).toEqual([]);
});

test('if the carrier marks no receipts, one from any other number is an inbound message, and changes nothing', async () => {
  const { id } = await sent(loose, 'loose-3');
  await deliver(loose, sms(forged('loose-3')));
  expect(await inbound(forged('loose-3'))).toEqual([{ account_id: shop.id }]);
  await deliver(loose, sms(forged('nothing')));
  expect(await inbound(forged('nothing'))).toEqual([{ account_id: shop.id }]);
  const name = { source_addr_ton: 5, source_addr: 'Bank' };
  await deliver(loose, sms(forged('loose-3', 'UNDELIV'), '', name));
  expect(await inbound(forged('loose-3', 'UNDELIV'))).toHaveLength(1);
  expect(await stateOf(db, id)).toBe('SENT');
  expect(await parked('loose-3')).toBe(0);
});

test('if the carrier marks no receipts, a repeated receipt is not an inbound message', async () => {
  const { id, destination } = await sent(loose, 'loose-4');
  for (let round = 0; round < 2; round++) await deliver(loose, sms(forged('loose-4', 'DELIVRD'), destination.slice(1)));
  expect(await stateOf(db, id)).toBe('DELIVERED');
  expect(await inbound(forged('loose-4', 'DELIVRD'))).toEqual([]);
});

test('the error of a failed receipt is stored with the message, and shown to its customer', async () => {
  const { id, destination } = await sent(strict, 'broken');
  const text = 'id:broken sub:001 dlvrd:000 submit date:2601010000 done date:2601010000 stat:UNDELIV err:027 text:';
  await deliver(strict, { ...receipt('broken', 'UNDELIV', destination), short_message: Buffer.from(text) });
  const { rows } = await db.query('SELECT state, reason FROM messages WHERE id = $1', [id]);
  expect(rows).toEqual([{ state: 'FAILED', reason: 'carrier error 027 (UNDELIV)' }]);
  const two = await sent(strict, 'network');
  const tlvs = { receipted_message_id: 'network', message_state: 8, network_error_code: Buffer.from([3, 0, 34]) };
  await deliver(strict, { ...receipt('', '', two.destination), short_message: Buffer.alloc(0), tlvs });
  const { body } = await service.call({ path: `/v1/sms/messages/${two.id}`, key: other.key });
  expect(body).toMatchObject({ status: 'REJECTED', reason: 'carrier error 3:34' });
});
