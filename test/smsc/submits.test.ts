/** Messages submitted by SMPP take the path of every message: the same rules, the same prices. */
import { describe, expect, test, vi } from 'vitest';
import { encodeGsm } from '../../src/domain/text/gsm.ts';
import { split } from '../../src/domain/text/text.ts';
import { absoluteTime, relativeTime } from '../../src/smpp/protocol/fields.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { buildParts, pack } from '../../src/smpp/protocol/text.ts';
import { testAccount } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { anotherProcess, type Bound, books, bound, credential, hello, messageOf, smscService } from './rig.ts';

const service = await smscService();
const { db, smppPort, url } = service;
const other = await anotherProcess(url);
const login = await credential(db, { window: 100, country: 'SI', maxBinds: 50 });
const open = () => bound(smppPort, login);
const ucs2 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const gsm = (text: string) => Buffer.from(encodeGsm(text)!);
const until = (condition: () => unknown) => vi.waitFor(condition, { timeout: patienceMs, interval: 50 });

test('a submit is a message of the account, answered after it is on disk', async () => {
  const client = await open();
  const before = Number((await books(db)).balance);
  const { status, message_id } = await client.submit({ registered_delivery: 1 });
  expect(status).toBe('ESME_ROK');
  expect(await messageOf(db, message_id)).toMatchObject({
    ...{ destination: '+38640123456', sender: 'Hermod', content: 'Hello', encoding: 'GSM-7', segments: 1 },
    ...{ via: 'smpp', key_id: login.credentialId, registered_delivery: 1, price: '0.010000', validity: null },
  });
  const { balance, ledger } = await books(db);
  expect(balance).toBe(ledger);
  expect(before - Number(balance)).toBeCloseTo(0.01);
  const seen = await service.call({ path: `/v1/sms/messages/${message_id}` });
  expect(seen).toMatchObject({ status: 200, body: { messageId: message_id } });
});

describe('texts', () => {
  const cases: [string, Partial<PduInput<'submit_sm'>>, string, string][] = [
    ['GSM', { data_coding: 0, short_message: gsm('@£$ Ünï {€}'.replace('ï', 'i')) }, '@£$ Üni {€}', 'GSM-7'],
    ['IA5', { data_coding: 1, short_message: Buffer.from('@_[]') }, '@_[]', 'GSM-7'],
    ['Latin-1', { data_coding: 3, short_message: Buffer.from('é à ñ', 'latin1') }, 'é à ñ', 'GSM-7'],
    ['UCS-2', { data_coding: 8, short_message: ucs2('Žaba 😀') }, 'Žaba 😀', 'UCS-2'],
    [
      'message_payload',
      { tlvs: { message_payload: gsm('x'.repeat(400)) }, short_message: Buffer.alloc(0) },
      'x'.repeat(400),
      'GSM-7',
    ],
  ];
  test.each(cases)('%s', async (_, fields, content, encoding) => {
    const client = await open();
    const { status, message_id } = await client.submit(fields);
    expect(status).toBe('ESME_ROK');
    expect(await messageOf(db, message_id)).toMatchObject({ content, encoding });
  });

  test('packed septets where the credential is set so', async () => {
    const client = await bound(smppPort, await credential(db, { alphabet: 'packed' }));
    const { message_id } = await client.submit({ short_message: pack(gsm('hellohello')) });
    expect(await messageOf(db, message_id)).toMatchObject({ content: 'hellohello' });
  });
});

test.each([
  ['international', 1, '38640123456', '+38640123456'],
  ['international with 00', 1, '0038640123456', '+38640123456'],
  ['unknown, with a plus', 0, '+38640123456', '+38640123456'],
  ['unknown, international digits', 0, '38640123456', '+38640123456'],
  ['unknown, with a zero', 0, '040123456', '+38640123456'],
  ['national', 2, '40123456', '+38640123456'],
])('a number: %s', async (_, dest_addr_ton, destination_addr, destination) => {
  const client = await open();
  const { status, message_id } = await client.submit({ dest_addr_ton, destination_addr });
  expect(status).toBe('ESME_ROK');
  expect(await messageOf(db, message_id)).toMatchObject({ destination });
});

