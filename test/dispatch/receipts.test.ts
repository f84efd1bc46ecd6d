/** What carriers tell of messages later: before its time, twice, in another spelling, for one part of many. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { matchOlder, matchReferences, receiveReceipts } from '../../src/flows/messages/receipts.ts';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { lockMessage, untilWaiting } from '../harness/locks.ts';
import { serviceOn, testService } from '../harness/service.ts';
import {
  addCarrier,
  bound,
  isAcknowledged,
  peer,
  receipt,
  referencesOf,
  stateOf,
  until,
  untilState,
  urlOf,
} from './carrier.ts';
import { scripted, taken } from './scripted.ts';

const service = await testService();
const { db, url } = service;
await serviceOn(url);
const account = await testAccount(db);
const send = sender(service, account);
const long = { content: 'Three parts of a text. '.repeat(18) };

/** Of the first SMSC, each of the two services holds a bind; the others take the numbers that begin with their prefix. */
const smsc = await peer({ onSubmit: () => ({ state: 'none' }) });
const hexSmsc = await peer({
  ids: 'hex-decimal',
  onSubmit: (pdu) => ({ state: Number(pdu.destination_addr) % 2 === 0 ? 'UNDELIVERABLE' : 'DELIVERED' }),
});
const slowSmsc = await peer({ answerDelayMs: 300 });
const script = await scripted();
const sameSmsc = await scripted();
const shared = await scripted();
await addCarrier(db, urlOf(hexSmsc), [{ prefix: '+38641', priority: 1 }]);
await addCarrier(db, urlOf(slowSmsc), [{ prefix: '+38651', priority: 1 }]);
await addCarrier(db, urlOf(script), [{ prefix: '+38631', priority: 1 }]);
await addCarrier(db, urlOf(sameSmsc, '?ids=same'), [{ prefix: '+38664', priority: 1 }]);
await addCarrier(db, urlOf(shared), [{ prefix: '+38668', priority: 1 }]);
await bound(db, smsc, { query: '?binds=2', binds: 2 });
await until(() => [script, sameSmsc, shared].every(({ binds }) => binds === 1));
await until(() => hexSmsc.receivers === 1 && slowSmsc.receivers === 1);

async function send1(destination: string, message = { content: 'Hello' }): Promise<string> {
  const fields = { destinations: [destination], message, deliveryReportUrl: 'http://127.0.0.1:9/' };
  return idsOf(await send(fields))[0]!;
}

/** A message that the carrier has taken and said nothing more about. */
async function sent(message?: { content: string }) {
  const destination = '+38640123456';
  const id = await send1(destination, message);
  await untilState(db, id, 'SENT');
  const references = await referencesOf(db, id);
  return { id, tell: (part: number, stat: string) => smsc.send(receipt(references[part - 1]!, stat, destination)) };
}

/** Statuses in the order in which they were written for the customer. */
async function reports(id: string): Promise<string[]> {
  const sql = 'SELECT payload FROM outbox WHERE subject_id = $1 ORDER BY id';
  const { rows } = await db.query<{ payload: string }>(sql, [id]);
  return rows.map(({ payload }) => (JSON.parse(payload) as { status: string }).status);
}

/** They are written when their first result is known. */
async function untilReports(id: string, expected: string[]): Promise<void> {
  await until(async () => (await reports(id)).length >= expected.length);
  expect(await reports(id)).toEqual(expected);
}

async function parked(key: string): Promise<number> {
  return (await db.query('SELECT 1 FROM unmatched_receipts WHERE $1 = ANY (keys)', [key])).rowCount!;
}

