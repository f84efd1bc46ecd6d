/** The dry run: the effect of a request in every detail, without sending it. */
import { expect, test } from 'vitest';
import { books, croatian, numbers, request, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;
const account = await testAccount(db, { balance: '1', creditLimit: '0.5' });

function preview(fields: Parameters<typeof request>[0] = {}, headers: Record<string, string> = {}) {
  return call({ path: '/v1/sms/messages/preview', key: account.key, body: request(fields), headers });
}

test('text after replacement, encoding, segments, prices, total and balance; no message is sent', async () => {
  const before = await books(db, account);
  const message = { content: `Žoga – ${'a'.repeat(160)}` };
  const answer = await preview({ message, destinations: [slovenian, croatian, croatian], scheduledTime: 4e9 });
  expect(answer.status).toBe(200);
  expect(answer.body).toStrictEqual({
    content: `Zoga - ${'a'.repeat(160)}`,
    encoding: 'GSM-7',
    segmentCount: 2,
    forcesUnicode: [],
    recipients: [
      { destination: slovenian, country: 'SI', price: 0.02 },
      { destination: croatian, country: 'HR', price: 0.04 },
      { destination: croatian, country: 'HR', price: 0.04 },
    ],
    total: 0.1,
    currency: 'EUR',
    balanceAfter: 0.9,
    affordable: true,
  });
  expect(await books(db, account)).toEqual(before);
});

test('each character that forces Unicode, and its position', async () => {
  const { body } = await preview({ message: { content: '😀 č Ж 😀' } });
  expect(body).toMatchObject({
    content: '😀 c Ж 😀',
    encoding: 'UCS-2',
    forcesUnicode: [
      { character: '😀', positions: [0, 6] },
      { character: 'Ж', positions: [4] },
    ],
  });
});

test('characters that GSM lacks do not force Unicode, and their replacements are shown', async () => {
  const content = '© Acme: 20 °C ± 2 °C, 90°, 5 µg × 3 → 50 ₽';
  const { body } = await preview({ message: { content } });
  expect(body).toMatchObject({
    content: '(c) Acme: 20 C +/- 2 C, 90 deg, 5 ug x 3 -> 50 RUB',
    encoding: 'GSM-7',
    segmentCount: 1,
    forcesUnicode: [],
  });
});

test('the position in the text that is kept', async () => {
  const { body } = await preview({ message: { content: '…č 😀', isUnicode: true } });
  expect(body).toMatchObject({
    content: '…č 😀',
    forcesUnicode: [
      { character: '…', positions: [0] },
      { character: 'č', positions: [1] },
      { character: '😀', positions: [3] },
    ],
  });
});

test('a total beyond the balance and the credit limit is shown, not refused', async () => {
  expect((await preview({ destinations: numbers(150) })).body).toMatchObject({ balanceAfter: -0.5, affordable: true });
  expect((await preview({ destinations: numbers(151) })).body).toMatchObject({
    balanceAfter: -0.51,
    affordable: false,
  });
});

test('it agrees with the result of sending', async () => {
  const fields = { message: { content: 'Ж'.repeat(200) }, destinations: [slovenian, croatian] };
  const { total, balanceAfter, segmentCount } = (await preview(fields)).body as Record<string, number>;
  const answer = await sender(service, account)(fields);
  expect(answer.body).toMatchObject({ segmentCount });
  const { balance, charged } = await books(db, account);
  expect([Number(balance), Number(charged)]).toEqual([balanceAfter, total]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['sender', { sender: 'Unknown' }, 'Error: 2 - Invalid sender (from): the sender is not registered for the account'],
  [
    'text',
    { message: { content: ' ' } },
    'Error: 1 - Message too long or empty: the message is empty or only white space',
  ],
  [
    'number',
    { destinations: ['1'] },
    'Error: 3 - Invalid recipient (to) number: not a valid phone number: "1" | Invalid destination numbers: 1',
  ],
  ['type', { priceReport: 1 }, 'Error: 7 - Message rejected: priceReport must be true or false'],
])('the same rules, the same words: %s', async (_, fields, error) => {
  expect(await preview(fields)).toMatchObject({ status: 400, body: { error } });
  expect((await sender(service, account)(fields)).body).toEqual({ error });
});
