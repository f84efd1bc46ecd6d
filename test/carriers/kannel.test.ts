/** Our SMSC with a third-party client: Kannel's bearerbox, and its smsbox to send with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts';
import { ensureDebian } from '../harness/debian.ts';
import { patienceMs } from '../harness/patience.ts';

const bearerbox = '/usr/sbin/bearerbox';
const missing = await ensureDebian('kannel', bearerbox);
const isMissing = missing !== undefined;

const folder = mkdtempSync(join(tmpdir(), 'hermod-kannel-'));
const configFile = join(folder, 'kannel.conf');
const boxes: Box[] = [];
let smsc: Smsc;
let sendsmsPort: number;

/** Paths requested by Kannel: forwarded receipts, and inbound texts. */
const told: string[] = [];
const listener = createServer((request, answer) => {
  told.push(request.url ?? '');
  answer.end('Thank you');
});

type Box = { readonly child: ChildProcess; output(): string };

function startBox(program: string): Box {
  const child = spawn(program, ['-v', '0', configFile], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (text: string) => {
      output += text;
    });
  }
  const box = { child, output: () => output };
  boxes.push(box);
  return box;
}

async function stopBox({ child }: Box): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await ended;
  clearTimeout(tooLong);
}

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(
    async () => {
      if (!(await condition()))
        throw new Error(`it never came true:\n${boxes.map((box) => box.output().slice(-1_000)).join('\n')}`);
    },
    { timeout: patienceMs, interval: 50 },
  );

async function config(): Promise<string> {
  const { port } = listener.address() as AddressInfo;
  return `group = core
admin-port = ${await freePort()}
admin-password = admin
smsbox-port = ${await freePort()}
box-allow-ip = 127.0.0.1

group = smsc
smsc = smpp
smsc-id = hermod
host = 127.0.0.1
port = ${smsc.port}
smsc-username = kannel
smsc-password = secret
system-type = VMA
transceiver-mode = true
enquire-link-interval = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sendsmsPort}
global-sender = Hermod

group = sendsms-user
username = tester
password = foobar
concatenation = true
max-messages = 5

group = sms-service
keyword = default
get-url = "http://127.0.0.1:${port}/inbound?from=%p&text=%a"
`;
}

/** Resolves with the status of Kannel's response; its reports go to the listener. */
async function send(destination: string, text: string): Promise<number> {
  const { port } = listener.address() as AddressInfo;
  const query = new URLSearchParams({
    username: 'tester',
    password: 'foobar',
    from: '38640111222',
    to: destination,
    text,
    'dlr-mask': '31',
    'dlr-url': `http://127.0.0.1:${port}/receipt?type=%d&text=%A`,
  });
  const answer = await fetch(`http://127.0.0.1:${sendsmsPort}/cgi-bin/sendsms?${query.toString()}`);
  await answer.text();
  return answer.status;
}

beforeAll(async () => {
  if (isMissing) return;
  smsc = await startSmsc({
    systemId: 'kannel',
    password: 'secret',
    receiptDelayMs: 100,
    session: { enquireLinkMs: 500 },
    onSubmit: ({ destination_addr }) => (destination_addr.endsWith('2') ? { state: 'UNDELIVERABLE' } : undefined),
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  sendsmsPort = await freePort();
  writeFileSync(configFile, await config());
  startBox(bearerbox);
  await until(() => smsc.counters.binds > 0);
  startBox('/usr/sbin/smsbox');
  await until(async () => (await fetch(`http://127.0.0.1:${sendsmsPort}/`).catch(() => undefined)) !== undefined);
});

afterAll(async () => {
  for (const box of boxes.toReversed()) await stopBox(box);
  if (!isMissing) await smsc.stop(500);
  listener.close();
  listener.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const withKannel = (title: string, run: () => Promise<void>) =>
  test.skipIf(isMissing)(isMissing ? `${title} (skipped: ${missing})` : title, run);

withKannel('Kannel binds, and both sides send enquire_link', async () => {
  const [bearer] = boxes;
  expect(smsc.counters).toMatchObject({ connections: 1, binds: 1, bindsRefused: 0 });
  expect(smsc.receivers).toBe(1);
  // Our SMSC sends enquire_link after half a second of silence; a bind that did not respond would be closed by now.
  await until(() => bearer!.output().split('enquire_link_resp').length > 3);
  expect(bearer!.output()).toMatch(/type_name: enquire_link\b/);
  expect(smsc.counters).toMatchObject({ connections: 1, malformed: 0 });
  expect(smsc.receivers).toBe(1);
});

withKannel('Kannel sends, and receives its receipts', async () => {
  expect(await send('38640123451', 'Hello')).toBe(202);
  expect(await send('38640123452', 'Hello')).toBe(202);
  expect(await send('38640123453', 'x'.repeat(300))).toBe(202);
  await until(() => smsc.counters.accepted === 4);
  // Of a long message, Kannel requests the receipt of one part only.
  await until(() => smsc.counters.receiptsAcknowledged === 3);
  // 1: delivered to the phone, 2: not delivered, 8: accepted by the SMSC.
  await until(() => told.some((url) => url.startsWith('/receipt?type=1&')));
  await until(() => told.some((url) => url.startsWith('/receipt?type=2&')));
  expect(smsc.counters).toMatchObject({ refused: 0, malformed: 0 });
});

withKannel('Kannel receives messages in all encodings and in parts, and sends replies', async () => {
  const before = smsc.counters.submits;
  const inbound = { sender: '+38640123456', recipient: '38640111222' } as const;
  const outcomes = [
    ...(await smsc.deliver({ ...inbound, text: 'Hello', encoding: 'GSM-7' })),
    ...(await smsc.deliver({ ...inbound, text: 'čšž', encoding: 'UCS-2' })),
    ...(await smsc.deliver({ ...inbound, text: 'y'.repeat(200), encoding: 'GSM-7', reference: 9 })),
  ];
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'answered', response: { status: 0 } });
  await until(() => told.some((url) => url.startsWith('/inbound') && url.endsWith('text=Hello')));
  await until(() => smsc.counters.submits >= before + 2);
  expect(smsc.counters.malformed).toBe(0);
});
