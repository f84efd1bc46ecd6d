/** data_coding 0 with octets outside of GSM: read as Latin-1, refused, or expected, as the credential is set. */
import { describe, expect, test, vi } from 'vitest';
import { changeCredential } from '../../src/flows/smpp/credentials.ts';
import { absoluteTime } from '../../src/smpp/protocol/fields.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { actor, bound, credential, hello, messageOf, smscService } from './rig.ts';

const service = await smscService();
const { db, smppPort } = service;
const admin = operator(service);
const until = <T>(condition: () => T) => vi.waitFor(condition, { timeout: patienceMs, interval: 50 });

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** Of the octets, é, à and ñ are above 0x7F; @ and _ would be other characters in GSM. */
const text = 'é à ñ a@b_c';
const asGsm = { content: text, encoding: 'GSM-7', segments: 1 };
const empty = Buffer.alloc(0);

const submits: [string, PduInput<'submit_sm' | 'submit_multi' | 'data_sm'>][] = [
  ['submit_sm', { ...hello, short_message: latin1(text) }],
  ['message_payload', { ...hello, short_message: empty, tlvs: { message_payload: latin1(text) } }],
  ['data_sm', { ...dataSm(), tlvs: { message_payload: latin1(text) } }],
  ['submit_multi', { ...multi(), short_message: latin1(text) }],
  ['a header of another kind of part', { ...hello, ...part(1, 1, text) }],
];

function dataSm(): PduInput<'data_sm'> {
  const { command: _, short_message: __, ...rest } = hello;
  return { command: 'data_sm', ...rest };
}

function multi(): PduInput<'submit_multi'> {
  const { command: _, dest_addr_ton: ton, dest_addr_npi: npi, destination_addr: address, ...rest } = hello;
  return { command: 'submit_multi', ...rest, dest_address: [{ flag: 1, ton, npi, address }] };
}

function part(number: number, total: number, piece: string) {
  const header = [5, 0, 3, 77, total, number];
  return { esm_class: 0x40, short_message: Buffer.concat([Buffer.from(header), latin1(piece)]) };
}

describe.each(submits)('%s', (_, pdu) => {
  test('a credential without a setting: read as Latin-1, sent as GSM', async () => {
    const client = await bound(smppPort, await credential(db));
    const { status, message_id } = await client.ask(pdu);
    expect(status).toBe('ESME_ROK');
    expect(await messageOf(db, message_id)).toMatchObject(asGsm);
  });

  test('gsm: refused, and not charged', async () => {
    const client = await bound(smppPort, await credential(db, { alphabet: 'gsm' }));
    expect((await client.ask(pdu)).status).toBe('ESME_RINVDCS');
    expect((await client.submit()).status).toBe('ESME_ROK');
  });

  test('latin1: Latin-1, also without such octets', async () => {
    const client = await bound(smppPort, await credential(db, { alphabet: 'latin1' }));
    expect(await messageOf(db, (await client.ask(pdu)).message_id)).toMatchObject(asGsm);
    const { message_id } = await client.submit({ short_message: latin1('a@b_c') });
    expect(await messageOf(db, message_id)).toMatchObject({ content: 'a@b_c' });
  });
});

test('a text without such octets is GSM', async () => {
  const client = await bound(smppPort, await credential(db));
  const { message_id } = await client.submit({ short_message: Buffer.from([0x00, 0x02, 0x11]) });
  expect(await messageOf(db, message_id)).toMatchObject({ content: '@$_' });
});

test('a long message is Latin-1 as a whole if one of its parts has such octets', async () => {
  const client = await bound(smppPort, await credential(db));
  const pieces = [`a@b_c${'x'.repeat(148)}`, 'déjà vu', 'y@z'];
  let id = '';
  for (const [index, piece] of pieces.entries())
    id = (await client.submit(part(index + 1, pieces.length, piece))).message_id;
  expect(await messageOf(db, id)).toMatchObject({ content: pieces.join(''), encoding: 'GSM-7' });
});

test('replace_sm has the same rule', async () => {
  const login = await credential(db);
  const client = await bound(smppPort, login);
  const later = absoluteTime(new Date(Date.now() + 3_600_000));
  const { message_id } = await client.submit({ schedule_delivery_time: later });
  const replace: PduInput<'replace_sm'> = {
    command: 'replace_sm',
    message_id,
    source_addr_ton: 5,
    source_addr: 'Hermod',
    short_message: latin1(text),
  };
  expect((await client.ask(replace)).status).toBe('ESME_ROK');
  expect(await messageOf(db, message_id)).toMatchObject(asGsm);
  await changeCredential(db, actor, login.credentialId, { alphabet: 'gsm' });
  const strict = await bound(smppPort, login);
  expect((await strict.ask(replace)).status).toBe('ESME_RINVDCS');
});

test('operator and customer are warned, with a count and a time', async () => {
  const account = await testAccount(db);
  const login = await credential(db, {}, account.id);
  const client = await bound(smppPort, login);
  const path = `/smpp-credentials/${login.credentialId}`;
  const own = { source_addr: 'Shop' };
  await client.submit(own);
  expect((await admin({ path })).body).toMatchObject({ alphabet: 'auto', latin1Warning: null });
  for (let count = 0; count < 3; count++) await client.submit({ ...own, short_message: latin1(text) });
  const warning = { texts: 3, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) };
  await until(async () => expect((await admin({ path })).body).toMatchObject({ latin1Warning: warning }));
  const seen = await service.call({ path: '/v1/account', key: account.key });
  expect(seen.body).toMatchObject({ smppWarnings: [{ systemId: login.systemId, ...warning }] });
  // The count starts again every day, and old days are no longer reported.
  await db.query(
    `UPDATE smpp_latin1 SET day = day - 1, last_at = last_at - interval '1 day' WHERE credential_id = $1`,
    [login.credentialId],
  );
  await client.submit({ ...own, short_message: latin1(text) });
  await until(async () => expect((await admin({ path })).body).toMatchObject({ latin1Warning: { texts: 1 } }));
  await db.query(`UPDATE smpp_latin1 SET last_at = last_at - interval '8 days' WHERE credential_id = $1`, [
    login.credentialId,
  ]);
  expect((await admin({ path })).body).toMatchObject({ latin1Warning: null });
  expect((await service.call({ path: '/v1/account', key: account.key })).body).toMatchObject({ smppWarnings: [] });
});
