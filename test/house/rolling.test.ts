import { once } from 'node:events';
import { Agent as KeepAliveAgent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { dataDir, hermod } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { farFrom } from '../harness/distance.ts';
import { patienceMs } from '../harness/patience.ts';
import { get, type Up, up } from '../harness/running.ts';

const { url } = await testDatabase();
const settings = { HERMOD_DATA_DIR: dataDir(), DATABASE_URL: url };

/** Leaves part of the machine to the starting processes; without it, a restart only takes longer. */
const breathMs = 4;

type Client = { ask: () => Promise<number>; pauseMs: number; close: () => Promise<void> | void };

/** A new connection for each request: each has to find a process that accepts. */
function fresh(base: string): Client {
  return { ask: async () => (await get(`${base}/health/live`)).status, pauseMs: breathMs, close: () => {} };
}

/** One connection until the server closes it: each request may reach a process that is stopping. */
function keepAlive(base: string, pauseMs = breathMs): Client {
  const dispatcher = new Agent({ connections: 1 });
  const ask = async () => {
    const { statusCode, body } = await request(`${base}/health/live`, { dispatcher });
    await body.dump();
    return statusCode;
  };
  return { ask, pauseMs, close: () => dispatcher.close() };
}

/** The same with the agent that most Node programs use. */
function nodeKeepAlive(base: string, pauseMs = breathMs): Client {
  const agent = new KeepAliveAgent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => (await get(`${base}/health/live`, { agent })).status;
  return { ask, pauseMs, close: () => agent.destroy() };
}

/** Every client sends continuously; resolves with the count of each outcome after it is stopped. */
function load(clients: Client[]): { total: () => number; stop: () => Promise<Record<string, number>> } {
  const outcomes: Record<string, number> = {};
  let going = true;
  const loops = clients.map(async ({ ask, pauseMs, close }) => {
    while (going) {
      const outcome = await ask().catch((error: Error & { code?: string }) => `${error.code} ${error.message}`);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await sleep(pauseMs);
    }
    await close();
  });
  const stop = async () => {
    going = false;
    await Promise.all(loops);
    return outcomes;
  };
  onTestFinished(async () => void (await stop()));
  return { total: () => Object.values(outcomes).reduce((sum, count) => sum + count, 0), stop };
}

async function replaced(running: Up, times: number): Promise<void> {
  const count = () => running.output().split('all processes have been replaced').length - 1;
  await expect.poll(count, { timeout: patienceMs }).toBe(times);
}

test('two consecutive rolling restarts under load replace every process and drop no request', async () => {
  const running = await up(settings);
  const { base } = running;
  const generations = [running.workers()];
  const far = await farFrom(running.port);
  const clients = [base, base, far, far].flatMap((address) => [
    ...[fresh(address), fresh(address), fresh(address)],
    ...[keepAlive(address), nodeKeepAlive(address)],
  ]);
  const { total, stop } = load([...clients, keepAlive(far, 150), nodeKeepAlive(far, 150)]);
  await expect.poll(total, { timeout: patienceMs }).toBeGreaterThan(100);

  process.kill(running.pid, 'SIGHUP');
  await replaced(running, 1);
  generations.push(running.workers());

  const asked = hermod(['reload'], settings);
  expect(await asked.exit()).toMatchObject({ code: 0 });
  expect(asked.output()).toContain(`asked process ${running.pid}`);
  await replaced(running, 2);
  generations.push(running.workers());

  const outcomes = await stop();
  expect(Object.keys(outcomes)).toEqual(['200']);
  expect(outcomes['200']).toBeGreaterThan(2_000);
  expect(generations.map((pids) => pids.length)).toEqual([2, 2, 2]);
  expect(new Set(generations.flat()).size).toBe(6);
  expect(await running.stop()).toBe(0);
});

test('a stop answers a partly received request and does not wait for idle connections', async () => {
  // Waiting would take longer than the test may take.
  const running = await up({ ...settings, HERMOD_PROCESSES: '1', HERMOD_DRAIN_SECONDS: '600' });
  const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';
  const [idle, socket] = [connect(running.port, '127.0.0.1'), connect(running.port, '127.0.0.1')];
  idle.write(`${head}\r\n`);
  // A partial request in one segment with a complete one: when the complete one is answered, the partial one has been read.
  socket.write(`${head}\r\n${head}`);
  await Promise.all([once(idle, 'data'), once(socket, 'data')]);

  const stopped = running.stop();
  await running.until('"msg":"stopping"');
  await once(idle.resume(), 'close');
  socket.write('\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(await stopped).toBe(0);
});

test('reload without a running service reports it', async () => {
  const asked = hermod(['reload'], settings);
  expect((await asked.exit()).code).toBe(3);
  expect(asked.complaints()).toEqual([
    `hermod: Hermod is not running on ${settings.HERMOD_DATA_DIR}. Start it with hermod start`,
  ]);
});
