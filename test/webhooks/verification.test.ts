/** Every example of the guide is extracted and run, where its language is installed. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { newSigningSecret, sign } from '../../src/domain/webhook/signature.ts';
import { ensureDebian } from '../harness/debian.ts';
import { reasonToSkip } from '../harness/peers.ts';
import { webhookReceiver } from '../harness/receiver.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/webhooks-verification.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'hermod-verification-'));
const run = (command: string, args: string[], env = {}) =>
  promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ...env } }).then(({ stdout }) => stdout);
const receiver = await webhookReceiver();
// Small enough to install; the other languages run where they are installed.
await ensureDebian('php-cli', '/usr/bin/php');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Case = { what: string; secret: string; headers: Record<string, string>; body: string; good: boolean };

const [secret, other] = [newSigningSecret(), newSigningSecret()];
const now = Math.floor(Date.now() / 1_000);
const body = '{"Sender":"+38640123456","Message":"čšž 🙂 \\"$(x)\\"","Time":"2026-01-01 00:00:00"}\r\n';

/** A separate implementation, so that it can also sign what `sign` would not. */
const mac = (id: string, timestamp: string) =>
  createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');

function received(
  what: string,
  good: boolean,
  { timestamp = `${now}`, signature = `v1,${mac('evt_1', timestamp)}`, ...rest } = {},
): Case {
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { what, good, secret, headers, body, ...rest };
}

const genuine = received('as it was sent', true);
const cases: Case[] = [
  genuine,
  received('the new secret first', true, {
    signature: sign({ id: 'evt_1', timestamp: now, body, secrets: [other, secret] }),
  }),
  received('the new secret last', true, {
    signature: sign({ id: 'evt_1', timestamp: now, body, secrets: [secret, other] }),
  }),
  received('four minutes late', true, { timestamp: `${now - 240}` }),
  { ...genuine, what: 'another secret', good: false, secret: other },
  { ...genuine, what: 'another body', good: false, body: body.replace('38640', '38641') },
  { ...genuine, what: 'a body without its last line break', good: false, body: body.trimEnd() },
  { ...genuine, what: 'another id', good: false, headers: { ...genuine.headers, 'webhook-id': 'evt_2' } },
  received('ten minutes old', false, { timestamp: `${now - 600}` }),
  received('ten minutes ahead', false, { timestamp: `${now + 600}` }),
  received('a timestamp that is not a number', false, { timestamp: 'soon' }),
  received('a timestamp of too many digits', false, { timestamp: '9'.repeat(30) }),
  received('a scheme that is not ours', false, { signature: `v2,${mac('evt_1', `${now}`)}` }),
  received('a signature that is cut off', false, { signature: `v1,${mac('evt_1', `${now}`).slice(0, 20)}` }),
  received('a signature without its version', false, { signature: mac('evt_1', `${now}`) }),
  received('letters that no signature has', false, { signature: 'v1,č* v1' }),
  received('an empty signature', false, { signature: '' }),
  { ...genuine, what: 'no headers at all', good: false, headers: {} },
];

