/** The load generator and the peers of the bench, tested from outside: their counters match the actual traffic. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { instruments } from '../../bench/instruments.ts';
import { smppCarrier } from '../../src/carriers/smpp/carrier.ts';
import { decode, encode, type Pdu, type PduInput } from '../../src/smpp/protocol/pdu.ts';
import { Framer } from '../../src/smpp/session/framing.ts';
import { impatient } from '../carriers/smsc-rig.ts';
import { keysOf, message, referencesOf, until, Witness } from '../carriers/witness.ts';
import { isNightly } from '../harness/nightly.ts';
import { reasonToSkip } from '../harness/peers.ts';

const programs = instruments();
const noCompiler = reasonToSkip(programs === undefined ? 'there is no C compiler' : undefined);
const withCompiler = test.skipIf(noCompiler);
const nightly = test.skipIf(noCompiler ?? !isNightly);
const env = { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') };

type Ports = { smppPort: number; httpPort: number };

async function peer(...flags: string[]): Promise<Ports> {
  const child = spawn(programs!.peer, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as Ports;
}

async function carrierTo({ smppPort }: Ports, query = '', systemId = 'esme') {
  const witness = new Witness();
  const carrier = smppCarrier(`smpp://${systemId}:secret@127.0.0.1:${smppPort}${query}`, witness, impatient);
  onTestFinished(() => carrier.stop(500));
  await until(() => carrier.state.up);
  return { witness, carrier };
}

type Counts = Record<
  'binds' | 'submits' | 'receipts' | 'acknowledged' | 'repeated' | 'requests' | 'cpuSeconds',
  number
>;

async function counts({ httpPort }: Ports): Promise<Counts> {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/count`, { headers: { connection: 'close' } });
  return (await answer.json()) as Counts;
}

const many = (count: number) => Array.from({ length: count }, () => message());

withCompiler('the SMSC accepts messages on several connections and delivers them', async () => {
  const ports = await peer('--receipt-delay', '5', '--gather', '1');
  const { witness, carrier } = await carrierTo(ports, '?binds=3&window=20');
  const results = await Promise.all(many(500).map((each) => carrier.submit(each)));
  const references = results.flatMap(referencesOf);
  expect(new Set(references).size).toBe(500);
  await until(() => witness.receipts.length === 500);
  expect(witness.receipts.flatMap(keysOf)).toEqual(expect.arrayContaining(references));
  expect(new Set(witness.receipts.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']));
  await expect.poll(async () => (await counts(ports)).acknowledged).toBe(500);
  const { cpuSeconds, ...counted } = await counts(ports);
  expect(counted).toMatchObject({ submits: 500, receipts: 500, repeated: 0, requests: 0 });
  expect(cpuSeconds).toBeGreaterThan(0);
});

nightly("a receipt for a transmitter's submit goes to the receiver of the same client", async () => {
  const ports = await peer('--answer-delay', '20');
  const { witness, carrier } = await carrierTo(ports, '?mode=pair');
  const other = await carrierTo(ports, '?receipts=none', 'other');
  const began = performance.now();
  await Promise.all(many(20).map((each) => carrier.submit(each)));
  expect(performance.now() - began).toBeGreaterThanOrEqual(20);
  await until(() => witness.receipts.length === 20);
  await other.carrier.submit(message());
  expect(other.witness.receipts).toEqual([]);
  expect(await counts(ports)).toMatchObject({ submits: 21, receipts: 20 });
});

nightly('a refused receipt is repeated', async () => {
  const ports = await peer();
  const { witness, carrier } = await carrierTo(ports);
  witness.failures = 3;
  await Promise.all(many(10).map((each) => carrier.submit(each)));
  await until(() => witness.receipts.length === 13);
  await expect.poll(() => counts(ports)).toMatchObject({ receipts: 10, repeated: 3, acknowledged: 10 });
});

nightly('a receipt without a bind, or lost with its connection, waits for the next bind', async () => {
  const ports = await peer('--receipt-delay', '50');
  const submit = { command: 'submit_sm', destination_addr: '38641123456', registered_delivery: 1 } as const;
  for (const role of ['bind_transmitter', 'bind_transceiver'] as const) {
    const { send, answers, socket } = await talking(ports);
    send({ command: role, system_id: 'esme', sequence: 1 });
    send({ ...submit, sequence: 2 });
    // A transceiver receives its receipt and disconnects without a response to it.
    await until(() => answers.length >= (role === 'bind_transmitter' ? 2 : 3));
    socket.destroy();
  }
  const { witness } = await carrierTo(ports);
  await until(() => witness.receipts.length === 2);
});

/** A client that exposes raw PDUs. */
async function talking({ smppPort }: Ports) {
  const socket = connect(smppPort, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const answers: Pdu[] = [];
  const framer = new Framer((frame) => answers.push(decode(frame)));
  socket.on('data', (chunk) => void framer.push(chunk));
  return { socket, answers, send: (pdu: PduInput) => socket.write(encode(pdu)) };
}

nightly('PDUs may arrive in single bytes, and invalid ones are refused', async () => {
  const ports = await peer();
  const { socket, answers } = await talking(ports);
  socket.setNoDelay(true);
  const closed = once(socket, 'close');
  const bytes = Buffer.concat(
    [
      { command: 'submit_sm', sequence: 1 } as const,
      { command: 'bind_transceiver', system_id: 'esme', sequence: 2 } as const,
      { command: 'bind_receiver', system_id: 'esme', sequence: 3 } as const,
      { command: 'enquire_link', sequence: 4 } as const,
      { command: 'query_sm', sequence: 5 } as const,
      { command: 'submit_sm', sequence: 6 } as const,
      { command: 'unbind', sequence: 7 } as const,
    ].map((pdu) => encode(pdu)),
  );
  for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
  await closed;
  expect(answers.map(({ command, status, sequence }) => [command, status, sequence])).toEqual([
    ['submit_sm_resp', 4, 1],
    ['bind_transceiver_resp', 0, 2],
    ['bind_receiver_resp', 5, 3],
    ['enquire_link_resp', 0, 4],
    ['generic_nack', 3, 5],
    ['submit_sm_resp', 0, 6],
    ['unbind_resp', 0, 7],
  ]);

  for (const length of [0, 15, 0x7fffffff]) {
    const wrong = await talking(ports);
    const header = encode({ command: 'enquire_link', sequence: 9 });
    header.writeUInt32BE(length);
    const end = once(wrong.socket, 'close');
    wrong.socket.write(header);
    await end;
    expect(wrong.answers).toMatchObject([{ command: 'generic_nack', status: 2, sequence: 9 }]);
  }
});

async function asking(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

withCompiler('the endpoint responds to clients that do not read at first, and counts them', async () => {
  const ports = await peer();
  const socket = await asking(ports.httpPort);
  const one = 'POST /x HTTP/1.1\r\nHost: here\r\ncontent-length: 5\r\n\r\nhello';
  const count = 400_000;
  // Responses of 16 MB, far more than all buffers between the two hold: the endpoint has to stop writing and resume.
  socket.pause();
  socket.write(one.repeat(count));
  socket.write('GET / HTTP/1.1\r\nConnection: close\r\n\r\n');
  await untilStalled(async () => (await counts(ports)).requests);
  socket.resume();
  const answers = await text(socket);
  expect(answers.split('HTTP/1.1 200 OK').length - 1).toBe(count + 1);
  expect((await counts(ports)).requests).toBe(count + 1);
});

nightly('the endpoint refuses requests larger than its buffers', async () => {
  const ports = await peer();
  const cases = [
    ['GET / HTTP/1.1\r\nX: '.padEnd(64 * 1024, 'x'), '431'],
    ['POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n', '413'],
    ['POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n', '413'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', '411'],
  ] as const;
  for (const [request, status] of cases) {
    const socket = await asking(ports.httpPort);
    socket.write(request);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
  }
  expect((await counts(ports)).requests).toBe(0);
});

/** Waits until the same number, other than 0, is seen twice. */
async function untilStalled(look: () => Promise<number>): Promise<void> {
  let before = 0;
  await expect
    .poll(
      async () => {
        const now = await look();
        const isSame = now > 0 && now === before;
        before = now;
        return isSame;
      },
      { interval: 100 },
    )
    .toBe(true);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

async function load(request: string, options: Record<string, number>): Promise<Record<string, unknown>> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const child = spawn(programs!.load, flags, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(request);
  const [begins, result] = (await text(child.stdout)).split('\n');
  expect(begins).toBe('begins');
  return JSON.parse(result!) as Record<string, unknown>;
}

withCompiler('the load generator sends every number once and counts the responses', async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      expect(request.headers['content-length']).toBe(`${body.length}`);
      got.push(`${String(request.headers['x-number'])} ${body}`);
      response.statusCode = got.length % 10 === 0 ? 503 : 202;
      response.end('x'.repeat(got.length % 3 === 0 ? 40_000 : 3));
    });
  });
  const port = await listening(server);
  const request = 'POST /send HTTP/1.1\r\nHost: here\r\nX-Number: k-@N@\r\n\r\n{"a":"@N@","b":"@N@"}';
  const result = await load(request, { port, connections: 7, requests: 1_000, seconds: 300 });
  const digits = Array.from({ length: 1_000 }, (_, number) => `${number}`.padStart(10, '0'));
  expect(got.toSorted()).toEqual(digits.map((number) => `k-${number} {"a":"${number}","b":"${number}"}`));
  expect(result).toMatchObject({ answered: 1_000, lost: 0, statuses: { 202: 900, 503: 100 } });
  const { p50, p95, p99, seconds, cpuSeconds } = result as Record<string, number>;
  expect([p50, p95, p99]).toEqual([p50, p95, p99].toSorted((a, b) => a! - b!));
  expect(p50).toBeGreaterThan(0);
  expect(p99! / 1_000).toBeLessThanOrEqual(seconds!);
  expect(cpuSeconds).toBeGreaterThan(0);
});

