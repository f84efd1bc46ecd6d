/** A number is one sender in every notation, in every request and every search. */
import { expect, test } from 'vitest';
import { deliver } from '../email/client.ts';
import { body, emailService, letter, processed, smsOf } from '../email/rig.ts';
import { idsOf, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { codeOf, confirmer, idOf, registrar } from './codes.ts';

const service = await emailService();
const { call, db, smtpPort } = service;
const admin = operator(service);
const account = await testAccount(db);
const register = registrar(service, account.key);
const registered = '+38640111222';
const id = idOf(await register({ value: registered, type: 1 }));
await confirmer(service, account.key)(id, await codeOf(db, id));
const send = sender(service, account);

const ways = [
  registered,
  '38640111222',
  '040111222',
  '040 111 222',
  '00386 40 111 222',
  '+386 40 111 222',
  '+386-40-111-222',
  '(040) 111-222',
  '040/111-222',
  '040.111.222',
  '+386 40 111 222',
  '+386 40 111–222',
  '\u202a+386 40 111 222\u202c',
  ' 040 111 222 ',
  '040\t111\t222',
];

test.each(ways)(
  '%j is the registered number, by HTTP, in a preview, at registration and by e-mail',
  async (written) => {
    const sent = await send({ sender: written });
    expect([sent.status, sent.text]).toEqual([202, expect.any(String)]);
    const [messageId] = idsOf(sent);
    const { body: message } = await call({ path: `/v1/sms/messages/${messageId}`, key: account.key });
    expect(message).toMatchObject({ sender: registered });
    const request = { sender: written, destinations: [slovenian], message: { content: 'Hi' } };
    expect(await call({ path: '/v1/sms/messages/preview', key: account.key, body: request })).toMatchObject({
      status: 200,
    });
    const again = await register({ value: written, type: 1 });
    expect([again.status, again.body]).toEqual([200, { id, value: registered, status: 'Confirmed', channel: 'SMS' }]);
    const raw = letter(body({ key: account.key, sender: written, content: `By mail ${messageId}` }));
    expect(await deliver(smtpPort, { raw })).toEqual(processed);
    expect((await smsOf(db, account)).at(-1)).toMatchObject({ sender: registered, content: `By mail ${messageId}` });
  },
);

test.each(ways)('%j finds its messages, for the customer and for the operator', async (written) => {
  const query = `sender=${encodeURIComponent(written)}&limit=1`;
  const [messageId] = idsOf(await send({ sender: registered }));
  for (const answer of [
    await call({ path: `/v1/sms/messages?${query}`, key: account.key }),
    await admin({ path: `/messages?${query}&accountId=${account.id}` }),
  ]) {
    expect(answer).toMatchObject({ status: 200, body: { messages: [{ messageId, sender: registered }] } });
  }
});

test.each([
  ['040 111 223', 'Error: 4 - Phone number not registered: this number is not a sender of the account'],
  ['(040) 111 22', 'Error: 4 - Phone number not registered: this number is not a sender of the account'],
  ['+385 40 111 222', 'Error: 4 - Phone number not registered: this number is not a sender of the account'],
  ['+386 (0)40 111 222', 'Error: 4 - Phone number not registered: this number is not a sender of the account'],
  ['040 111 222 x', 'Error: 2 - Invalid sender (from): the sender is not registered for the account'],
  ['()', 'Error: 2 - Invalid sender (from): the sender is not registered for the account'],
])('%j is not', async (written, error) => {
  expect(await send({ sender: written })).toMatchObject({ status: 400, body: { error } });
});

test('once the sender is deleted, every notation of its number is refused as deleted', async () => {
  await call({ method: 'DELETE', path: `/v1/senders/${id}`, key: account.key });
  for (const written of ways) {
    expect((await send({ sender: written })).body).toEqual({
      error: 'Error: 2 - Invalid sender (from): the sender is deleted, it must be Confirmed',
    });
  }
});
