/** A clock set back by three hours while the service runs: no work waits until the clock has caught up. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { request, testAccount } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { up } from '../harness/running.ts';

const { url, db } = await testDatabase();
const receiver = await webhookReceiver();
const account = await testAccount(db);
const settings = {
  HERMOD_DATA_DIR: dataDir(),
  DATABASE_URL: url,
  HERMOD_PROCESSES: '1',
  HERMOD_CARRIER_URL: 'simulator:?receipt_delay=50',
  HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
  HERMOD_WEBHOOK_RETRY_SCALE: '0.01',
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '../harness/set-back.mjs')}`,
};
/** The simulator accepts it at the third attempt. */
const throttledTwice = '+38640000006';
/** Its receipt takes twenty times as long. */
const slow = '+38640000007';

test('a message is retried, a paused endpoint gets its reports, and the carrier still counts as up', async () => {
  const running = await up(settings);
  const send = async (fields: Parameters<typeof request>[0]) => {
    const headers = { apikey: account.key, 'content-type': 'application/json' };
    const body = JSON.stringify(request(fields));
    expect((await fetch(`${running.base}/v1/sms/messages`, { method: 'POST', headers, body })).status).toBe(202);
  };
  const states = async () =>
    (await db.query<{ state: string }>('SELECT state FROM messages ORDER BY id')).rows.map(({ state }) => state);
  /** Whether a process has reported since then that the carrier is up. */
  const isRenewed = async (since: Date) =>
    (await db.query('SELECT 1 FROM carrier_links WHERE seen_at > $1', [since])).rows.length > 0;

  receiver.answer = () => 503;
  for (let count = 0; count < 5; count++) await send({ deliveryReportUrl: `${receiver.url}/${count}` });
  await receiver.until(5);
  await send({ destinations: [slow] });
  for (const pid of running.workers()) process.kill(pid, 'SIGUSR2');
  const { rows } = await db.query<{ now: Date }>('SELECT now()');
  receiver.answer = () => 200;
  await send({ destinations: [throttledTwice] });

  const told = () =>
    new Set(receiver.received.filter(({ body }) => body.includes('DELIVERED')).map(({ path }) => path));
  await expect.poll(states, { timeout: patienceMs }).toEqual(Array.from({ length: 7 }, () => 'DELIVERED'));
  await expect.poll(() => told().size, { timeout: patienceMs }).toBe(5);
  await expect.poll(() => isRenewed(rows[0]!.now), { timeout: patienceMs }).toBe(true);
  expect(await running.stop()).toBe(0);
});
