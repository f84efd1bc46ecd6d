/** Balance and prices of the calling account. */
import { expect, test } from 'vitest';
import { addPriceList, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { call, db } = service;

test('the account is shown to its owner', async () => {
  const own = await testAccount(db, { balance: '12.345678', creditLimit: '5', prices: { SI: '0.01', HR: '0.000001' } });
  const look = () => call({ path: '/v1/account', key: own.key });
  const { status, body } = await look();
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    accountId: own.id,
    name: 'Test',
    currency: 'EUR',
    balance: 12.345678,
    creditLimit: 5,
    prices: [
      { country: 'HR', unitPrice: 0.000001, priceList: 'Prices' },
      { country: 'SI', unitPrice: 0.01, priceList: 'Prices' },
    ],
    smppWarnings: [],
    spentLast7Days: 0,
  });
  await sender(service, own)();
  await addPriceList(db, own.id, { SI: '0.5' }, { from: `now() + interval '1 day'` });
  expect((await look()).body).toMatchObject({ balance: 12.335678, prices: [{ country: 'HR' }, { unitPrice: 0.01 }] });
});

test('an account without a price list has no prices', async () => {
  const own = await testAccount(db, { prices: {}, balance: '0' });
  expect((await call({ path: '/v1/account', key: own.key })).body).toMatchObject({ balance: 0, prices: [] });
});
