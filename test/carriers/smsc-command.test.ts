/** `hermod smsc` started as a person or a script starts it, with our own carrier as its client. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import type { Carrier } from '../../src/carriers/carrier.ts';
import { smppCarrier } from '../../src/carriers/smpp/carrier.ts';
import { sentence } from '../../tools/smsc/command.ts';
import { SMSC_FLAGS } from '../../tools/smsc/options.ts';
import { hermod, type Running } from '../harness/command.ts';
import { CERT, KEY } from './certificate.ts';
import { impatient } from './smsc-rig.ts';
import { message, referencesOf, until, Witness } from './witness.ts';

async function started(...flags: string[]): Promise<{ running: Running; address: string }> {
  const running = hermod(['smsc', '--port', '0', ...flags]);
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const output = await running.until('"}\n');
  const { listening } = JSON.parse(output.split('\n')[0]!) as { listening: string };
  return { running, address: listening };
}

async function client(url: string, witness = new Witness()): Promise<Carrier> {
  const carrier = smppCarrier(url, witness, impatient);
  onTestFinished(() => carrier.stop(500));
  await until(() => carrier.state.up);
  return carrier;
}

/** Stops it as Ctrl-C does; resolves with its last line. */
async function ended(running: Running): Promise<Record<string, unknown>> {
  running.child.kill('SIGINT');
  const { code, output } = await running.exit();
  expect(code, output).toBe(0);
  return JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, unknown>;
}

test('accepts messages, sends receipts, and counts', async () => {
  const { running, address } = await started('--system-id', 'esme', '--password', 'secret', '--states', 'EXPIRED=1');
  const witness = new Witness();
  const carrier = await client(`smpp://esme:secret@${address}`, witness);
  const results = await Promise.all(Array.from({ length: 20 }, () => carrier.submit(message())));
  expect(results.flatMap(referencesOf)).toHaveLength(20);
  await until(() => witness.receipts.length === 20);
  expect(new Set(witness.receipts.map(({ outcome }) => outcome))).toEqual(new Set(['failed']));
  await running.until('"receiptsAcknowledged":20');
  await carrier.stop(500);
  expect(await ended(running)).toMatchObject({ binds: 1, submits: 20, accepted: 20, receivers: 0, ended: true });
});

test('throttles, fails, delays and assigns ids as its flags say', async () => {
  const flags = ['--rate', '5', '--errors', 'ESME_RINVDSTADR=1', '--ids', 'hex', '--answer-delay', '20'];
  const { running, address } = await started(...flags);
  const carrier = await client(`smpp://esme:secret@${address}`);
  const began = performance.now();
  const kinds = (await Promise.all(Array.from({ length: 20 }, () => carrier.submit(message())))).map(
    ({ kind }) => kind,
  );
  expect(performance.now() - began).toBeGreaterThan(15);
  expect(new Set(kinds)).toEqual(new Set(['refused', 'later']));
  await carrier.stop(500);
  const { refused, throttled } = await ended(running);
  expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(refused as number);
  expect(kinds.filter((kind) => kind === 'later')).toHaveLength(throttled as number);
});

test('sends messages, including long ones, to a sender of ours', async () => {
  const text = 'Dober dan, čšž. '.repeat(8);
  const flags = [
    '--inbound-every',
    '20',
    '--inbound-from',
    '+38631555555',
    '--inbound-to',
    '4567',
    '--inbound-text',
    text,
  ];
  const { running, address } = await started(...flags);
  const witness = new Witness();
  const carrier = await client(`smpp://esme:secret@${address}`, witness);
  await until(() => witness.inbounds.length >= 4);
  const [first, second, third] = witness.inbounds;
  expect(first).toMatchObject({ sender: '+38631555555', recipient: '4567', alphabet: 'ucs2' });
  expect(first!.concatenation).toMatchObject({ total: 2, part: 1 });
  expect(second!.concatenation).toEqual({ ...first!.concatenation, part: 2 });
  expect(third!.concatenation!.reference).not.toBe(first!.concatenation!.reference);
  await carrier.stop(500);
  expect((await ended(running))['inbound']).toBeGreaterThanOrEqual(4);
});

test('refuses wrong bind credentials, and listens with TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-smsc-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, CERT);
  writeFileSync(key, KEY);
  const { running, address } = await started('--tls-cert', cert, '--tls-key', key, '--password', 'secret', '--json');
  await (await client(`smpps://esme:secret@${address}?verify=false`)).stop(500);
  const wrong = smppCarrier(`smpps://esme:wrong@${address}?verify=false`, new Witness(), impatient);
  await until(() => wrong.state.detail.includes('bind refused'));
  await wrong.stop(500);
  expect(await ended(running)).toMatchObject({ binds: 1 });
});

test('reports an error in one line', async () => {
  const server = createServer();
  const taken = await freePort();
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const cases: [string[], number, string][] = [
    [
      ['--port', `${taken}`],
      3,
      `127.0.0.1:${taken} is in use by another program. Choose others with --host and --port`,
    ],
    [['--port', 'x'], 2, '--port is wrong: found "x", expected a whole number from 0 to 65535. Change it or unset it'],
    [
      ['--errors', 'ESME_RTHROTLED=0.1'],
      2,
      '--errors is wrong: found "ESME_RTHROTLED=0.1", expected a name such as ESME_RTHROTTLED. Change it or leave it out',
    ],
    [
      ['--states', 'EXPIRED=0.6,UNKNOWN=0.6'],
      2,
      '--states is wrong: found "EXPIRED=0.6,UNKNOWN=0.6", expected shares of no more than 1 together. Change it or leave it out',
    ],
  ];
  for (const [flags, code, line] of cases) {
    const running = hermod(['smsc', ...flags]);
    expect((await running.exit()).code).toBe(code);
    expect(running.complaints()).toEqual([`hermod: ${line}`]);
  }
});

test('prints its progress on a terminal', () => {
  const none = { connections: 1, binds: 1, bindsRefused: 0, refused: 0, inbound: 0, malformed: 0, receiptsDropped: 0 };
  const counters = { ...none, submits: 12_345, accepted: 12_000, throttled: 345, receipts: 9, receiptsAcknowledged: 8 };
  const now = { ...counters, receiptsRepeated: 1, receivers: 2, submitsPerSecond: 1_000, receiptsPerSecond: 9 };
  expect(sentence(now)).toBe(
    'receivers 2, submits 12,345 (1,000/s), receipts 8 (9/s), throttled 345, receipts repeated 1',
  );
});

test('docs/reference lists its flags as the code defines them', () => {
  const reference = readFileSync(join(import.meta.dirname, '../../docs/reference/command.md'), 'utf8');
  const rows = [...reference.matchAll(/^\| `(--\S+) (<.+?>)` \| (.*?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
  const expected = Object.values(SMSC_FLAGS).map(({ name, placeholder, fallback, help }) => [
    name,
    placeholder,
    fallback ? `\`${fallback}\`` : '',
    help,
  ]);
  expect(rows).toEqual(expected);
});
