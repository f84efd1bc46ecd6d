/** Hermod started as a person starts it, on a data directory that is removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../src/base/ids.ts';
import { type Db, openDb } from '../src/database/db.ts';
import { demoAccountId } from '../src/flows/accounts/demo.ts';
import { embeddedDatabaseUrl, postgresPassword } from '../src/host/postgres/access.ts';
import { readPostmaster } from '../src/host/postgres/postmaster.ts';
import { insertTopUp } from '../src/store/account/ledger-entries.ts';
import { createLog } from '../src/telemetry/log.ts';
import { watchTotals } from './totals.ts';

export const key = '11111111-2222-4333-8444-555555555555';
const launcher = join(import.meta.dirname, '..', 'bin', 'hermod.mjs');

export type BenchService = { port: number; pid: number; postgresPid: number; db: Db; stop(): Promise<void> };

/** `processes`: 0 for the default, which adds processes under load. */
export async function benchService(
  port: number,
  processes: number,
  settings: Record<string, string> = {},
): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-bench-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const child = spawn(process.execPath, [launcher, 'start'], {
    env: {
      ...process.env,
      HERMOD_DATA_DIR: dataDir,
      HERMOD_PORT: `${port}`,
      HERMOD_SMTP_PORT: '0',
      HERMOD_SMPP_PORT: '0',
      ...(processes > 0 && { HERMOD_PROCESSES: `${processes}` }),
      HERMOD_DEMO_KEY: key,
      HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(port);
  const postmaster = readPostmaster(join(dataDir, 'postgres'))!;
  const { pid: postgresPid } = postmaster;
  const url = embeddedDatabaseUrl(postmaster, postgresPassword(dataDir)!);
  const db = openDb(url, createLog('silent'), { connections: 2, name: 'bench' });
  // The demo balance would be spent within seconds.
  await db.transaction((tx) =>
    insertTopUp(tx, { id: newId(), accountId: demoAccountId, amount: '100000000', note: 'bench' }),
  );
  const finish = await watchTotals({ node: [child.pid!], postgres: [postgresPid] }, db);
  return {
    port,
    pid: child.pid!,
    postgresPid,
    db,
    async stop() {
      await finish();
      await db.close();
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Has this many messages accepted, a thousand per request. */
export async function fill(port: number, messages: number, fields: object = {}): Promise<void> {
  const perRequest = 1_000;
  const destinations = Array.from({ length: perRequest }, (_, index) => `+38640${100_000 + index}`);
  const message = { content: 'Your parcel arrives today.' };
  const body = JSON.stringify({ sender: 'Hermod', destinations, message, ...fields });
  for (let sent = 0; sent < messages; sent += perRequest) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sms/messages`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body,
    });
    // An unread body holds its connection, and ends this process when the service closes it.
    const text = await answer.text();
    if (answer.status !== 202) throw new Error(`the queue could not be filled: ${answer.status} ${text}`);
  }
}

export async function untilAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ok = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      (answer) => answer.text(),
      () => undefined,
    );
    if (ok !== undefined) return;
    await sleep(100);
  }
  throw new Error(`nothing answers on port ${port}`);
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
