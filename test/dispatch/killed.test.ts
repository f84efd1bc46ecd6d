/** A real process killed during a full window: only messages without a stored result are sent again, at most one window. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/database/db.ts';
import { numbers } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { untilGone } from '../harness/processes.ts';
import { untilReady, up } from '../harness/running.ts';
import { demoKey } from '../harness/service.ts';
import { expireWorkers } from '../harness/workers.ts';
import { type Peer, peer, states, until, urlOf } from './carrier.ts';

const window = 50;
const total = 200;
const slow = { ...(await testDatabase()), smsc: await peer({ answerDelayMs: 500 }) };
const quick = { ...(await testDatabase()), smsc: await peer() };

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

async function leases(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ lease: string }>('SELECT DISTINCT lease FROM messages WHERE lease IS NOT NULL');
  return rows.map(({ lease }) => lease);
}

/** A service bound to this SMSC; runs the given step, then sends all messages. */
async function busyService(databaseUrl: string, smsc: Peer, before: () => Promise<unknown> = async () => {}) {
  const running = await up({
    DATABASE_URL: databaseUrl,
    HERMOD_DATA_DIR: dataDir(),
    HERMOD_DEMO: 'true',
    HERMOD_DEMO_KEY: demoKey,
    HERMOD_CARRIER_URL: urlOf(smsc, `?window=${window}`),
  });
  await untilReady(running.base);
  await until(() => smsc.receivers === 1);
  await before();
  const answer = await fetch(`${running.base}/v1/sms/messages`, {
    method: 'POST',
    headers: { apikey: demoKey, 'content-type': 'application/json' },
    body: JSON.stringify({ sender: 'Hermod', destinations: numbers(total), message: { content: 'Hello' } }),
  });
  expect(answer.status).toBe(202);
  return running;
}

async function killItsOwner(smsc: Peer, pids: number[]): Promise<void> {
  const victim = clientOf(smsc.port, pids);
  process.kill(victim, 'SIGKILL');
  await untilGone(victim);
}

/** The bind moves to another process, and every message is delivered. */
async function recovers(db: Db, smsc: Peer): Promise<void> {
  const [dead, ...others] = await leases(db);
  expect(others).toEqual([]);
  await until(() => smsc.receivers === 1 && smsc.counters.binds === 2);
  // Other processes take over after 30 s; the test does it immediately.
  await expireWorkers(db, [dead!]);
  await until(async () => (await states(db))['DELIVERED'] === total);
  expect(new Set(smsc.submits.map(({ destination }) => destination)).size).toBe(total);
  expect(smsc.submits.length).toBeLessThanOrEqual(total + window);
}

test('killed before the carrier responds', async () => {
  const { db, url, smsc } = slow;
  const running = await busyService(url, smsc);
  await until(() => smsc.submits.length === window);
  await killItsOwner(smsc, running.workers());
  await recovers(db, smsc);
  expect(await running.stop()).toBe(0);
});

test('killed after the carrier has responded, before the results are stored', async () => {
  const { db, url, smsc } = quick;
  const holder = new pg.Client(url);
  await holder.connect();
  onTestFinished(() => holder.end());
  const running = await busyService(url, smsc, () => holder.query('BEGIN; LOCK TABLE parts IN SHARE MODE'));
  await until(() => smsc.submits.length === window);
  // The carrier has responded to all, and would accept more.
  await sleep(1_000);
  expect(smsc.submits.length).toBe(window);
  await killItsOwner(smsc, running.workers());
  await holder.query('ROLLBACK');
  await recovers(db, smsc);
  expect(await running.stop()).toBe(0);
});
