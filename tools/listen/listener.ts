import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exitCodes, Problem } from '../../src/base/problem.ts';
import { readConfig, settings } from '../../src/config/config.ts';
import { count } from '../../src/config/setting.ts';
import { isSigningSecret, type SignatureResult, verify } from '../../src/domain/webhook/signature.ts';
import { demoSenders } from '../../src/flows/accounts/demo.ts';
import { invokedName, shellWord } from '../../src/host/commands/command-name.ts';
import { demoFiles, readSecret } from '../../src/host/data-dir.ts';

export type ListenOptions = { port: string; forwardTo?: string; secret?: string; dataDir?: string; json?: boolean };
type Signature = SignatureResult | 'unchecked';
type Received = { at: string; kind: string; id: string; path: string; body: string; signature: Signature };
type Forwarded = { status: number; note: string };
type Listening = { target: URL | undefined; secret: string | undefined; json: boolean };

/** Headers of the connection, not of the event. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
const timeoutMs = 15_000;
/** Far more than any event. */
const mostBytes = 2 ** 20;

export async function listen(options: ListenOptions): Promise<void> {
  const target = options.forwardTo === undefined ? undefined : readTarget(options.forwardTo);
  const dataDir = dataDirOf(options);
  const secret = readSecretOf(options, dataDir);
  const listening = { target, secret, json: options.json === true };
  const server = createServer((request, response) => void receive(request, response, listening));
  const port = readPort(options.port);
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new Problem(`port ${port} is in use`, 'Take another --port', exitCodes.unavailable)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = () => introduction(address, options, dataDir, secret !== undefined);
  console.log(options.json ? JSON.stringify({ listening: address }) : said());
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** The first output of `hermod listen`: its address, and a command to paste. */
function introduction(address: string, { forwardTo }: ListenOptions, dataDir: string, isChecked: boolean): string {
  const passing = forwardTo === undefined ? '' : `, passing events on to ${forwardTo}`;
  const checked = isChecked
    ? 'signatures are checked'
    : 'signatures are not checked: give --secret whsec_… (POST /v1/webhooks/secret makes one)';
  return [
    `hermod: listening on ${address}${passing}`,
    `        ${checked}; Ctrl-C ends it`,
    '',
    '  Send a message that reports here:',
    '',
    `  ${sendLine(address, dataDir)}`,
    '',
  ].join('\n');
}

/** A command for another terminal. With the demo account of this machine it needs no key; otherwise the key is a placeholder. */
function sendLine(address: string, dataDir: string): string {
  const isDemo = readSecret(dataDir, demoFiles.key) !== undefined;
  const isUsual = dataDir === readConfig({}).dataDir;
  return [
    `${invokedName()} send`,
    ...(isDemo ? [`--from ${demoSenders[0]}`] : ['--key YOUR-KEY --from YOUR-SENDER']),
    '--to +38640123456',
    ...(isDemo && !isUsual ? [`--data-dir ${shellWord(dataDir)}`] : []),
    `--delivery-report-url ${address} 'Hello from Hermod'`,
  ].join(' ');
}

function dataDirOf({ dataDir }: ListenOptions): string {
  const name = settings.dataDir.name;
  return readConfig({ [name]: dataDir ?? process.env[name] }).dataDir;
}

/** As given, or that of the demo account of the service on this machine. */
function readSecretOf(options: ListenOptions, dataDir: string): string | undefined {
  const secret = options.secret ?? (process.env['HERMOD_WEBHOOK_SECRET'] || undefined);
  if (secret === undefined) return readSecret(dataDir, demoFiles.webhookSecret);
  if (isSigningSecret(secret)) return secret;
  // Not printed: it may be part of a real secret.
  throw new Problem('the secret is not of the form whsec_…', 'Give one as POST /v1/webhooks/secret returns it');
}

function readTarget(url: string): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  throw new Problem(
    `--forward-to ${JSON.stringify(url)} is not a URL`,
    'Give one such as http://localhost:3000/webhooks',
  );
}

function readPort(text: string): number {
  try {
    return count(0, 65_535)(text);
  } catch {
    throw new Problem(`--port ${JSON.stringify(text)} is not a port`, 'Give a number from 0 to 65535');
  }
}

/** Returns the status of the target, so that the service retries its failures like any other. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { target, secret, json }: Listening,
): Promise<void> {
  const body = await bodyOf(request).catch(() => undefined);
  if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
  const { headers, url: path = '/' } = request;
  const event = {
    at: new Date().toISOString(),
    kind: kindOf(headers, body),
    id: headers['webhook-id']?.toString() ?? '',
    path,
    body,
    signature: secret === undefined ? ('unchecked' as const) : verdict(headers, body, secret),
  };
  const passed = target === undefined ? undefined : await pass(target, headers, body);
  console.log(json ? JSON.stringify({ ...event, forwarded: passed?.status }) : line(event, passed));
  response.writeHead(passed?.status ?? 200).end();
}

/** Rejects if the connection is closed or the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) throw new RangeError('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function verdict(headers: IncomingHttpHeaders, body: string, secret: string): SignatureResult {
  const header = (name: string) => headers[name]?.toString();
  const claimed = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
  };
  return verify(claimed, body, [secret], Date.now() / 1_000);
}

async function pass(target: URL, headers: IncomingHttpHeaders, body: string): Promise<Forwarded> {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: Object.fromEntries(kept) as Record<string, string>,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return { status: answer.status, note: `→ ${answer.status}` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return { status: 502, note: `→ ${cause?.message ?? message}` };
  }
}

function kindOf(headers: IncomingHttpHeaders, body: string): string {
  if (headers['x-message-id'] !== undefined) return 'delivery report';
  return body.includes('"senderId"') ? 'sender status' : 'inbound message';
}

const marks: Readonly<Record<Signature, string>> = {
  valid: '✓ signed',
  wrong: '✗ signature is wrong',
  missing: '✗ not signed',
  expired: '✗ signed too long ago',
  unchecked: '',
};

function line({ at, kind, body, signature }: Received, passed: Forwarded | undefined): string {
  // Without control characters: any client of the port could control the terminal.
  const parts = [
    at.slice(11, 23),
    kind.padEnd(15),
    marks[signature],
    body.replace(/\p{Cc}/gu, ' '),
    passed?.note ?? '',
  ];
  return parts.filter((part) => part !== '').join('  ');
}