nightly('a request larger than the socket buffers arrives complete', async () => {
  const lengths: number[] = [];
  const server = createServer((request, response) => {
    request.pause();
    setTimeout(() => void text(request).then((body) => lengths.push(body.length) && response.end()), 50);
  });
  const port = await listening(server);
  const body = 'x'.repeat(8_000_000);
  const result = await load(`POST / HTTP/1.1\r\nHost: here\r\n\r\n${body}`, { port, connections: 3, requests: 6 });
  expect(result).toMatchObject({ answered: 6, statuses: { 200: 6 } });
  expect(lengths).toEqual(Array.from({ length: 6 }, () => 8_000_000));
});

nightly('the load generator ends after its time and reports lost requests', async () => {
  const port = await listening(createServer((_, response) => void response.end('ok')));
  const timed = await load('GET / HTTP/1.1\r\nHost: here\r\n\r\n', { port, connections: 2, seconds: 1 });
  expect(timed['answered']).toBeGreaterThan(0);
  expect(timed).toMatchObject({ lost: 0 });

  let count = 0;
  const closing = createServer((request, response) => {
    count += 1;
    if (count > 10) request.socket.destroy();
    else response.end('ok');
  });
  const lossy = await load('GET / HTTP/1.1\r\nHost: here\r\n\r\n', {
    port: await listening(closing),
    connections: 4,
    requests: 100,
  });
  expect(lossy).toMatchObject({ answered: 10, lost: 4 });
});

