/**
 * How many requests a second are accepted, that is, committed and synced to disk, against a bare Fastify that only echoes.
 * `npm run bench:accept` or `node bench/accept.ts [seconds] [rounds]`. Loopback only; cleans up after itself.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './client.ts';

const seconds = Number(process.argv[2] ?? 8);
const rounds = Number(process.argv[3] ?? 3);
const key = '11111111-2222-4333-8444-555555555555';
const ports = { service: 18_080, echo: 18_081 };
const processes = 2;
const folder = mkdtempSync(join(tmpdir(), 'hermod-bench-'));
chmodSync(folder, 0o711);
const here = import.meta.dirname;

const scenarios = [
  { name: '1 recipient', recipients: 1, connections: 64 },
  { name: '1,000 recipients', recipients: 1_000, connections: 8 },
];

const service = spawn(process.execPath, [join(here, '..', 'bin', 'hermod.mjs'), 'start'], {
  env: {
    ...process.env,
    HERMOD_DATA_DIR: join(folder, 'data'),
    HERMOD_PORT: `${ports.service}`,
    HERMOD_PROCESSES: `${processes}`,
    HERMOD_DEMO_KEY: key,
    HERMOD_SMTP_PORT: '0',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const echo = spawn(process.execPath, [join(here, 'echo.ts'), `${ports.echo}`, `${processes}`], { stdio: 'inherit' });

try {
  await Promise.all([answers(ports.service), answers(ports.echo)]);
  await topUp();
  for (const scenario of scenarios) await compare(scenario);
} finally {
  await Promise.all([ended(service), ended(echo)]);
  rmSync(folder, { recursive: true, force: true });
}

/** Both in turn, several times, so that a busy moment of the machine hits neither alone; the median counts. */
async function compare({ name, recipients, connections }: (typeof scenarios)[number]): Promise<void> {
  const results = { echo: [] as LoadResult[], service: [] as LoadResult[] };
  for (let round = 1; round <= rounds; round++) {
    for (const target of ['echo', 'service'] as const) {
      const result = await measure(ports[target], recipients, connections);
      results[target].push(result);
      console.log(
        `${name}, round ${round}, ${target}: ${result.perSecond}/s, p50 ${result.p50} ms, p99 ${result.p99} ms, ${JSON.stringify(result.statuses)}`,
      );
    }
  }
  const [yardstick, accepted] = [median(results.echo), median(results.service)];
  console.log(
    `→ ${name}: ${accepted} durable requests/s (${accepted * recipients} messages/s), echo ${yardstick}/s, ratio ${(accepted / yardstick).toFixed(2)}\n`,
  );
}

async function measure(port: number, recipients: number, connections: number): Promise<LoadResult> {
  const destinations = Array.from({ length: recipients }, (_, index) => `+38640${String(100_000 + index)}`);
  const body = JSON.stringify({
    sender: 'Hermod',
    destinations,
    message: { content: 'Your parcel arrives today between 14:00 and 16:00.' },
  });
  const options: LoadOptions = {
    port,
    path: '/v1/sms/messages',
    headers: { apikey: key, 'content-type': 'application/json' },
    body,
    connections,
    seconds,
    warmupSeconds: 2,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'client.ts'), JSON.stringify(options)], {
    maxBuffer: 1e6,
  });
  return JSON.parse(stdout) as LoadResult;
}

/** The demo balance would be gone within seconds. */
async function topUp(): Promise<void> {
  const { openDb } = await import('../src/db.ts');
  const { createLog } = await import('../src/log.ts');
  const { readPostmaster } = await import('../src/host/postgres/postmaster.ts');
  const { insertTopUp } = await import('../src/store/accounts.ts');
  const { demoAccountId } = await import('../src/flows/demo.ts');
  const { newId } = await import('../src/ids.ts');
  const { socketFolder, port } = readPostmaster(join(folder, 'data', 'postgres'))!;
  const db = openDb(`postgres://hermod@${encodeURIComponent(socketFolder)}:${port}/hermod`, createLog('silent'));
  await db.transaction((tx) =>
    insertTopUp(tx, { id: newId(), accountId: demoAccountId, amount: '100000000', note: 'bench' }),
  );
  await db.close();
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ok = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`nothing answers on port ${port}`);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function median(results: LoadResult[]): number {
  const rates = results.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
  return rates[Math.floor(rates.length / 2)]!;
}