test('one that comes before the answer to its submit counts', async () => {
  const id = await send1('+38651123456');
  await until(() => slowSmsc.counters.receiptsAcknowledged === 1);
  expect(await stateOf(db, id)).toBe('QUEUED');
  await untilState(db, id, 'DELIVERED');
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('so does one in the same segment with it, before or behind it', async () => {
  for (let round = 0; round < 10; round++) {
    const destination = `+3863110000${round}`;
    const reference = `7700${round}`;
    script.onSubmit = (pdu) => {
      const both = [receipt(reference, 'DELIVRD', destination), taken(pdu, reference)];
      return round % 2 === 0 ? both : both.toReversed();
    };
    const id = await send1(destination);
    await untilState(db, id, 'DELIVERED');
    await untilReports(id, ['SENT', 'DELIVERED']);
    expect(await parked(reference)).toBe(0);
  }
});

test('so does one with an id that was used before, by an SMSC that has begun to count anew', async () => {
  const destination = '+38631150000';
  script.onSubmit = (pdu) => [taken(pdu, '5'), receipt('5', 'DELIVRD', destination)];
  const first = await send1(destination);
  await untilState(db, first, 'DELIVERED');
  script.onSubmit = (pdu) => [receipt('5', 'UNDELIV', destination), taken(pdu, '5')];
  const second = await send1(destination);
  await untilState(db, second, 'FAILED');
  expect(await stateOf(db, first)).toBe('DELIVERED');
  expect(await parked('5')).toBe(0);
});

test('one that is for another number of the same id does not count for the wrong message', async () => {
  script.onSubmit = (pdu) => [taken(pdu, '6')];
  const silent = await send1('+38631150001');
  await untilState(db, silent, 'SENT');
  script.onSubmit = (pdu) => [receipt('6', 'UNDELIV', '+38631150002'), taken(pdu, '6')];
  const failed = await send1('+38631150002');
  await untilState(db, failed, 'FAILED');
  expect(await stateOf(db, silent)).toBe('SENT');
});

test('one that belongs to nobody is acknowledged and kept, and counts when its message turns up', async () => {
  const destination = '+38631200000';
  script.write({ ...receipt('88001', 'UNDELIV', destination), sequence: 88_001 });
  await until(() => script.heard.some(({ command, sequence }) => command === 'deliver_sm_resp' && sequence === 88_001));
  expect(await parked('88001')).toBe(1);
  script.onSubmit = (pdu) => [taken(pdu, '88001')];
  const id = await send1(destination);
  await untilState(db, id, 'FAILED');
  expect(await parked('88001')).toBe(0);
});

test('the same one again changes nothing', async () => {
  const { id, tell } = await sent();
  const outcomes = await Promise.all([1, 1, 1, 1].map((part) => tell(part, 'DELIVRD')));
  expect(outcomes.every(isAcknowledged)).toBe(true);
  expect(isAcknowledged(await tell(1, 'DELIVRD'))).toBe(true);
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('an id that was answered in hex is known again in decimal, once no message of that very id turns up', async () => {
  const ids = new Map<string, string>();
  // More than 16: some are called in hex what others are called in decimal.
  for (const number of numbers(40)) {
    const destination = number.replace('+38640', '+38641');
    ids.set(destination, await send1(destination));
  }
  for (const [destination, id] of ids) {
    await untilState(db, id, Number(destination) % 2 === 0 ? 'FAILED' : 'DELIVERED');
  }
});

test('an id counts in letters of another case, where it is a UUID or the carrier says so', async () => {
  const uuid = '550E8400-E29B-41D4-A716-446655440000';
  for (const [smsc, number, answered, receipted] of [
    [script, '+38631300001', uuid, uuid.toLowerCase()],
    [script, '+38631300002', uuid.toLowerCase(), uuid],
    [sameSmsc, '+38664300003', uuid, uuid.toLowerCase()],
    [sameSmsc, '+38664300004', 'xYz_1', 'XyZ_1'],
    [sameSmsc, '+38664300005', '0000ABCD', 'abcd'],
  ] as const) {
    smsc.onSubmit = (pdu) => [taken(pdu, answered)];
    const id = await send1(number);
    await untilState(db, id, 'SENT');
    smsc.write(receipt(receipted, 'DELIVRD', number));
    await untilState(db, id, 'DELIVERED');
  }
});

test('one counts over another carrier of the same account with the SMSC, before and after the answer', async () => {
  await addCarrier(db, urlOf(shared, '?window=5'), []);
  await until(() => shared.binds === 2);
  // Written to the socket that was bound last, which is that of the carrier without routes.
  shared.onSubmit = (pdu) => [taken(pdu, 'SHARED-1')];
  const [first, second] = ['+38668300001', '+38668300002'];
  const one = await send1(first);
  await untilState(db, one, 'SENT');
  shared.write(receipt('SHARED-1', 'DELIVRD', first));
  await untilState(db, one, 'DELIVERED');
  shared.write({ ...receipt('SHARED-2', 'UNDELIV', second), sequence: 77_001 });
  await until(() => shared.heard.some(({ sequence }) => sequence === 77_001));
  expect(await parked('SHARED-2')).toBe(1);
  shared.onSubmit = (pdu) => [taken(pdu, 'SHARED-2')];
  const two = await send1(second);
  await untilState(db, two, 'FAILED');
  expect(await parked('SHARED-2')).toBe(0);
});

test('one whose message is not stored yet is not given to another whose id it might be in hex', async () => {
  const destination = '+38640123456';
  const id = await send1(destination);
  await untilState(db, id, 'SENT');
  // The carrier calls this message 16, which is 10 in hex; the receipt is for its message 10, still without its answer.
  const { rows } = await db.query<{ carrier_id: string }>('SELECT carrier_id FROM parts WHERE message_id = $1', [id]);
  const carrierId = rows[0]!.carrier_id;
  await db.query(`UPDATE parts SET reference = '16' WHERE message_id = $1`, [id]);
  const keys = [
    { key: '10', certain: true },
    { key: '16', certain: false },
  ];
  const told = { outcome: 'failed' as const, destination, numbers: [destination], error: undefined, text: 'early' };
  const early = { carrierId, carriers: [carrierId], keys, ...told };
  await receiveReceipts(db, [early]);
  expect(await stateOf(db, id)).toBe('SENT');
  // Once it has its own receipt, it is not meant, however long the other's answer takes.
  await receiveReceipts(db, [{ ...early, keys: [{ key: '16', certain: true }], outcome: 'delivered' }]);
  await db.query(`UPDATE unmatched_receipts SET received_at = now() - interval '10 seconds' WHERE keys[1] = '10'`);
  await matchOlder(db, undefined, 100);
  expect(await parked('10')).toBe(1);
  const other = await send1(destination);
  await untilState(db, other, 'SENT');
  await db.query(`UPDATE parts SET reference = '10' WHERE message_id = $1`, [other]);
  await matchReferences(db, [carrierId], ['10']);
  expect([await stateOf(db, id), await stateOf(db, other)]).toEqual(['DELIVERED', 'FAILED']);
});

test('however many belong to nobody, one behind them is found, and no look at them is long', async () => {
  const { id } = await sent();
  const { rows } = await db.query<{ carrier_id: string }>(
    `UPDATE parts SET reference = 'behind' WHERE message_id = $1 RETURNING carrier_id`,
    [id],
  );
  await db.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text, received_at)
     SELECT gen_random_uuid(), $1, ARRAY[CASE n WHEN 2500 THEN 'behind' ELSE 'nobody' || n END], 'failed', '+38640123456', '',
       now() - interval '1 day' + n * interval '1 millisecond' FROM generate_series(1, 2500) AS n`,
    [rows[0]!.carrier_id],
  );
  let after = await matchOlder(db, undefined, 1_000);
  after = await matchOlder(db, after, 1_000);
  expect([after === undefined, await stateOf(db, id)]).toEqual([false, 'SENT']);
  expect(await matchOlder(db, after, 1_000)).toBeUndefined();
  expect(await stateOf(db, id)).toBe('FAILED');
});

test('a long message is DELIVERED when all its parts are, and once', async () => {
  const { id, tell } = await sent(long);
  for (const part of [3, 1, 1]) expect(isAcknowledged(await tell(part, 'DELIVRD'))).toBe(true);
  expect(await stateOf(db, id)).toBe('SENT');
  await tell(2, 'DELIVRD');
  expect(await stateOf(db, id)).toBe('DELIVERED');
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('a long message is FAILED when one part is, and stays so', async () => {
  const { id, tell } = await sent(long);
  await tell(1, 'DELIVRD');
  await tell(2, 'UNDELIV');
  expect(await stateOf(db, id)).toBe('FAILED');
  for (const part of [3, 2, 3]) await tell(part, part === 3 ? 'UNDELIV' : 'DELIVRD');
  await untilReports(id, ['SENT', 'FAILED']);
});

test('parts of which two processes hear at the same time add up', async () => {
  const { id, tell } = await sent(long);
  await tell(1, 'DELIVRD');
  const release = await lockMessage(url, id);
  const outcomes = [tell(2, 'DELIVRD'), tell(3, 'DELIVRD')];
  await untilWaiting(db, 2);
  await release();
  expect((await Promise.all(outcomes)).every(isAcknowledged)).toBe(true);
  expect(await stateOf(db, id)).toBe('DELIVERED');
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('it is acknowledged when it is stored, and not before', async () => {
  const { id, tell } = await sent();
  const release = await lockMessage(url, id);
  let acknowledged = false;
  const outcome = tell(1, 'DELIVRD').then((answer) => {
    acknowledged = true;
    return answer;
  });
  await untilWaiting(db, 1);
  await sleep(200);
  expect(acknowledged).toBe(false);
  await release();
  expect(isAcknowledged(await outcome)).toBe(true);
  expect(await stateOf(db, id)).toBe('DELIVERED');
});