nightly('at a fixed rate, requests follow the clock, and a stall shows in every request that was due', async () => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(String(request.headers['x-number']));
    // The first response blocks this process, and with it the server.
    const until = performance.now() + (got.length === 1 ? 300 : 0);
    while (performance.now() < until);
    response.end('ok');
  });
  const request = 'GET / HTTP/1.1\r\nHost: here\r\nX-Number: @N@\r\n\r\n';
  const port = await listening(server);
  const result = await load(request, { port, connections: 2, rate: 100, cycle: 3, seconds: 1 });
  expect(result).toMatchObject({ answered: 100, lost: 0, statuses: { 200: 100 } });
  const digits = ['0000000000', '0000000001', '0000000002'];
  const expected = Array.from({ length: 100 }, (_, index) => digits[index % 3]!);
  expect(got.toSorted()).toEqual(expected.toSorted());
  // About 30 requests were due during the stall; 1 in 20 waited for more than 200 ms of it.
  expect(result['p95']).toBeGreaterThanOrEqual(200);
});

nightly('at a fixed rate, a connection closed by the service is replaced', async () => {
  const server = createServer((_, response) => void response.setHeader('connection', 'close').end('ok'));
  const port = await listening(server);
  const closing = await load('GET / HTTP/1.1\r\nHost: here\r\n\r\n', { port, connections: 2, rate: 50, seconds: 1 });
  expect(closing).toMatchObject({ answered: 50, lost: 0 });

  const resetting = createServer((request) => void request.socket.destroy());
  const options = { port: await listening(resetting), connections: 2, rate: 50, seconds: 1 };
  expect(await load('GET / HTTP/1.1\r\nHost: here\r\n\r\n', options)).toMatchObject({ answered: 0, lost: 50 });
});