test.each([
  ['a name', 5, 'Hermod', 'Hermod'],
  ['a name without its type', 0, 'Hermod', 'Hermod'],
  ['a number', 1, '38640111222', '+38640111222'],
  ['a number of unknown type', 0, '38640111222', '+38640111222'],
  ['a national number', 2, '040111222', '+38640111222'],
])('a sender: %s', async (_, source_addr_ton, source_addr, sender) => {
  const client = await open();
  const { status, message_id } = await client.submit({ source_addr_ton, source_addr });
  expect(status).toBe('ESME_ROK');
  expect(await messageOf(db, message_id)).toMatchObject({ sender });
});

describe('a refusal has the right status, and is free of charge', () => {
  const udh = (header: number[], text = 'x') => ({
    esm_class: 0x40,
    short_message: Buffer.from([header.length, ...header, ...Buffer.from(text)]),
  });
  const raw = (tag: number, ...octets: number[]) => ({ rawTlvs: [{ tag, value: Buffer.from(octets) }] });
  const refused: [string, Partial<PduInput<'submit_sm'>>, string][] = [
    ['an empty text', { short_message: Buffer.alloc(0) }, 'ESME_RINVMSGLEN'],
    [
      'a text that is too long',
      { short_message: Buffer.alloc(0), tlvs: { message_payload: gsm('x'.repeat(641)) } },
      'ESME_RINVMSGLEN',
    ],
    ['half a unit of UCS-2', { data_coding: 8, short_message: Buffer.from('abc') }, 'ESME_RINVMSGLEN'],
    ['a sender that is not ours', { source_addr: 'Bank' }, 'ESME_RINVSRCADR'],
    ['a number that is not ours', { source_addr_ton: 1, source_addr: '38641999888' }, 'ESME_RINVSRCADR'],
    ['no sender', { source_addr: '' }, 'ESME_RINVSRCADR'],
    ['no number', { destination_addr: 'abc' }, 'ESME_RINVDSTADR'],
    ['an invalid number', { destination_addr: '38640' }, 'ESME_RINVDSTADR'],
    ['a country without a price', { destination_addr: '8613912345678' }, 'ESME_RINVDSTADR'],
    ['a name to send to', { dest_addr_ton: 5, destination_addr: '38640123456' }, 'ESME_RINVDSTTON'],
    ['a flash message', { data_coding: 0x10 }, 'ESME_RINVDCS'],
    ['a flash message, old style', { data_coding: 0xf0 }, 'ESME_RINVDCS'],
    ['a flash message by its parameter', { tlvs: { dest_addr_subunit: 1 } }, 'ESME_RINVDCS'],
    ['binary data', { data_coding: 4 }, 'ESME_RINVDCS'],
    ['a WAP push', { data_coding: 0, ...udh([0x05, 4, 0x0b, 0x84, 0x23, 0xf0]) }, 'ESME_RINVESMCLASS'],
    ['data for a port', { tlvs: { destination_port: 2948 } }, 'ESME_RINVESMCLASS'],
    ['a national single shift table', udh([0x24, 1, 1]), 'ESME_RINVESMCLASS'],
    ['a national locking shift table', udh([0x25, 1, 1]), 'ESME_RINVESMCLASS'],
    ['part 0 of 2', udh([0x00, 3, 9, 2, 0]), 'ESME_RINVESMCLASS'],
    ['part 3 of 2', udh([0x00, 3, 9, 2, 3]), 'ESME_RINVESMCLASS'],
    ['part 1 of 0', udh([0x08, 4, 1, 9, 0, 1]), 'ESME_RINVESMCLASS'],
    ['a part without its number', udh([0x00, 2, 9, 2]), 'ESME_RINVESMCLASS'],
    [
      'a header beyond the end of the text',
      { esm_class: 0x40, short_message: Buffer.from([9, 0, 3, 9, 2, 1]) },
      'ESME_RINVESMCLASS',
    ],
    ['an element beyond the end of its header', udh([0x00, 9, 9, 2, 1]), 'ESME_RINVESMCLASS'],
    [
      'segment 3 of 2',
      { tlvs: { sar_msg_ref_num: 9, sar_total_segments: 2, sar_segment_seqnum: 3 } },
      'ESME_RINVOPTPARAMVAL',
    ],
    ['a qos_time_to_live of two octets', raw(0x0017, 0, 60), 'ESME_RINVPARLEN'],
    ['a user_message_reference of one', raw(0x0204, 7), 'ESME_RINVPARLEN'],
    ['a sar_total_segments of two', raw(0x020e, 0, 2), 'ESME_RINVPARLEN'],
    ['a destination_port of three', raw(0x020b, 0, 0, 1), 'ESME_RINVPARLEN'],
    ['a receipt', { esm_class: 0x04 }, 'ESME_RINVESMCLASS'],
    ['datagram mode', { esm_class: 0x01 }, 'ESME_RINVESMCLASS'],
    ['two texts', { tlvs: { message_payload: gsm('x') } }, 'ESME_ROPTPARNOTALLWD'],
    ['no time', { schedule_delivery_time: 'tomorrow' }, 'ESME_RINVSCHED'],
    ['the 31st of February', { schedule_delivery_time: '270231120000000+' }, 'ESME_RINVSCHED'],
    ['no end', { validity_period: 'never' }, 'ESME_RINVEXPIRY'],
    ['an end that has passed', { validity_period: '200101000000000+' }, 'ESME_RINVEXPIRY'],
    ['a predefined message', { sm_default_msg_id: 1 }, 'ESME_RINVDFTMSGID'],
    ['a replacement', { replace_if_present_flag: 1 }, 'ESME_RINVREPFLAG'],
  ];
  test('each refusal has a distinct status', async () => {
    const client = await open();
    const before = await books(db);
    const statuses = await Promise.all(refused.map(([, fields]) => client.submit(fields)));
    expect(refused.map(([name], index) => [name, statuses[index]!.status])).toEqual(
      refused.map(([name, , status]) => [name, status]),
    );
    expect(await books(db)).toEqual(before);
  });

  test('a balance that is too low; a client of version 5 gets the reason', async () => {
    const account = await testAccount(db, { balance: '0.005' });
    const client = await bound(smppPort, await credential(db, {}, account.id), { version: 0x50 });
    const { status, tlvs } = await client.submit({ source_addr: 'Shop' });
    expect([status, tlvs]).toEqual([
      'ESME_RSUBMITFAIL',
      { additional_status_info_text: 'Error: 6 - Balance too low to send' },
    ]);
  });
});

