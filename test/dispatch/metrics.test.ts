/** What an operator's graphs show of a carrier. */
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { bound, peer, until, untilState } from './carrier.ts';

const service = await testService();
const { call, db } = service;
const smsc = await peer();
const id = await bound(db, smsc);
await db.query(`UPDATE carriers SET name = 'Telekom' WHERE id = $1`, [id]);
await until(async () => (await figures())['hermod_carrier_connections{carrier="Telekom"}'] === 1);

async function figures(): Promise<Record<string, number>> {
  const { text } = await call({ path: '/metrics', key: null });
  const lines = text.split('\n').filter((line) => line.startsWith('hermod_carrier_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('connections, submits by their answer, and receipts by what they say', async () => {
  const send = sender(service, await testAccount(db));
  const [good, bad] = numbers(2);
  smsc.fates.set(bad!, { status: 'ESME_RINVDSTADR' });
  const [first, second] = idsOf(await send({ destinations: [good, bad] }));
  await untilState(db, first!, 'DELIVERED');
  await untilState(db, second!, 'REJECTED');
  expect(await figures()).toEqual({
    'hermod_carrier_connections{carrier="Telekom"}': 1,
    'hermod_carrier_submits_total{carrier="Telekom",outcome="accepted"}': 1,
    'hermod_carrier_submits_total{carrier="Telekom",outcome="refused"}': 1,
    'hermod_carrier_refusals_total{carrier="Telekom",status="ESME_RINVDSTADR"}': 1,
    'hermod_carrier_receipts_total{carrier="Telekom",outcome="delivered"}': 1,
  });
});

test('a carrier that is gone is no longer shown as one that is down', async () => {
  await db.query('DELETE FROM routes WHERE carrier_id = $1', [id]);
  await db.query('DELETE FROM carriers WHERE id = $1', [id]);
  await until(async () => !('hermod_carrier_connections{carrier="Telekom"}' in (await figures())));
});