nightly('the peer measures reports from its response and from its receipt', async () => {
  const ports = await peer();
  const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ports.httpPort}/${path}`, init);
  const times = async () => (await (await at('times')).json()) as Record<'sent' | 'delivered', Record<string, number>>;
  const report = (path: string, status: string) => at(path, { method: 'POST', body: JSON.stringify({ status }) });
  const { send, answers } = await talking(ports);
  const submit = { command: 'submit_sm', destination_addr: '38641123456', registered_delivery: 1 } as const;
  send({ command: 'bind_transceiver', system_id: 'esme', sequence: 1 });
  await at('receipt-delay/50');
  send({ ...submit, short_message: Buffer.from('0000000042 Hello'), sequence: 2 });
  send({ ...submit, short_message: Buffer.from('Hello'), sequence: 3 });
  await until(() => answers.length === 5);
  for (const status of ['SENT', 'DELIVERED', 'DELIVERED']) await report('0000000042', status);
  await report('0000000043', 'SENT');
  await report('', 'SENT');
  const { sent, delivered } = await times();
  expect([sent['count'], delivered['count']]).toEqual([1, 1]);
  // Both reports came after the receipt, which followed the response by 50 ms.
  expect(sent['p99']).toBeGreaterThan(49);
  expect(await times()).toEqual({ sent: { count: 0, p50: 0, p99: 0 }, delivered: { count: 0, p50: 0, p99: 0 } });
});

withCompiler('a wrong option is reported in one line', async () => {
  const cases = [
    [programs?.peer, ['--smpp-port', '70000'], '--smpp-port is out of its range\n'],
    [programs?.peer, ['--port', '1'], '--port is not an option of this program\n'],
    [programs?.load, ['--connections', 'many'], '--connections takes a whole number\n'],
    [programs?.load, ['--requests'], '--requests lacks its number\n'],
    [programs?.load, ['--port', '1'], 'the request on standard input has no empty line behind its head\n'],
  ] as const;
  for (const [program, flags, complaint] of cases) {
    const child = spawn(program!, flags, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const exit = once(child, 'exit');
    expect(await text(child.stderr)).toBe(complaint);
    expect(await exit).toEqual([2, null]);
  }
});
