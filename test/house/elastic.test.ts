/** Processes follow the load: one when idle, another under load, and one again afterwards. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { mostProcesses } from '../../src/config/config.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { claimAddress } from '../../src/host/listener.ts';
import { Supervisor } from '../../src/host/supervisor.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { bound, peer, states, until } from '../dispatch/carrier.ts';
import { slovenian } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { childrenOf, commandOf } from '../harness/processes.ts';
import { up } from '../harness/running.ts';
import { adminToken, demoKey, testConfig } from '../harness/service.ts';

const { db, url } = await testDatabase();
await ensureDemo(db, demoKey);
const smsc = await peer();

/** As `usualProcessCount`, with one second of low load instead of a minute, and a load threshold that a test can reach beside others. */
const pace = { full: 0.3, busy: 0.3, busyMs: 0, calm: 0.25, calmMs: 1_000 };

const workers = () => childrenOf(process.pid).filter((child) => /main\.[jt]s/.test(commandOf(child)));

/** Responses of each connection, which is kept until the server closes it. */
function load(base: string, connections: number) {
  let isOn = true;
  let accepted = 0;
  const failed: string[] = [];
  const body = JSON.stringify({ sender: 'Hermod', destinations: [slovenian], message: { content: 'Hello' } });
  const headers = { apikey: demoKey, 'content-type': 'application/json' };
  const run = async () => {
    const dispatcher = new Agent({ connections: 1, pipelining: 1 });
    while (isOn) {
      try {
        const answer = await request(`${base}/v1/sms/messages`, { dispatcher, method: 'POST', headers, body });
        const text = await answer.body.text();
        if (answer.statusCode === 202) accepted += 1;
        else failed.push(`${answer.statusCode} ${text}`);
      } catch (error) {
        failed.push(String(error));
      }
    }
    await dispatcher.close();
  };
  const running = Promise.all(Array.from({ length: connections }, run));
  return async () => {
    isOn = false;
    await running;
    return { accepted, failed };
  };
}

/** API connections accepted by a process. */
function connectionsOf(pid: number, port: number): number {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(local) && state === '01');
  return established.filter((fields) => open.includes(`socket:[${fields[9]}]`)).length;
}

/** Processes that hold a bind slot of the carrier, according to PostgreSQL. */
async function holders(carrier: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(DISTINCT l.pid)::integer FROM pg_locks l,
       (SELECT hashtextextended($1, n) AS key FROM generate_series(0, 1) n) k
     WHERE l.locktype = 'advisory' AND l.classid::bigint = (k.key >> 32) & x'ffffffff'::bigint
       AND l.objid::bigint = k.key & x'ffffffff'::bigint AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [carrier],
  );
  return rows[0]!.count;
}

async function acceptedBy(base: string): Promise<number> {
  const { body } = await request(`${base}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } });
  const found = (await body.text()).matchAll(/^hermod_messages_accepted_total(?:{.*})? (\d+)/gm);
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('a start has one process by default', async () => {
  const running = await up({ HERMOD_DATA_DIR: dataDir(), DATABASE_URL: url, HERMOD_PROCESSES: '' });
  expect(running.workers()).toHaveLength(1);
  expect(await running.stop()).toBe(0);
});

test('one process when idle; under load another, with a bind and connections of its own; one again afterwards', async () => {
  const carrier = await bound(db, smsc, { query: '?binds=2', binds: 0 });
  const config = testConfig({ HERMOD_PROCESSES: 'auto', HERMOD_RATE_LIMIT: '0' });
  expect(mostProcesses(config)).toBeGreaterThan(1);
  const address = await claimAddress('127.0.0.1', 0);
  const supervisor = new Supervisor({ ...config, port: address.port }, url, address, createLog('silent'), pace);
  onTestFinished(() => supervisor.stop());
  await supervisor.start();
  expect(workers()).toHaveLength(1);
  await until(() => smsc.receivers === 2);
  expect(await holders(carrier)).toBe(1);

  const base = `http://127.0.0.1:${address.port}`;
  const stop = load(base, 16);
  await until(() => workers().length > 1);
  await until(async () => (await holders(carrier)) === 2);
  await until(() => workers().every((pid) => connectionsOf(pid, address.port) > 0));
  const { accepted, failed } = await stop();
  expect(failed).toEqual([]);

  await until(() => workers().length === 1);
  await until(async () => (await states(db))['DELIVERED'] === accepted);
  expect(smsc.submits).toHaveLength(accepted);
  // The counters of the ended process are still included.
  expect(await acceptedBy(base)).toBe(accepted);
  await until(async () => smsc.receivers === 2 && (await holders(carrier)) === 1);
});