const drivers: Record<string, (code: string) => Promise<string>> = {
  ts: (code) => {
    file('verify.ts', code);
    const each = 'cases.map(({ secret, headers, body }) => verify(secret, headers, body))';
    const text = `import { verify } from './verify.ts'; const cases = JSON.parse(process.argv[2]!); console.log(JSON.stringify(${each}));`;
    return run(process.execPath, ['--no-warnings', file('driver.ts', text), JSON.stringify(cases)]);
  },
  python: (code) => {
    file('verify.py', code);
    const each = '[verify(case["secret"], case["headers"], case["body"].encode()) for case in json.loads(sys.argv[1])]';
    const text = `import json, sys\nfrom verify import verify\nprint(json.dumps(${each}))`;
    return run('python3', [file('driver.py', text), JSON.stringify(cases)]);
  },
  bash: (code) => {
    const calls = cases.map(({ secret, headers, body }, index) => {
      const values = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => `'${headers[name] ?? ''}'`);
      return `verify '${secret}' ${values.join(' ')} ${file(`body-${index}`, body)} && echo true || echo false`;
    });
    return run('bash', [file('verify.sh', `${code}\n${calls.join('\n')}`)]).then(
      (lines) => `[${lines.trim().split('\n').join(',')}]`,
    );
  },
  php: (code) => {
    file('verify.php', code);
    const each =
      "array_map(fn ($case) => verify($case['secret'], $case['headers'], $case['body']), json_decode($argv[1], true))";
    return run('php', [
      file('driver.php', `<?php require 'verify.php'; echo json_encode(${each});`),
      JSON.stringify(cases),
    ]);
  },
  go: (code) => {
    file('verify.go', code);
    file('go.mod', 'module verify\n\ngo 1.21\n');
    file('driver.go', goDriver);
    return run('go', ['run', '.', JSON.stringify(cases)], { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' });
  },
  java: async (code) => {
    file('Webhooks.java', code);
    file('Driver.java', javaDriver());
    await run('javac', ['-encoding', 'UTF-8', 'Webhooks.java', 'Driver.java']);
    return run('java', ['-XX:TieredStopAtLevel=1', '-cp', folder, 'Driver']);
  },
  csharp: async (code) => {
    file('Webhooks.cs', code);
    file('Driver.cs', csharpDriver());
    await run('mcs', ['-langversion:latest', '-out:driver.exe', 'Webhooks.cs', 'Driver.cs']);
    return run('mono', ['driver.exe']);
  },
};

const programs = {
  ts: process.execPath,
  python: 'python3',
  bash: 'openssl',
  php: 'php',
  go: 'go',
  java: 'javac',
  csharp: 'mcs',
} as const;

/** Programs that every CI machine has or installs; the others are compilers that few machines have. */
const required: readonly string[] = ['python3', 'openssl', 'php'];

describe.each(Object.entries(programs))('%s', (language, program) => {
  const missing = isMissing(program);
  if (missing && required.includes(program)) reasonToSkip(`${program} is missing`);
  test.skipIf(missing)(
    `distinguishes ${cases.length} webhooks${missing ? ` (skipped: ${program} is missing)` : ''}`,
    async () => {
      const verdicts = JSON.parse(await drivers[language]!(examples(language)[0]!)) as boolean[];
      const found = cases.map(({ what }, index) => [what, verdicts[index]]);
      expect(found).toEqual(cases.map(({ what, good }) => [what, good]));
    },
  );
});

const noCurl = reasonToSkip(['curl', 'openssl'].some(isMissing) ? 'curl or openssl is missing' : undefined);

test.skipIf(noCurl)('the webhook that curl sends is genuine', async () => {
  const script = file('send.sh', `set -euo pipefail\n${examples('bash').join('\n')}`);
  await run('bash', [script], { URL: receiver.url, SECRET: secret, TMPDIR: folder });
  const [got] = await receiver.until(1);
  expect(got!.headers['content-type']).toBe('application/json');
  expect(new Webhook(secret).verify(got!.body, got!.headers as Record<string, string>)).toMatchObject({
    status: 'DELIVERED',
  });
});

const endpoints = {
  ts: { command: process.execPath, args: ['--no-warnings', 'endpoint.ts'], files: ['verify.ts', 'endpoint.ts'] },
  python: { command: 'python3', args: ['endpoint.py'], files: ['verify.py', 'endpoint.py'] },
};

test.each(Object.entries(endpoints))('the endpoint in %s accepts a webhook once', async (language, endpoint) => {
  for (const [index, name] of endpoint.files.entries()) file(name, examples(language)[index]!);
  const port = await freePort();
  const env = { ...process.env, SECRET: secret, PORT: `${port}` };
  const child = spawn(endpoint.command, endpoint.args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += String(chunk);
  });
  const report = '{"messageId":"0197f9a5-7b1c-7cc0-9d2f-3a1d2f3a4b5c","status":"DELIVERED","segments":1}';
  const post = async (id: string, secrets: string[]) => {
    const signature = sign({ id, timestamp: now, body: report, secrets });
    const headers = { 'webhook-id': id, 'webhook-timestamp': `${now}`, 'webhook-signature': signature };
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: report })).status;
  };
  await expect.poll(() => post('evt_1', [secret]).catch(() => 0)).toBe(204);
  expect(await post('evt_1', [secret])).toBe(204);
  expect(await post('evt_2', [other])).toBe(401);
  expect(await post('evt_3', [secret])).toBe(204);
  const line = '0197f9a5-7b1c-7cc0-9d2f-3a1d2f3a4b5c DELIVERED\n';
  await expect.poll(() => written).toBe(line.repeat(2));
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function examples(language: string): string[] {
  return [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code!);
}

function isMissing(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

const goDriver = `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var cases []struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &cases); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, c := range cases {
		header := http.Header{}
		for name, value := range c.Headers {
			header.Set(name, value)
		}
		verdicts = append(verdicts, verify(c.Secret, header, []byte(c.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

/** JSON and these languages write such texts in the same way. */
const literal = (text: string) => JSON.stringify(text);

function javaDriver(): string {
  const calls = cases.map(({ secret, headers, body }) => {
    const entries = Object.entries(headers).flat().map(literal).join(', ');
    return `Webhooks.verify(${literal(secret)}, java.util.Map.of(${entries}), ${literal(body)}.getBytes("UTF-8"))`;
  });
  return `class Driver { public static void main(String[] args) throws Exception {
    System.out.println(java.util.Arrays.asList(${calls.join(',\n')}));
  } }`;
}

function csharpDriver(): string {
  const calls = cases.map(({ secret, headers, body }) => {
    const entries = Object.entries(headers).map(([name, value]) => `{ ${literal(name)}, ${literal(value)} }`);
    const given = `new System.Collections.Generic.Dictionary<string, string> { ${entries.join(', ')} }`;
    return `Webhooks.Verify(${literal(secret)}, ${given}, System.Text.Encoding.UTF8.GetBytes(${literal(body)}))`;
  });
  return `class Driver { static void Main() {
    System.Console.WriteLine("[" + string.Join(",", new[] { ${calls.join(',\n')} }).ToLowerInvariant() + "]");
  } }`;
}
