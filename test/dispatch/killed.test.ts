/** A real process, killed with a full window. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numbers } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { untilGone } from '../harness/processes.ts';
import { untilReady, up } from '../harness/running.ts';
import { demoKey } from '../harness/service.ts';
import { peer, states, until, urlOf } from './carrier.ts';

const window = 50;
const total = 200;
const { db, url } = await testDatabase();
const folder = dataDir();
const smsc = await peer({ answerDelayMs: 500 });

/** The process that has a connection to this port. */
function clientOf(port: number, pids: number[]): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[2]?.endsWith(remote))
    .map((fields) => `socket:[${fields[9]}]`);
  const holds = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  return pids.find(holds)!;
}

async function leases(): Promise<string[]> {
  const { rows } = await db.query<{ lease: string }>('SELECT DISTINCT lease FROM messages WHERE lease IS NOT NULL');
  return rows.map(({ lease }) => lease);
}

test('loses nothing, sends at most the window again, and its bind moves to another process', async () => {
  const running = await up({
    DATABASE_URL: url,
    HERMOD_DATA_DIR: folder,
    HERMOD_DEMO: 'true',
    HERMOD_DEMO_KEY: demoKey,
    HERMOD_CARRIER_URL: urlOf(smsc, `?window=${window}`),
  });
  await untilReady(running.base);
  await until(() => smsc.receivers === 1);
  const answer = await fetch(`${running.base}/v1/sms/messages`, {
    method: 'POST',
    headers: { apikey: demoKey, 'content-type': 'application/json' },
    body: JSON.stringify({ sender: 'Hermod', destinations: numbers(total), message: { content: 'Hello' } }),
  });
  expect(answer.status).toBe(202);

  await until(() => smsc.submits.length === window);
  const victim = clientOf(smsc.port, running.workers());
  process.kill(victim, 'SIGKILL');
  await untilGone(victim);
  const killedAt = Date.now();
  const [dead, ...others] = await leases();
  expect(others).toEqual([]);
  await until(() => smsc.receivers === 1 && smsc.counters.binds === 2, 35_000);
  expect(Date.now() - killedAt).toBeLessThan(35_000);

  // In half a minute the lease is over; here, now.
  await db.query('UPDATE messages SET due_at = now() WHERE lease = $1', [dead]);
  await until(async () => (await states(db))['DELIVERED'] === total, 20_000);
  expect(new Set(smsc.submits.map(({ destination }) => destination)).size).toBe(total);
  expect(smsc.submits.length).toBeLessThanOrEqual(total + window);
  expect(await running.stop()).toBe(0);
});
