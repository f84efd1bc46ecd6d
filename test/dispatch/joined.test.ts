/** A process that joins others on one database gets its share of a carrier's binds, and releases it when it stops. */
import { expect, onTestFinished, test } from 'vitest';
import { numbers, sender, testAccount } from '../harness/accounts.ts';
import { type RunningService, serviceOn, testService } from '../harness/service.ts';
import { bound, peer, states, until } from './carrier.ts';

const first = await testService();
const { db } = first;
const smsc = await peer({ answerDelayMs: 20 });
const carrier = await bound(db, smsc, { query: '?binds=4', binds: 4 });
const account = await testAccount(db);

/** The number of the four slots held by each process according to PostgreSQL, in ascending order. */
async function shares(): Promise<number[]> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::integer FROM pg_locks l, (SELECT hashtextextended($1, n) AS key FROM generate_series(0, 3) n) k
     WHERE l.locktype = 'advisory' AND l.classid::bigint = (k.key >> 32) & x'ffffffff'::bigint
       AND l.objid::bigint = k.key & x'ffffffff'::bigint AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     GROUP BY l.pid ORDER BY 1`,
    [carrier],
  );
  return rows.map(({ count }) => count);
}

async function join(): Promise<RunningService> {
  const joined = await serviceOn(first.url);
  onTestFinished(() => joined.service.stop('immediate'));
  return joined;
}

/** Sends single messages one after the other until stopped; resolves with the number accepted. */
function load(send: ReturnType<typeof sender>): () => Promise<number> {
  let isOn = true;
  const run = async () => {
    let accepted = 0;
    for (; isOn; accepted++) expect((await send({ destinations: numbers(1) })).status).toBe(202);
    return accepted;
  };
  const running = run();
  return () => {
    isOn = false;
    return running;
  };
}

test('half of the binds move to a process that joins and back when it stops, and every message is sent once', async () => {
  expect(await shares()).toEqual([4]);
  const stops = [load(sender(first, account)), load(sender(first, account))];
  const second = await join();
  await until(async () => (await shares()).join() === '2,2' && smsc.receivers === 4);
  stops.push(load(sender(second, account)));
  const accepted = (await Promise.all(stops.map((stop) => stop()))).reduce((sum, each) => sum + each, 0);
  await until(async () => (await states(db))['DELIVERED'] === accepted);
  expect(smsc.submits).toHaveLength(accepted);
  await second.service.stop('immediate');
  await until(async () => (await shares()).join() === '4' && smsc.receivers === 4);
});

test('three processes: each has at least one bind', async () => {
  await Promise.all([join(), join()]);
  await until(async () => (await shares()).join() === '1,1,2');
});
