/**
 * How many requests per second are accepted, that is, committed and synced to disk, against a bare Fastify that only echoes.
 * Both run in turn, several times, so that a busy moment of the machine affects both; the median counts.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Groups, perUnit, usage } from '../cpu.ts';
import { load, unreachable } from '../peers.ts';
import { type Figure, median, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { benchService, ended, key, untilAnswers } from '../service.ts';

const processes = 2;
type Target = 'echo' | 'service';
type Work = { name: string; recipients: number; connections: number };

export const accept: Scenario = {
  name: 'accept',
  about: 'durable accept against a bare Fastify echo of the same request',
  run: measure,
};

async function measure({ quick, connections }: Options, say: (line: string) => void): Promise<Figure[]> {
  const script = join(import.meta.dirname, '..', 'echo.ts');
  const echo = spawn(process.execPath, [script, `${ports.echo}`, `${processes}`], { stdio: 'inherit' });
  const service = await benchService(ports.service, processes);
  const groups = { echo: { node: [echo.pid!] }, service: { node: [service.pid], postgres: [service.postgresPid] } };
  try {
    await untilAnswers(ports.echo);
    // Only accepting is measured: with carriers, messages would be sent at the same time.
    await service.db.query('UPDATE carriers SET url = $1', [unreachable]);
    await sleep(2_000);
    const single = await compare({ name: '1 recipient', recipients: 1, connections });
    const bulk = await compare({ name: '1,000 recipients', recipients: 1_000, connections: 8 });
    const share = ratio(single.service, single.echo);
    return [
      { what: 'durable requests, 1 recipient', value: single.service, unit: '/s' },
      { what: 'bare echo of the same request', value: single.echo, unit: '/s' },
      { what: 'accept / echo', value: share, unit: '', goal: '≥ 0.6', met: share >= 0.6 },
      {
        what: 'messages, 1,000 recipients a request',
        value: bulk.service * 1_000,
        unit: '/s',
        goal: '≥ 30,000',
        met: bulk.service >= 30,
      },
    ];
  } finally {
    await Promise.all([service.stop(), ended(echo)]);
  }

  async function compare({ name, recipients, connections }: Work): Promise<Record<Target, number>> {
    const rates = { echo: [] as number[], service: [] as number[] };
    // Warm-up, not counted: until its hot code is compiled, a process spends more time on the compiler than on requests.
    for (const target of ['echo', 'service'] as const) await attack(target, groups[target], recipients, connections);
    for (let round = 1; round <= (quick ? 1 : 3); round++) {
      for (const target of ['echo', 'service'] as const) {
        const { result, cost } = await attack(target, groups[target], recipients, connections);
        rates[target].push(result.perSecond);
        const cpu = Object.entries(cost).map(([group, µs]) => `${group} ${µs} µs`);
        say(
          `${name}, ${target}: ${result.perSecond}/s, p50 ${result.p50} ms, p99 ${result.p99} ms, ${JSON.stringify(result.statuses)}, CPU a request: ${cpu.join(', ')}`,
        );
      }
    }
    return { echo: median(rates.echo), service: median(rates.service) };
  }

  async function attack(target: Target, group: Groups, recipients: number, connections: number) {
    const destinations = Array.from({ length: recipients }, (_, index) => `+38640${100_000 + index}`);
    const message = { content: 'Your parcel arrives today between 14:00 and 16:00.' };
    const before = usage(group);
    const result = await load({
      port: ports[target],
      path: '/v1/sms/messages',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ sender: 'Hermod', destinations, message }),
      connections,
      seconds: quick ? 1 : 5,
      warmupSeconds: 1,
    });
    return { result, cost: perUnit(before, usage(group), result.total) };
  }
}
