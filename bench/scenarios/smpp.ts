/**
 * Customers over SMPP: submit_sm in, PostgreSQL, SMPP out, and the receipt back as deliver_sm; against the same messages over HTTP
 * with webhooks, in turn and on the same service. Also the cost of idle binds.
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemActor } from '../../src/domain/access/actor.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { issueCredential } from '../../src/flows/smpp/credentials.ts';
import { watchMemory } from '../cpu.ts';
import { flood } from '../flood.ts';
import { carrierUrl, sinkUrl, startPeer } from '../peers.ts';
import { type Figure, median, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, key } from '../service.ts';
import { bind, type SmppLoad, type SmppLoaded } from '../smpp-client.ts';

const binds = 4;
const idleBinds = 500;
const inFlight = 256;

export const smpp: Scenario = {
  name: 'smpp',
  about: 'SMPP in → PostgreSQL → SMPP out → receipt → deliver_sm, against HTTP in with webhooks; idle binds',
  run: measure,
};

type Login = Pick<SmppLoad, 'port' | 'systemId' | 'password'>;

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const [messages, rounds] = quick ? [1_000, 1] : [20_000, 3];
  const peer = await startPeer({ gatherMs: 1 });
  const service = await benchService(ports.service, 2, {
    HERMOD_CARRIER_URL: carrierUrl,
    HERMOD_SMPP_PORT: `${ports.smpp}`,
  });
  try {
    const login = await credential(service);
    const byHttp = () => flood(peer, { ...httpRequest, messages });
    const bySmpp = () => submit({ ...login, binds, window: inFlight / binds, messages, receipts: messages });
    // Warm-up, not counted: connections, caches and compiled code have to settle.
    await byHttp();
    await bySmpp();
    const [http, own]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      http.push((await byHttp()).rate);
      const { answered, refused, receipts, seconds } = await bySmpp();
      if (answered !== messages || refused > 0 || receipts < messages)
        throw new Error(`${answered} answers, ${refused} refused, ${receipts} receipts of ${messages}`);
      own.push(Math.round(messages / seconds));
      say(`HTTP ${http.at(-1)}/s, SMPP ${own.at(-1)}/s`);
    }
    const share = ratio(median(own), median(http));
    const more = await memoryOfIdle(service, login, quick ? 50 : idleBinds);
    return [
      { what: `HTTP in, two webhooks a message, ${inFlight} in flight`, value: median(http), unit: 'messages/s' },
      {
        what: `SMPP in, a receipt a message, ${binds} binds, ${inFlight} in flight`,
        value: median(own),
        unit: 'messages/s',
      },
      { what: 'SMPP / HTTP', value: share, unit: '', goal: '≥ 1.5', met: share >= 1.5 },
      { what: `${quick ? 50 : idleBinds} idle binds`, value: more, unit: 'MiB more', goal: '≤ 100', met: more <= 100 },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }
}

const httpRequest = {
  port: ports.service,
  path: '/v1/sms/messages',
  headers: { apikey: key, 'content-type': 'application/json' },
  body: JSON.stringify({
    sender: 'Hermod',
    destinations: ['+38640100000'],
    message: { content: 'Your parcel arrives today between 14:00 and 16:00.' },
    deliveryReportUrl: sinkUrl,
  }),
  connections: inFlight,
  reports: 2,
};

async function credential({ db }: BenchService): Promise<Login> {
  const issued = await issueCredential(db, systemActor('bench'), demoAccountId, { maxBinds: 1000, window: 1000 });
  if (typeof issued === 'string') throw new Error(issued);
  return { port: ports.smpp, systemId: issued.details.systemId, password: issued.password };
}

async function submit(options: SmppLoad): Promise<SmppLoaded> {
  const script = join(import.meta.dirname, '..', 'smpp-client.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)]);
  return JSON.parse(stdout) as SmppLoaded;
}

async function memoryOfIdle({ pid, postgresPid }: BenchService, login: Login, count: number): Promise<number> {
  const groups = { Node: [pid], PostgreSQL: [postgresPid] };
  const held = () => watchMemory(groups).stop()['Node']!;
  await sleep(3_000);
  const before = held();
  const sockets = [];
  for (let done = 0; done < count; done += 50)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => bind(login)))));
  await sleep(5_000);
  const after = held();
  for (const socket of sockets) socket.destroy();
  return after - before;
}
