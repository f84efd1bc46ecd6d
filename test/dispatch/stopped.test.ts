/** A process that stops in order returns every message it has claimed to the queue. */
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { faultProxy } from '../harness/proxy.ts';
import { serviceOn } from '../harness/service.ts';
import { bound, peer, until, untilState } from './carrier.ts';

const { db, url } = await testDatabase();
const proxy = await faultProxy(url);
const first = await serviceOn(proxy.url);
const smsc = await peer();

/** Three messages wait; the first process claims them, does not receive the result of the claim, and is stopped. */
const ids = idsOf(await sender(first, await testAccount(db))({ destinations: numbers(3) }));
const cut = proxy.cut('claim\0', 'after');
await bound(db, smsc);
await cut;
const held = async () => (await db.query('SELECT FROM messages WHERE lease IS NOT NULL')).rowCount;
await until(async () => (await held()) === 3);
await first.service.stop('graceful');
const left = { held: await held(), workers: (await db.query('SELECT FROM workers')).rowCount };
await serviceOn(url);

test('messages claimed without receiving the result are put back, and sent by the next process', async () => {
  expect(left).toEqual({ held: 0, workers: 0 });
  for (const id of ids) await untilState(db, id, 'DELIVERED');
  expect(smsc.submits).toHaveLength(3);
});
