// Prints the source files that run for every message: from the socket of the send request to the second webhook. `node scripts/message-way.ts`
// starts a service of one process with an SMPP carrier, sends messages one after the other and counts the calls of each function.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../src/base/table.ts';
import { startSmsc } from '../tools/smsc/smsc.ts';

type Coverage = { url: string; functions: { ranges: { count: number }[] }[] }[];

const root = join(import.meta.dirname, '..');
const messages = 100;
const folder = mkdtempSync(join(tmpdir(), 'hermod-way-'));
const dump = join(folder, 'coverage.json');

/** Runs in the process of the service: the first signal starts to count, the second writes the counts to a file. */
const counter = `
import { Session } from 'node:inspector';
import { writeFileSync } from 'node:fs';
if (process.argv[1]?.includes('main')) {
  const session = new Session();
  session.connect();
  let isCounting = false;
  process.on('SIGUSR2', () => {
    if (isCounting) session.post('Profiler.takePreciseCoverage', (_, { result }) => writeFileSync('${dump}', JSON.stringify(result)));
    else session.post('Profiler.enable', () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }));
    isCounting = true;
  });
}`;

const received: string[] = [];
const endpoint = createServer((request, response) => {
  request.resume().on('end', () => {
    received.push(request.url!);
    response.end();
  });
}).listen(0, '127.0.0.1');
await once(endpoint, 'listening');
const smsc = await startSmsc({ receiptDelayMs: 20 });
const service = start();
try {
  const { api, demoKeyFile } = await ready(service);
  const key = readFileSync(demoKeyFile, 'utf8').trim();
  const worker = childOf(service.pid!);
  await sendAll(api, key, 20);
  process.kill(worker, 'SIGUSR2');
  await sleep(500);
  await sendAll(api, key, messages);
  process.kill(worker, 'SIGUSR2');
  while (!existsSync(dump)) await sleep(50);
  await sleep(500);
  print(JSON.parse(readFileSync(dump, 'utf8')) as Coverage);
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  await smsc.stop();
  endpoint.close();
  rmSync(folder, { recursive: true, force: true });
}

function start(): ChildProcess {
  return spawn(process.execPath, [join(root, 'bin', 'hermod.mjs'), 'start'], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(counter)}`,
      HERMOD_DATA_DIR: join(folder, 'data'),
      HERMOD_PORT: '0',
      HERMOD_PROCESSES: '1',
      HERMOD_SMTP_PORT: '0',
      HERMOD_CARRIER_URL: `smpp://way:way@127.0.0.1:${smsc.port}`,
      HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ready(child: ChildProcess): Promise<{ api: string; demoKeyFile: string }> {
  let output = '';
  for await (const chunk of child.stdout!) {
    output += String(chunk);
    const line = output.split('\n').find((each) => each.includes('"msg":"ready"'));
    if (line !== undefined) {
      child.stdout!.resume();
      return JSON.parse(line) as { api: string; demoKeyFile: string };
    }
  }
  throw new Error(`the service did not start:\n${output}`);
}

function childOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.'))!;
}

/** One after the other, each until its second webhook has arrived. */
async function sendAll(api: string, key: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const path = `/${sent}-${count}`;
    const body = JSON.stringify({
      sender: 'Hermod',
      destinations: ['+38640123456'],
      message: { content: 'On its way' },
      deliveryReportUrl: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}${path}`,
    });
    const headers = { apikey: key, 'content-type': 'application/json' };
    const response = await fetch(`${api}/v1/sms/messages`, { method: 'POST', headers, body });
    if (response.status !== 202) throw new Error(await response.text());
    while (received.filter((each) => each === path).length < 2) await sleep(5);
  }
}

function print(coverage: Coverage): void {
  const files = coverage
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count >= messages))
    .flatMap(({ url }) => /\/(?:lib|src)\/(.+)\.[jt]s$/.exec(url)?.[1] ?? [])
    .filter((file) => existsSync(join(root, 'src', `${file}.ts`)))
    .sort();
  const rooms = Map.groupBy(files, (file) => file.split('/')[0]!);
  console.log(
    table(
      ['Folder', 'Files'],
      [...rooms].map(([room, each]) => [room, `${each.length}`]),
    ),
  );
  console.log(files.join('\n'));
  console.log(`${files.length} files`);
}