describe('times', () => {
  const soon = Math.floor(Date.now() / 1_000) + 7_200;
  test.each([
    ['absolute, of UTC', absoluteTime(new Date(soon * 1_000))],
    ['absolute, an hour east', `${absoluteTime(new Date((soon + 3_600) * 1_000)).slice(0, 13)}04+`],
    ['absolute, an hour west', `${absoluteTime(new Date((soon - 3_600) * 1_000)).slice(0, 13)}04-`],
  ])('a schedule, %s', async (_, schedule_delivery_time) => {
    const client = await open();
    const { message_id } = await client.submit({ schedule_delivery_time, validity_period: '000000010000000R' });
    expect(await messageOf(db, message_id)).toMatchObject({ state: 'SCHEDULED', scheduled: soon, validity: 3_600 });
  });

  test('relative times', async () => {
    const client = await open();
    const before = Math.floor(Date.now() / 1_000);
    const scheduled = await client.submit({ schedule_delivery_time: relativeTime(600) });
    const found = await messageOf(db, scheduled.message_id);
    expect(found!.scheduled! - before).toBeGreaterThanOrEqual(599);
    expect(found!.scheduled! - before).toBeLessThan(700);
    const { message_id } = await client.submit({ validity_period: relativeTime(300) });
    expect(await messageOf(db, message_id)).toMatchObject({ validity: 300 });
  });
});

