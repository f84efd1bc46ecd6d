/** The connection to PostgreSQL drops all packets without an error: the worst kind of outage, since neither side notices it. */
import { expect, test } from 'vitest';
import { openDb } from '../../src/database/db.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { testDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { faultProxy } from '../harness/proxy.ts';

const { db, url } = await testDatabase();
const proxy = await faultProxy(url);

test('every connection of the pool is replaced, inside a transaction or not', async () => {
  const far = openDb(proxy.url, createLog('silent'), { connections: 2, statementSeconds: 1 });
  await far.query('SELECT 1');
  const inside = far.transaction(async (tx) => {
    await tx.query('SELECT 1');
    proxy.inflict('half-open');
    await tx.query('SELECT 2');
  });
  await expect(Promise.all([inside, far.query('SELECT 3')])).rejects.toThrow('timeout');
  proxy.heal();
  await expect.poll(() => far.query('SELECT 4').then(({ rowCount }) => rowCount), { timeout: patienceMs }).toBe(1);
  await far.transaction((tx) => tx.query('SELECT 5'));
  await far.close();
});

test('a transaction of an unresponsive process does not keep its locks', async () => {
  await db.query('CREATE TABLE held (n integer); INSERT INTO held VALUES (1)');
  const far = openDb(proxy.url, createLog('silent'), { connections: 1, idleSeconds: 1 });
  const silent = far.transaction(async (tx) => {
    await tx.query('UPDATE held SET n = 2');
    await expect
      .poll(() => db.query('UPDATE held SET n = 3').then(({ rowCount }) => rowCount), { timeout: patienceMs })
      .toBe(1);
    await tx.query('SELECT 1');
  });
  await expect(silent).rejects.toThrow(/idle-in-transaction|connection/i);
  expect((await db.query('SELECT n FROM held')).rows).toEqual([{ n: 3 }]);
  await far.close();
});
