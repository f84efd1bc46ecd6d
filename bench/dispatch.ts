/**
 * How fast messages leave: a queue that has piled up is handed to an SMSC that answers at once, without and with receipts.
 * `npm run bench:dispatch -- [messages]`. Loopback only; cleans up after itself.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { perUnit, usage } from './cpu.ts';
import { type BenchService, benchService, ended, key } from './service.ts';

const [messages = 50_000] = process.argv.slice(2).map(Number);
const ports = { service: 18_080, smsc: 12_775 };
const perRequest = 1_000;

const launcher = join(import.meta.dirname, '..', 'bin', 'hermod.mjs');
const smsc = spawn(
  process.execPath,
  [launcher, 'smsc', '--port', `${ports.smsc}`, '--window', '500', '--receipt-delay', '0', '--json'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const carrier = `smpp://bench:bench@127.0.0.1:${ports.smsc}?binds=2&window=500`;
/** Nobody listens there. A carrier that is switched off would not do: what has no other route is refused. */
const unreachable = 'smpp://bench:bench@127.0.0.1:1';
const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrier}&receipts=none` });

try {
  await drainQueue(service, 'without receipts', 'SENT', `${carrier}&receipts=none`);
  await drainQueue(service, 'with receipts', 'DELIVERED', carrier);
} finally {
  await service.stop();
  await ended(smsc);
}

async function drainQueue(service: BenchService, name: string, state: string, url: string): Promise<void> {
  const { db, pid, postgresPid } = service;
  await db.query('UPDATE carriers SET url = $1', [unreachable]);
  await sleep(2_000);
  const before = await counted(db, state);
  await fill();
  const groups = { node: [pid], postgres: [postgresPid] };
  const used = usage(groups);
  await db.query('UPDATE carriers SET url = $1', [url]);
  const first = await until(db, state, before + 1);
  const last = await until(db, state, before + messages);
  const seconds = (last - first) / 1_000;
  const cost = perUnit(used, usage(groups), messages);
  console.log(
    `→ ${messages} messages ${name}: ${Math.round(messages / seconds)}/s to ${state}, CPU µs per message ${JSON.stringify(cost)}`,
  );
}

async function fill(): Promise<void> {
  const destinations = Array.from({ length: perRequest }, (_, index) => `+38640${100_000 + index}`);
  const body = JSON.stringify({ sender: 'Hermod', destinations, message: { content: 'Your parcel arrives today.' } });
  for (let sent = 0; sent < messages; sent += perRequest) {
    const url = `http://127.0.0.1:${ports.service}/v1/sms/messages`;
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body,
    });
    if (status !== 202) throw new Error(`the queue could not be filled: ${status}`);
  }
}

async function counted(db: BenchService['db'], state: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>('SELECT count(*) FROM messages WHERE state = $1', [state]);
  return Number(rows[0]!.count);
}

async function until(db: BenchService['db'], state: string, count: number): Promise<number> {
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await counted(db, state)) >= count) return performance.now();
    await sleep(100);
  }
  throw new Error(`fewer than ${count} messages became ${state} within five minutes`);
}