describe('long messages', () => {
  const text = `${'Dober dan, to je dolgo sporočilo. '.repeat(5)}Konec.`;
  const partsOf = (of: string, encoding: 'GSM-7' | 'UCS-2', multipart: 'udh8' | 'udh16' | 'sar', reference: number) =>
    buildParts({ parts: split(of, encoding), encoding, alphabet: 'gsm', multipart, reference });
  let last = 100;
  const reference = () => ++last;

  test.each(['udh8', 'udh16', 'sar'] as const)(
    'by %s are one message, whose id is in the response to every part',
    async (multipart) => {
      const client = await open();
      const before = Number((await books(db)).balance);
      const parts = partsOf(text, 'UCS-2', multipart, reference());
      const answers = await Promise.all(parts.map((part) => client.submit({ ...part, registered_delivery: 1 })));
      expect(answers.length).toBe(3);
      expect(new Set(answers.map(({ status, message_id }) => `${status} ${message_id}`)).size).toBe(1);
      expect(answers[0]!.status).toBe('ESME_ROK');
      const message = await messageOf(db, answers[0]!.message_id);
      expect(message).toMatchObject({ content: text, segments: 3, encoding: 'UCS-2', registered_delivery: 1 });
      expect(before - Number((await books(db)).balance)).toBeCloseTo(0.03);
      expect((await db.query('SELECT 1 FROM smpp_parts')).rows).toEqual([]);
    },
  );

  test('over two processes, in any order, cut through a surrogate pair', async () => {
    const clients = [await open(), await bound(other.smppPort, login)];
    const octets = ucs2(`${'x'.repeat(66)}😀${'y'.repeat(30)}`);
    const ref = reference();
    const part = (place: number, from: number, to: number) => ({
      ...{ esm_class: 0x40, data_coding: 8 },
      short_message: Buffer.concat([Buffer.from([5, 0, 3, ref & 0xff, 2, place]), octets.subarray(from, to)]),
    });
    const second = await clients[1]!.submit(part(2, 134, octets.length));
    expect(await messageOf(db, second.message_id)).toBeUndefined();
    const first = await clients[0]!.submit(part(1, 0, 134));
    expect([first.status, first.message_id]).toEqual(['ESME_ROK', second.message_id]);
    expect(await messageOf(db, first.message_id)).toMatchObject({ content: `${'x'.repeat(66)}😀${'y'.repeat(30)}` });
  });

  test('a repeated part is the same part; another text with its number has to wait', async () => {
    const client = await open();
    const [one, two] = partsOf('a'.repeat(200), 'GSM-7', 'udh8', reference());
    const answers = [await client.submit(one!), await client.submit(one!)];
    expect(answers[0]!.message_id).toBe(answers[1]!.message_id);
    const other = { ...one!, short_message: Buffer.concat([one!.short_message.subarray(0, 6), gsm('other')]) };
    expect((await client.submit(other)).status).toBe('ESME_RMSGQFUL');
    expect(await client.submit(two!)).toMatchObject({ status: 'ESME_ROK', message_id: answers[0]!.message_id });
    expect(await messageOf(db, answers[0]!.message_id)).toMatchObject({ content: 'a'.repeat(200) });
  });

  test('faults of a part are refused immediately; faults of the whole message, with the last part', async () => {
    const client = await open();
    const [one] = partsOf('a'.repeat(200), 'GSM-7', 'udh8', reference());
    expect((await client.submit({ ...one!, source_addr: 'Bank' })).status).toBe('ESME_RINVSRCADR');
    expect((await client.submit({ ...one!, destination_addr: '38640' })).status).toBe('ESME_RINVDSTADR');
    const account = await testAccount(db, { balance: '0.01' });
    const poor = await bound(smppPort, await credential(db, {}, account.id));
    const parts = partsOf('a'.repeat(200), 'GSM-7', 'udh8', reference());
    const statuses = [];
    for (const part of parts) statuses.push((await poor.submit({ ...part, source_addr: 'Shop' })).status);
    expect(statuses).toEqual(['ESME_ROK', 'ESME_RSUBMITFAIL']);
    expect((await db.query('SELECT 1 FROM smpp_parts')).rows).toEqual([]);
  });

  test('an incomplete message that cannot be sent either is reported by a receipt', async () => {
    const account = await testAccount(db, { balance: '0' });
    const poor = await bound(smppPort, await credential(db, {}, account.id));
    const [one] = partsOf('d'.repeat(200), 'GSM-7', 'udh8', reference());
    const { message_id } = await poor.submit({ ...one!, source_addr: 'Shop', registered_delivery: 1 });
    await db.query(`UPDATE smpp_parts SET received_at = now() - interval '2 minutes' WHERE account_id = $1`, [
      account.id,
    ]);
    await until(() => expect(poor.delivered).toHaveLength(1));
    const [receipt] = poor.delivered;
    expect(receipt!.tlvs).toMatchObject({ receipted_message_id: message_id, message_state: 8 });
    expect(receipt).toMatchObject({ destination_addr: 'Shop', esm_class: 0x04 });
    expect(receipt!.short_message.toString('latin1')).toMatch(`id:${message_id} sub:001 dlvrd:000`);
    expect(await messageOf(db, message_id)).toBeUndefined();
  });

  test('an incomplete message is sent as it is, and charged by its segments; a repeated part is not', async () => {
    const client = await open();
    const [one, two, three] = partsOf('b'.repeat(400), 'GSM-7', 'sar', reference());
    const { message_id } = await client.submit(one!);
    await client.submit(three!);
    const again = partsOf('c'.repeat(200), 'GSM-7', 'udh8', reference());
    const whole = await Promise.all(again.map((part) => client.submit(part)));
    // Its response was lost, so the client sends it again.
    const repeated = await client.submit(again[1]!);
    expect(repeated.message_id).not.toBe(whole[0]!.message_id);
    await db.query(`UPDATE smpp_parts SET received_at = now() - interval '2 minutes'`);
    await until(async () => expect((await db.query('SELECT 1 FROM smpp_parts')).rows).toEqual([]));
    expect(await messageOf(db, message_id)).toMatchObject({
      content: 'b'.repeat(153 + 94),
      segments: 2,
      price: '0.020000',
    });
    expect(await messageOf(db, repeated.message_id)).toBeUndefined();
    // Too late: a separate message.
    const late = await client.submit(two!);
    expect(late.message_id).not.toBe(message_id);
    const { balance, ledger } = await books(db);
    expect(balance).toBe(ledger);
  });

  test('a complete message whose process dies before sending it is sent by another process', async () => {
    const client = await open();
    const parts = partsOf('d'.repeat(200), 'GSM-7', 'udh16', reference());
    const { message_id } = await client.submit(parts[0]!);
    // The state after the transaction of the last part.
    await db.query(
      `INSERT INTO smpp_parts SELECT credential_id, sender, destination, kind, reference, total, 2, account_id, message_id, alphabet,
         $2::bytea, wishes, now() - interval '2 minutes' FROM smpp_parts WHERE message_id = $1`,
      [message_id, parts[1]!.short_message.subarray(7)],
    );
    await db.query(`UPDATE smpp_parts SET received_at = now() - interval '2 minutes'`);
    await until(async () => expect(await messageOf(db, message_id)).toMatchObject({ content: 'd'.repeat(200) }));
  });
});

