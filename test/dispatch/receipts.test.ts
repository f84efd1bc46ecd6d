/** Receipts in unusual order or form: early, repeated, with another spelling of the id, for one part of many. */
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

/** Each of the two services has one bind with the first SMSC; the other SMSCs get the numbers that begin with their prefix. */
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

/** A message that the carrier has accepted and not reported on since. */
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

/** Written when the first result is known. */
async function untilReports(id: string, expected: string[]): Promise<void> {
  await until(async () => (await reports(id)).length >= expected.length);
  expect(await reports(id)).toEqual(expected);
}

async function parked(key: string): Promise<number> {
  return (await db.query('SELECT 1 FROM unmatched_receipts WHERE $1 = ANY (keys)', [key])).rowCount!;
}

test('one before the response to its submit counts', async () => {
  const id = await send1('+38651123456');
  await until(() => slowSmsc.counters.receiptsAcknowledged === 1);
  expect(await stateOf(db, id)).toBe('QUEUED');
  await untilState(db, id, 'DELIVERED');
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('one in the same TCP segment as the response counts, before or after it', async () => {
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

test('one with a reused id counts after the SMSC has restarted its numbering', async () => {
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

test('one for another number with the same id does not count for the wrong message', async () => {
  script.onSubmit = (pdu) => [taken(pdu, '6')];
  const silent = await send1('+38631150001');
  await untilState(db, silent, 'SENT');
  script.onSubmit = (pdu) => [receipt('6', 'UNDELIV', '+38631150002'), taken(pdu, '6')];
  const failed = await send1('+38631150002');
  await untilState(db, failed, 'FAILED');
  expect(await stateOf(db, silent)).toBe('SENT');
});

test('one without a message is acknowledged and kept, and counts when its message is known', async () => {
  const destination = '+38631200000';
  script.write({ ...receipt('88001', 'UNDELIV', destination), sequence: 88_001 });
  await until(() => script.heard.some(({ command, sequence }) => command === 'deliver_sm_resp' && sequence === 88_001));
  expect(await parked('88001')).toBe(1);
  script.onSubmit = (pdu) => [taken(pdu, '88001')];
  const id = await send1(destination);
  await untilState(db, id, 'FAILED');
  expect(await parked('88001')).toBe(0);
});

test('a repeated one changes nothing', async () => {
  const { id, tell } = await sent();
  const outcomes = await Promise.all([1, 1, 1, 1].map((part) => tell(part, 'DELIVRD')));
  expect(outcomes.every(isAcknowledged)).toBe(true);
  expect(isAcknowledged(await tell(1, 'DELIVRD'))).toBe(true);
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('an id assigned in hexadecimal is also matched in decimal, once no message has that exact id', async () => {
  const ids = new Map<string, string>();
  // More than 16, so that some decimal ids equal the hexadecimal ids of other messages.
  for (const number of numbers(40)) {
    const destination = number.replace('+38640', '+38641');
    ids.set(destination, await send1(destination));
  }
  for (const [destination, id] of ids) {
    await untilState(db, id, Number(destination) % 2 === 0 ? 'FAILED' : 'DELIVERED');
  }
});

test('an id matches in letters of another case if it is a UUID or the carrier is configured so', async () => {
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

test('one over another carrier with the same SMSC account counts, before and after the response', async () => {
  await addCarrier(db, urlOf(shared, '?window=5'), []);
  await until(() => shared.binds === 2);
  // Written to the socket that was bound last, which belongs to the carrier without routes.
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

test('one whose message is not stored yet is not matched to another message by its hexadecimal id', async () => {
  const destination = '+38640123456';
  const id = await send1(destination);
  await untilState(db, id, 'SENT');
  // The carrier calls this message 16, which is 10 in hexadecimal; the receipt is for its message 10, whose submit is unanswered.
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
  // A message that has its own receipt is not a candidate, however late the other response is.
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

test('one behind thousands without a message is matched, and every check of them is short', async () => {
  const { id } = await sent();
  const { rows } = await db.query<{ carrier_id: string }>(
    `UPDATE parts SET reference = 'behind' WHERE message_id = $1 RETURNING carrier_id`,
    [id],
  );
  await db.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text, received_at)
     SELECT gen_random_uuid(), $1, ARRAY[CASE n WHEN 2500 THEN 'behind' ELSE 'unknown' || n END], 'failed', '+38640123456', '',
       now() - interval '1 day' + n * interval '1 millisecond' FROM generate_series(1, 2500) AS n`,
    [rows[0]!.carrier_id],
  );
  let after = await matchOlder(db, undefined, 1_000);
  after = await matchOlder(db, after, 1_000);
  expect([after === undefined, await stateOf(db, id)]).toEqual([false, 'SENT']);
  expect(await matchOlder(db, after, 1_000)).toBeUndefined();
  expect(await stateOf(db, id)).toBe('FAILED');
});

test('a long message is DELIVERED once, when all its parts are', async () => {
  const { id, tell } = await sent(long);
  for (const part of [3, 1, 1]) expect(isAcknowledged(await tell(part, 'DELIVRD'))).toBe(true);
  expect(await stateOf(db, id)).toBe('SENT');
  await tell(2, 'DELIVRD');
  expect(await stateOf(db, id)).toBe('DELIVERED');
  await untilReports(id, ['SENT', 'DELIVERED']);
});

test('a long message is FAILED when one part is, and remains so', async () => {
  const { id, tell } = await sent(long);
  await tell(1, 'DELIVRD');
  await tell(2, 'UNDELIV');
  expect(await stateOf(db, id)).toBe('FAILED');
  for (const part of [3, 2, 3]) await tell(part, part === 3 ? 'UNDELIV' : 'DELIVRD');
  await untilReports(id, ['SENT', 'FAILED']);
});

test('receipts for parts received by two processes at the same time add up', async () => {
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

test('one is acknowledged when it is stored, and not before', async () => {
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
