/**
 * How many requests a second are accepted, that is, committed and synced to disk, against a bare Fastify that only echoes.
 * `npm run bench:accept -- [seconds] [rounds] [connections] [processes]`. Loopback only; cleans up after itself.
 */
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './client.ts';
import { type Groups, perUnit, usage } from './cpu.ts';
import { benchService, ended, key, untilAnswers } from './service.ts';

const [seconds = 8, rounds = 3, connections = 128, processes = 2] = process.argv.slice(2).map(Number);
const ports = { service: 18_080, echo: 18_081 };
const here = import.meta.dirname;

const scenarios = [
  { name: '1 recipient', recipients: 1, connections },
  { name: '1,000 recipients', recipients: 1_000, connections: 8 },
];

const echo = spawn(process.execPath, [join(here, 'echo.ts'), `${ports.echo}`, `${processes}`], { stdio: 'inherit' });
const service = await benchService(ports.service, processes);
const groups = { echo: { node: [echo.pid!] }, service: { node: [service.pid], postgres: [service.postgresPid] } };

try {
  await untilAnswers(ports.echo);
  // Accepting alone is measured: with carriers, messages would leave at the same time.
  await service.db.query('UPDATE carriers SET enabled = false');
  await sleep(2_000);
  for (const scenario of scenarios) await compare(scenario);
} finally {
  await Promise.all([service.stop(), ended(echo)]);
}

/** Both in turn, several times, so that a busy moment of the machine hits neither alone; the median counts. */
async function compare({ name, recipients, connections }: (typeof scenarios)[number]): Promise<void> {
  const results = { echo: [] as number[], service: [] as number[] };
  // Not counted: until its hot code is compiled, a process spends more on the compiler than on requests.
  for (const target of ['echo', 'service'] as const)
    await measure(ports[target], groups[target], recipients, connections);
  for (let round = 1; round <= rounds; round++) {
    for (const target of ['echo', 'service'] as const) {
      const { result, cost } = await measure(ports[target], groups[target], recipients, connections);
      results[target].push(result.perSecond);
      console.log(
        `${name}, round ${round}, ${target}: ${result.perSecond}/s, p50 ${result.p50} ms, p99 ${result.p99} ms, ` +
          `statuses ${JSON.stringify(result.statuses)}, CPU µs per request ${JSON.stringify(cost)}`,
      );
    }
  }
  const [yardstick, accepted] = [median(results.echo), median(results.service)];
  console.log(
    `→ ${name}: ${accepted} durable requests/s (${accepted * recipients} messages/s), echo ${yardstick}/s, ratio ${(accepted / yardstick).toFixed(2)}\n`,
  );
}

async function measure(port: number, group: Groups, recipients: number, connections: number) {
  const destinations = Array.from({ length: recipients }, (_, index) => `+38640${String(100_000 + index)}`);
  const message = { content: 'Your parcel arrives today between 14:00 and 16:00.' };
  const options: LoadOptions = {
    port,
    path: '/v1/sms/messages',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ sender: 'Hermod', destinations, message }),
    connections,
    seconds,
    warmupSeconds: 1,
  };
  const before = usage(group);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(here, 'client.ts'), JSON.stringify(options)], {
    maxBuffer: 1e6,
  });
  const result = JSON.parse(stdout) as LoadResult;
  return { result, cost: perUnit(before, usage(group), result.total) };
}

function median(rates: number[]): number {
  return rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)]!;
}