describe('a submit with a user_message_reference', () => {
  const named = (client: Bound, text = 'named') =>
    client.submit({ short_message: gsm(text), tlvs: { user_message_reference: 7 } });

  test('a repeated reference is the same message; with another text it is another', async () => {
    const client = await open();
    const first = await named(client);
    const again = await named(await open());
    expect(again).toMatchObject({ status: 'ESME_ROK', message_id: first.message_id });
    expect((await named(client, 'other')).message_id).not.toBe(first.message_id);
    const unnamed = await client.submit({ short_message: gsm('named') });
    expect(unnamed.message_id).not.toBe(first.message_id);
  });
});

describe('other commands', () => {
  const later = { schedule_delivery_time: relativeTime(3_600) };

  test('data_sm sends a message, too', async () => {
    const client = await open();
    const { short_message, ...rest } = hello;
    const answer = await client.ask({ ...rest, command: 'data_sm', tlvs: { message_payload: short_message } });
    expect(answer.status).toBe('ESME_ROK');
    expect(await messageOf(db, answer.message_id)).toMatchObject({ content: 'Hello' });
  });

  test('submit_multi is one request to several numbers; one wrong number refuses all', async () => {
    const client = await open();
    const phone = (address: string) => ({ flag: 1, ton: 1, npi: 1, address }) as const;
    const multi = (...dest_address: PduInput<'submit_multi'>['dest_address'] & object) =>
      client.ask({ command: 'submit_multi', source_addr: 'Hermod', short_message: gsm('all'), dest_address });
    const answer = await multi(phone('38640123456'), phone('38641123456'));
    expect(answer).toMatchObject({ status: 'ESME_ROK', no_unsuccess: 0 });
    const { rows } = await db.query(
      'SELECT destination FROM messages WHERE submission_id = (SELECT submission_id FROM messages WHERE id = $1) ORDER BY 1',
      [answer.message_id],
    );
    expect(rows).toEqual([{ destination: '+38640123456' }, { destination: '+38641123456' }]);
    const before = await books(db);
    expect((await multi(phone('38640123456'), phone('1'))).status).toBe('ESME_RINVDSTADR');
    expect((await multi(phone('38640123456'), { flag: 2, name: 'all' })).status).toBe('ESME_RINVDLNAME');
    expect((await multi()).status).toBe('ESME_RINVNUMDESTS');
    expect(await books(db)).toEqual(before);
  });

  const source = { source_addr_ton: 5, source_addr: 'Hermod' };

  test('the source address must be that of the message, in any of its notations', async () => {
    const client = await open();
    const number = { source_addr_ton: 1, source_addr: '38640111222' };
    const { message_id } = await client.submit({ ...later, ...number });
    const wrong = [{ source_addr: '' }, source, { ...number, source_addr: '38640111223' }];
    for (const from of wrong) {
      expect((await client.ask({ command: 'query_sm', message_id, ...from })).status).toBe('ESME_RQUERYFAIL');
      expect((await client.ask({ command: 'cancel_sm', message_id, ...from })).status).toBe('ESME_RCANCELFAIL');
      const replace = { command: 'replace_sm', message_id, ...from, short_message: gsm('x') } as const;
      expect((await client.ask(replace)).status).toBe('ESME_RREPLACEFAIL');
    }
    expect(await messageOf(db, message_id)).toMatchObject({ content: 'Hello', state: 'SCHEDULED' });
    for (const from of [number, { source_addr: '+38640111222' }, { source_addr_ton: 2, source_addr: '040111222' }])
      expect((await client.ask({ command: 'query_sm', message_id, ...from })).status).toBe('ESME_ROK');
    expect((await client.ask({ command: 'cancel_sm', message_id, ...number })).status).toBe('ESME_ROK');
  });

  test('query_sm reports the state of a message; that of another account is unknown', async () => {
    const client = await open();
    const { message_id } = await client.submit(later);
    expect(await client.ask({ command: 'query_sm', ...source, message_id })).toMatchObject({
      status: 'ESME_ROK',
      message_id,
      message_state: 1,
      final_date: '',
    });
    const account = await testAccount(db);
    const foreign = await bound(smppPort, await credential(db, {}, account.id));
    expect((await foreign.ask({ command: 'query_sm', ...source, message_id })).status).toBe('ESME_RINVMSGID');
    expect((await foreign.ask({ ...source, command: 'cancel_sm', message_id })).status).toBe('ESME_RINVMSGID');
    expect((await foreign.ask({ ...source, command: 'replace_sm', message_id, short_message: gsm('x') })).status).toBe(
      'ESME_RREPLACEFAIL',
    );
    expect((await client.ask({ command: 'query_sm', ...source, message_id: "7' OR 1=1" })).status).toBe(
      'ESME_RINVMSGID',
    );
  });

  test('cancel_sm cancels a scheduled message, and refunds it', async () => {
    const client = await open();
    const before = await books(db);
    const { message_id } = await client.submit(later);
    expect((await client.ask({ ...source, command: 'cancel_sm', message_id })).status).toBe('ESME_ROK');
    expect(await books(db)).toEqual(before);
    expect(await client.ask({ command: 'query_sm', ...source, message_id })).toMatchObject({ message_state: 4 });
    const { message_id: sent } = await client.submit();
    expect((await client.ask({ ...source, command: 'cancel_sm', message_id: sent })).status).toBe('ESME_RCANCELFAIL');
  });

  test('replace_sm changes a scheduled message, and its price', async () => {
    const client = await open();
    const { message_id } = await client.submit(later);
    const before = Number((await books(db)).balance);
    const replaced = await client.ask({
      ...source,
      command: 'replace_sm',
      message_id,
      short_message: gsm('x'.repeat(161)),
      registered_delivery: 1,
    });
    expect(replaced.status).toBe('ESME_ROK');
    const now = await messageOf(db, message_id);
    expect(now).toMatchObject({
      state: 'SCHEDULED',
      content: 'x'.repeat(161),
      segments: 2,
      price: '0.020000',
      registered_delivery: 1,
    });
    const { balance, ledger } = await books(db);
    expect(balance).toBe(ledger);
    expect(before - Number(balance)).toBeCloseTo(0.01);
    expect(
      (await client.ask({ ...source, command: 'replace_sm', message_id, short_message: Buffer.alloc(0) })).status,
    ).toBe('ESME_RINVMSGLEN');
    expect(await messageOf(db, message_id)).toEqual(now);
    expect((await client.ask({ ...source, command: 'cancel_sm', message_id })).status).toBe('ESME_ROK');
    const { message_id: sent } = await client.submit();
    expect(
      (await client.ask({ ...source, command: 'replace_sm', message_id: sent, short_message: gsm('x') })).status,
    ).toBe('ESME_RREPLACEFAIL');
  });

  test('a replaced message still reports to the webhook endpoint of the account', async () => {
    const client = await open();
    const body = { url: 'https://receiver.invalid/', kinds: ['delivery report'] };
    const { endpointId } = (await service.call({ path: '/v1/webhook-endpoints', body })).body as { endpointId: string };
    const { message_id } = await client.submit(later);
    const replace = { ...source, command: 'replace_sm', message_id, short_message: gsm('x') } as const;
    expect((await client.ask(replace)).status).toBe('ESME_ROK');
    const { rows } = await db.query(
      'SELECT s.delivery_report_url AS url FROM messages m JOIN submissions s ON s.id = m.submission_id WHERE m.id = $1',
      [message_id],
    );
    expect(rows).toEqual([{ url: `endpoint:${endpointId}:${body.url}` }]);
    await service.call({ method: 'DELETE', path: `/v1/webhook-endpoints/${endpointId}` });
    await client.ask({ ...source, command: 'cancel_sm', message_id });
  });

  test('commands that only an SMSC sends are refused as unknown', async () => {
    const client = await open();
    expect((await client.ask({ command: 'deliver_sm', short_message: gsm('x') })).status).toBe('ESME_RINVCMDID');
    await client.session.unbind(1_000);
  });
});
