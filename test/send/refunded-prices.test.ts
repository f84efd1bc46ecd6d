/** The price of a refunded message is 0 wherever it is shown, and the sums of all views match the ledger. */
import { expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { formatMoney, parseMoney } from '../../src/domain/money/money.ts';
import { deliver } from '../email/client.ts';
import { body, emailService, letter } from '../email/rig.ts';
import { idsOf, request, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { recount } from '../harness/recount.ts';
import { bound, credential } from '../smsc/rig.ts';

const smppPort = await freePort();
const service = await emailService({ HERMOD_SMPP_PORT: `${smppPort}` });
const { db, call, smtpPort } = service;
const admin = operator(service);
const { carrierId } = (await admin({ path: '/carriers', body: { name: 'simulator', url: 'simulator:' } })).body as {
  carrierId: string;
};
await admin({ path: '/routes', body: { carrierId } });

const [failed, refused, rejected, unknown] = ['+38640000001', '+38640000003', '+38640000004', '+38640000005'];
const refunded = ['REJECTED', 'CANCELLED'];

type Shown = { messageId: string; status: string; price: number | string };
const sum = (prices: readonly (number | string)[]) =>
  formatMoney(prices.reduce((total, price) => total + parseMoney(`${price}`), 0n));

test('a refunded message costs 0 in every view, and the sums of the views match the ledger', async () => {
  const { id, key } = await testAccount(db, { prices: { SI: '0.0125' } });
  const send = (fields: object) => call({ path: '/v1/sms/messages', key, body: request(fields) });
  const destinations = ['+38640123456', failed, refused, rejected, unknown];
  expect((await send({ destinations, content: 'x'.repeat(200) })).status).toBe(202);
  const scheduledTime = Math.floor(Date.now() / 1_000) + 3_600;
  const [cancelled] = idsOf(await send({ scheduledTime }));
  await send({ scheduledTime });
  await call({ method: 'POST', path: `/v1/sms/messages/${cancelled}/cancel`, key });
  expect((await call({ path: '/v1/verify', key, body: { to: refused, sender: 'Shop' } })).status).toBe(202);
  expect(await deliver(smtpPort, { raw: letter(body({ key, destinations: `${rejected}\n${failed}` })) })).toMatch(
    /^250/,
  );
  const { submit } = await bound(smppPort, await credential(db, {}, id));
  expect((await submit({ source_addr: 'Shop', destination_addr: refused.slice(1) })).status).toBe('ESME_ROK');
  expect((await submit({ source_addr: 'Shop', destination_addr: failed.slice(1) })).status).toBe('ESME_ROK');

  const listed = async () =>
    ((await call({ path: '/v1/sms/messages?limit=100', key })).body as { messages: Shown[] }).messages;
  await vi.waitUntil(async () => (await listed()).filter(({ status }) => /ACCEPTED|SENT/.test(status)).length === 0, {
    timeout: patienceMs,
  });
  const messages = await listed();
  const states = messages.map(({ status }) => status).sort();
  expect(states).toEqual(
    ['CANCELLED', 'DELIVERED', 'FAILED', 'FAILED', 'FAILED', ...times(5, 'REJECTED'), 'SCHEDULED', 'UNKNOWN'].sort(),
  );

  const { rows } = await db.query<{ spent: string }>(
    `SELECT -sum(amount) AS spent FROM ledger WHERE account_id = $1 AND kind IN ('charge', 'refund')`,
    [id],
  );
  const spent = formatMoney(parseMoney(rows[0]!.spent));
  const ofOperator = ((await admin({ path: `/messages?accountId=${id}&limit=100` })).body as { messages: Shown[] })
    .messages;
  for (const list of [messages, ofOperator]) {
    for (const { status, price } of list)
      expect([status, Number(price) === 0]).toEqual([status, refunded.includes(status)]);
    expect(sum(list.map(({ price }) => price))).toBe(spent);
  }
  for (const { messageId, price } of messages) {
    expect((await call({ path: `/v1/sms/messages/${messageId}`, key })).body).toMatchObject({ price });
    expect(Number(((await admin({ path: `/messages/${messageId}` })).body as Shown).price)).toBe(price);
  }
  const files = [
    await call({ path: '/v1/sms/messages.csv', key }),
    await admin({ path: `/messages.csv?accountId=${id}` }),
  ];
  for (const { text } of files) expect(sum(column(text, 'price'))).toBe(spent);

  await recount(db);
  const statistics = await call({ path: '/v1/statistics/by.csv?group=country', key });
  expect(sum(column(statistics.text, 'spend'))).toBe(spent);
  const { balance } = (await call({ path: '/v1/account', key })).body as { balance: number };
  expect(sum([balance, spent])).toBe(sum([1000]));
});

function times(count: number, status: string): string[] {
  return new Array<string>(count).fill(status);
}

/** No cell of these files contains a comma. */
function column(file: string, name: string): string[] {
  const [head, ...lines] = file.trimEnd().split('\r\n');
  const place = head!.split(',').indexOf(name);
  return lines.map((line) => line.split(',')[place]!);
}
