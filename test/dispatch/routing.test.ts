/** Route selection, and how changes take effect while the service runs. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { books, croatian, idsOf, numbers, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { bound, type Peer, peer, silentPeer, until, untilState, urlOf } from './carrier.ts';

// Long enough that one carrier still unbinds while another is bound.
const service = await testService({ HERMOD_DRAIN_SECONDS: '6' });
const { db } = service;
const pair = await testService();
await serviceOn(pair.url);
const account = await testAccount(db);
const send = sender(service, account);
const [first, second, third, spare] = [await peer(), await peer(), await peer(), await peer()];
const mute = await peer({ answerDelayMs: 60_000 });
const back = silentPeer({ port: spare.port });

/** Only these carriers exist, and all of them are bound. */
async function only(...carriers: [Peer, Parameters<typeof bound>[2]?][]): Promise<string[]> {
  await db.query('DELETE FROM carriers');
  await until(() => [first, second, third].every(({ receivers }) => receivers === 0));
  const ids = [];
  for (const [smsc, how] of carriers) {
    smsc.submits.length = 0;
    ids.push(await bound(db, smsc, how));
  }
  return ids;
}

const went = ({ submits }: Peer, destination: string) => submits.some((submit) => submit.destination === destination);

test('by country, and before that by the longest prefix', async () => {
  await only(
    [first, { routes: [{ country: 'SI' }] }],
    [second, { routes: [{ country: 'HR' }] }],
    [third, { routes: [{ prefix: '+3864' }, { prefix: '+38640123456' }] }],
  );
  await send({ destinations: ['+38631100000', croatian, slovenian] });
  await until(() => went(first, '+38631100000') && went(second, croatian) && went(third, slovenian));
  expect([first, second, third].map(({ submits }) => submits.length)).toEqual([1, 1, 1]);
});

test('a message without a route is REJECTED and refunded', async () => {
  await only([first, { routes: [{ country: 'HR' }] }]);
  const { balance } = await books(db, account);
  const [id] = idsOf(await send());
  await untilState(db, id!, 'REJECTED');
  expect(await books(db, account)).toMatchObject({ balance, ledger: balance });
});

test('a new route applies immediately, also in a process that has not loaded it yet', async () => {
  const [carrierId] = await only([first, { routes: [{ country: 'HR' }] }]);
  await db.query("INSERT INTO routes (id, carrier_id, country) VALUES ($1, $2, 'SI')", [newId(), carrierId]);
  const [id] = idsOf(await send());
  await untilState(db, id!, 'DELIVERED');
});

test('by weight among equal priorities', async () => {
  await only([first, { routes: [{ weight: 3 }] }], [second, { routes: [{ weight: 1 }] }]);
  for (let count = 10; count <= 200; count += 10) {
    await send({ destinations: numbers(10) });
    await until(() => first.submits.length + second.submits.length === count);
  }
  // 150 of 200 are expected; a deviation of 30 has a probability of 1 in 1,000,000.
  expect(first.submits.length).toBeGreaterThan(120);
  expect(first.submits.length).toBeLessThan(180);
});

test('by priority; to the next carrier while one is down, and back when it is up', async () => {
  await only([spare, { routes: [{ priority: 1 }] }], [second, { routes: [{ priority: 2 }] }]);
  await send();
  await until(() => spare.submits.length === 1);
  await spare.stop(100);
  await send();
  await until(() => second.submits.length === 1);
  await back.listen();
  await until(() => back.receivers === 1);
  await send();
  await until(() => back.submits.length === 1);
  expect(second.submits).toHaveLength(1);
});

test('not to a disabled carrier', async () => {
  const [off] = await only([first, { routes: [{ priority: 1 }] }], [second]);
  await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [off]);
  await until(() => first.receivers === 0);
  await send();
  await until(() => second.submits.length === 1);
  expect(first.submits).toHaveLength(0);
});

test('a carrier that does not respond when it is disabled does not delay the connection of others', async () => {
  await only();
  const id = await bound(db, mute, { query: '?timeout=12' });
  await send();
  await until(() => mute.submits.length === 1);
  await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [id]);
  await bound(db, second);
  expect(mute.receivers).toBe(1);
  await db.query('UPDATE carriers SET enabled = true, url = $2 WHERE id = $1', [id, urlOf(first)]);
  await until(() => first.receivers === 1);
  expect(mute.receivers).toBe(0);
});

test('to the new address of a carrier, in all processes and without a restart', async () => {
  await only();
  const id = await bound(pair.db, first, { query: '?binds=2', binds: 2 });
  for (const { submits } of [first, second]) submits.length = 0;
  await pair.db.query('UPDATE carriers SET url = $2 WHERE id = $1', [id, urlOf(second, '?binds=2')]);
  await until(() => first.receivers === 0 && second.receivers === 2);
  await sender(pair, await testAccount(pair.db))({ destinations: numbers(20) });
  await until(() => second.submits.length === 20);
  expect(first.submits).toHaveLength(0);
});
