/** What a customer sees of its own: replies, transactions, e-mails, and the test of one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEmails } from '../../src/store/email/emails.ts';
import { body, letter } from '../email/rig.ts';
import { books, idsOf, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { type Answer, testService } from '../harness/service.ts';

const service = await testService();
const { db, call } = service;
const admin = operator(service);
const account = await testAccount(db, {
  senders: [{ value: 'Shop' }, { value: '+38640300001', type: 1 }],
  balance: '10',
});
const outsider = await testAccount(db);
const get = (path: string, key = account.key): Promise<Answer> => call({ path, key });

describe('inbound', () => {
  beforeAll(async () => {
    await admin({ path: '/carriers', body: { name: 'simulator', url: 'simulator:' } });
    for (const text of ['first', 'second'])
      await admin({ path: '/simulator/inbound', body: { from: slovenian, to: '+38640300001', text } });
  });

  test('the account’s own, newest first, without the carrier', async () => {
    const { inbound } = (await get('/v1/inbound')).body as { inbound: object[] };
    expect(inbound).toEqual([
      {
        inboundId: expect.any(String),
        senderId: expect.any(String),
        sender: slovenian,
        recipient: '+38640300001',
        text: 'second',
        complete: true,
        receivedAt: expect.any(String),
      },
      expect.objectContaining({ text: 'first' }),
    ]);
    const first = (await get('/v1/inbound?limit=1')).body as { nextCursor: string };
    expect((await get(`/v1/inbound?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
      inbound: [{ text: 'first' }],
    });
    expect((await get('/v1/inbound?sender=%2B38640999999')).body).toEqual({ inbound: [] });
    expect((await get('/v1/inbound', outsider.key)).body).toEqual({ inbound: [] });
  });
});

test('the ledger adds up to the balance, in numbers as in the account', async () => {
  const send = sender(service, account);
  const [messageId] = idsOf(await send({ scheduledTime: Math.floor(Date.now() / 1_000) + 86_400 }));
  await call({ method: 'POST', path: `/v1/sms/messages/${messageId}/cancel`, key: account.key });
  const correction = { amount: '-1.5', note: 'Agreed by phone', id: newId() };
  await admin({ path: `/accounts/${account.id}/corrections`, body: correction });
  type Line = { kind: string; amount: number; messageId?: string };
  const { entries } = (await get('/v1/ledger')).body as { entries: Line[] };
  const { balance } = (await get('/v1/account')).body as { balance: number };
  expect(entries.map(({ kind }) => kind)).toEqual(['correction', 'refund', 'charge', 'top-up']);
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(balance, 6);
  expect(entries[0]).toMatchObject({ amount: -1.5 });
  // What operators write down for themselves.
  for (const name of ['note', 'requestId']) expect(entries[0]).not.toHaveProperty(name);
  expect(entries[1]).toMatchObject({ messageId });
  expect((await get('/v1/ledger?kind=refund')).body).toMatchObject({ entries: [{ kind: 'refund' }] });
  expect(await get('/v1/ledger?kind=gift')).toMatchObject({ status: 400 });
  expect((await get('/v1/ledger', outsider.key)).text).not.toContain(messageId);
});

describe('e-mails', () => {
  const id = newId();
  beforeAll(() =>
    insertEmails(db, [
      {
        ...{
          id,
          via: 'SMTP',
          peer: '192.0.2.1',
          envelopeFrom: 'a@b.example',
          from: 'a@b.example',
          messageId: '<1@b.example>',
        },
        ...{
          subject: 'Hi',
          headers: [{ name: 'From', value: 'a@b.example' }],
          tags: { sender: 'Shop' },
          proof: { spf: 'pass' },
        },
        ...{
          outcome: 'error',
          reason: 'no',
          accountId: account.id,
          submissionId: undefined,
          messageIds: [],
          size: 9,
          text: 'decoded',
        },
      },
    ]),
  );

  test('in a list, and one as it was received and read', async () => {
    const { emails } = (await get('/v1/emails?outcome=error&author=a@b.example')).body as { emails: object[] };
    expect(emails).toMatchObject([{ emailId: id, from: 'a@b.example', outcome: 'error', reason: 'no' }]);
    expect(emails[0]).not.toHaveProperty('text');
    expect((await get(`/v1/emails/${id.toUpperCase()}`)).body).toMatchObject({
      ...{ emailId: id, text: 'decoded', tags: { sender: 'Shop' }, proof: { spf: 'pass' } },
      headers: [{ name: 'From', value: 'a@b.example' }],
    });
    expect((await get('/v1/emails?outcome=sent')).body).toEqual({ emails: [] });
  });

  test('an e-mail of another account, an unknown one and an invalid id give the same answer', async () => {
    const answers = [
      await get(`/v1/emails/${id}`, outsider.key),
      await get(`/v1/emails/${newId()}`),
      await get('/v1/emails/x'),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { error: 'error: 404 - E-mail not found' } });
    expect((await get('/v1/emails', outsider.key)).body).toEqual({ emails: [] });
  });
});

describe('an e-mail that is only tried', () => {
  type Tried = { outcome: string; reason?: string; tags: Record<string, unknown>; preview?: { total: number } };
  const attempt = async (text: string) =>
    (await call({ path: '/v1/emails/try', key: account.key, body: { text } })).body as Tried;
  const request = body({ key: account.key, sender: 'Shop', destinations: slovenian });
  const withoutKey = request.slice(request.indexOf('#sender#'));

  test('with the key, without it, and as a whole mail', async () => {
    const before = await books(db, account);
    const whole = await attempt(request);
    expect(whole).toMatchObject({
      outcome: 'sent',
      tags: { apikey: expect.any(String), sender: 'Shop' },
      preview: { total: 0.01 },
    });
    const own = await attempt(withoutKey);
    expect(own).toMatchObject({ outcome: 'sent', preview: whole.preview! });
    expect(own.tags).not.toHaveProperty('apikey');
    const mail = await call({
      ...{ path: '/v1/emails/try', key: account.key, raw: letter(withoutKey) },
      headers: { 'content-type': 'message/rfc822' },
    });
    expect(mail.body).toMatchObject({ outcome: 'sent', from: ['alice@good.example'] });
    expect(JSON.stringify([whole, own, mail.body])).not.toContain(account.key);
    expect(await books(db, account)).toEqual(before);
  });

  test('a key that is wrong is not made up for, nor is that of another account', async () => {
    for (const key of [newId(), outsider.key])
      expect(await attempt(body({ key, sender: 'Shop' }))).toMatchObject({
        outcome: 'dropped',
        reason: 'its API key is not valid',
      });
    expect(await attempt(`#apikey# here\n${withoutKey}`)).toMatchObject({ outcome: 'dropped' });
  });

  test.each([
    [{}, 400],
    [{ text: 'a', raw: 'b' }, 400],
    [{ text: 'x'.repeat(2 ** 20) }, 413],
  ])('is refused when it is %#', async (given, status) => {
    expect(await call({ path: '/v1/emails/try', key: account.key, body: given })).toMatchObject({ status });
  });

  test('and a test needs a key', async () => {
    expect(await call({ path: '/v1/emails/try', key: null, body: { text: 'x' } })).toMatchObject({ status: 401 });
    expect(await get('/v1/emails/try')).toMatchObject({ status: 405 });
  });
});
