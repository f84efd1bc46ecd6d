/** Senders, carriers, routes, e-mails and erasure, with the command alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { deliver } from '../email/client.ts';
import { body, emailService, letter } from '../email/rig.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { demoKey } from '../harness/service.ts';
import { confirmer, idOf, registrar } from '../senders/codes.ts';

const service = await emailService({ HERMOD_SENDER_APPROVAL: 'manual' });
await ensureDefaultCarrier(service.db, undefined);
const { run, json } = operations(service.base);
const register = registrar(service, demoKey);

type Row = Record<string, unknown>;

/** Tab-separated lines as rows. */
function rows(out: string): Row[] {
  const [head, ...lines] = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return lines.map((line) => Object.fromEntries(head!.map((field, at) => [field, line[at]])));
}

test('a sender is approved, its code is sent by e-mail, and the customer confirms it', async () => {
  const senderId = idOf(await register({ value: 'Bakery' }));
  expect(rows((await run(['senders', 'list', '--status', 'Pending'])).out)).toMatchObject([
    { senderId, value: 'Bakery', channel: 'SMS', status: 'Pending' },
  ]);
  expect((await run(['senders', 'approve', senderId])).out).toBe('hermod: the sender Bakery is approved\n');
  const again = await run(['senders', 'approve', senderId]);
  expect(again).toMatchObject({ code: 2, said: expect.stringContaining('is Confirmation Pending') as unknown });

  const [mail] = await json<Row[]>(['mails', 'list', '--subject', senderId, '--account', 'Demo']);
  expect(mail).toMatchObject({ kind: 'sender code', subjectId: senderId });
  const shown = await run(['mails', 'show', mail!['mailId'] as string]);
  const code = /\b\d{6}\b/.exec(shown.out)![0];
  expect(await confirmer(service, demoKey)(senderId, code)).toMatchObject({ status: 200 });
  expect(await json(['senders', 'show', senderId])).toMatchObject({ status: 'Confirmed' });
});

test('an operator is added, signs in by the printed link, is changed and deleted', async () => {
  const logIn = async (url: string) => {
    const answer = await service.call({
      path: '/console/v1/session',
      body: { link: url.trim().split('#')[1] },
      key: null,
    });
    return { status: answer.status, ...(answer.body as object) };
  };
  const added = await run(['operators', 'add', '--name', 'Anna', '--role', 'support', '--grant', 'text']);
  expect((await run(['operators', 'add', '--name', 'Bor', '--role', 'support', '--grant', 'all'])).code).toBe(2);
  expect(added.code).toBe(0);
  expect(await logIn(added.out)).toMatchObject({ status: 200, name: 'Anna', role: 'support', grants: ['text'] });
  const changed = await json<Row>(['operators', 'change', 'anna', '--role', 'admin', '--no-grants', '--reset-totp']);
  expect(changed).toMatchObject({ name: 'Anna', role: 'admin', grants: [], hasPassword: false });
  expect(rows((await run(['operators', 'list'])).out)).toMatchObject([{ name: 'Anna', role: 'admin' }]);
  expect(await logIn((await run(['operators', 'link', 'Anna'])).out)).toMatchObject({ status: 200, name: 'Anna' });
  expect((await run(['operators', 'delete', 'Anna', '--yes'])).out).toBe('hermod: the operator Anna is deleted\n');
  expect(await json(['operators', 'list'])).toEqual([]);
  const console = (await run(['console'])).out;
  expect(console).toMatch(`${service.base}/login#`);
  expect(await logIn(console)).toMatchObject({
    status: 200,
    kind: 'operator',
    name: expect.stringContaining('@') as unknown,
  });
  const customers = (await run(['console', '--account', 'Demo', '--name', 'Mia'])).out;
  expect(await logIn(customers)).toMatchObject({ status: 200, kind: 'account', name: 'Mia', accountName: 'Demo' });
});

test('a sender is rejected, and the reason is shown', async () => {
  const senderId = idOf(await register({ value: 'Police' }));
  const decision = ['senders', 'reject', senderId, '--reason', 'You are not the police'];
  expect(await run(decision)).toMatchObject({ code: 2, said: expect.stringMatching(/Reject .*--yes/) as unknown });
  expect((await run([...decision, '--yes'])).out).toBe('hermod: the sender Police is rejected\n');
  expect(rows((await run(['senders', 'list', '--status', 'Rejected'])).out)).toMatchObject([
    { senderId, rejectionReason: 'You are not the police' },
  ]);
});

test('carriers and routes are added and deleted, and no output contains a password', async () => {
  const secret = 'open-sesame';
  const written: string[] = [];
  const step = async (args: string[], input?: string) => {
    const { code, out, said } = await run(args, input);
    written.push(out, said);
    expect([code, said], args.join(' ')).toEqual([0, '']);
    return out;
  };
  const url = `smpp://shop:${secret}@127.0.0.1:${await freePort()}`;
  await step(['carriers', 'add', '--name', 'backup', '--url', '-'], `${url}\n`);
  expect(rows(await step(['carriers', 'list']))).toMatchObject([
    { name: 'backup', enabled: 'yes', linksUp: '0', waiting: '0' },
    { name: 'default', url: 'simulator:' },
  ]);
  await step(['carriers', 'change', 'backup', '--name', 'second']);
  expect(await step(['carriers', 'disable', 'second', '--yes'])).toBe('hermod: second is disabled\n');
  expect(await step(['carriers', 'show', 'second'])).toMatch(/^enabled\tno$/m);
  expect(await step(['carriers', 'enable', 'second'])).toBe('hermod: second is enabled\n');

  const added = await step(['routes', 'add', '--carrier', 'second', '--country', 'HR', '--priority', '50', '--json']);
  const { routeId, carrierId } = JSON.parse(added) as { routeId: string; carrierId: string };
  await step(['routes', 'change', routeId, '--country', '', '--prefix', '+38591', '--priority', '0']);
  expect(rows(await step(['routes', 'list']))).toContainEqual({
    routeId,
    carrierId,
    country: '',
    prefix: '+38591',
    priority: '0',
    weight: '1',
    senders: '',
    rewrites: 'all',
  });
  expect(await step(['routes', 'remove', routeId, '--yes'])).toBe(`hermod: the route ${routeId} is removed\n`);
  expect(await step(['carriers', 'remove', 'second', '--yes'])).toBe('hermod: second is removed\n');
  expect(written.join('')).not.toContain(secret);
  expect(JSON.parse(await step(['carriers', 'list', '--json']))).toMatchObject([{ name: 'default' }]);
});

test('an e-mail is tried byte for byte: in its charset, and with an attachment', async () => {
  const request = body({ key: demoKey, sender: 'Hermod', content: 'Čaka vas pošta' });
  const part = 'Content-Type: text/plain; charset=windows-1250\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';
  const attachment = `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${'AAAA\r\n'.repeat(400_000)}`;
  const bytes: Record<string, number> = { Č: 0xc8, š: 0x9a };
  const raw = Buffer.concat([
    Buffer.from(
      `From: anna@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}`,
    ),
    Buffer.from([...request].map((character) => bytes[character] ?? character.charCodeAt(0))),
    Buffer.from(`\r\n--b\r\n${attachment}\r\n--b--\r\n`),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'hermod-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'request.eml');
  writeFileSync(file, raw);
  expect(await json(['emails', 'try', file])).toMatchObject({
    outcome: 'sent',
    preview: { content: 'Caka vas posta', encoding: 'GSM-7' },
  });
  writeFileSync(file, Buffer.alloc(26 * 2 ** 20, 'x'));
  const refused = await run(['emails', 'try', file]);
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('larger than 25 MB') as unknown });
});

test('an e-mail is tried, sent and listed, and a number is erased from it', async () => {
  const person = '+38640765432';
  const raw = letter(body({ key: demoKey, sender: 'Hermod', destinations: person }), { From: 'anna@example.com' });
  const tried = await run(['emails', 'try', '-'], raw);
  expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/^outcome\tsent$/m) as unknown });
  expect(tried.out).not.toContain(demoKey);
  expect(await json(['emails', 'list'])).toEqual([]);

  await deliver(service.smtpPort, { raw, from: 'anna@example.com' });
  const [email] = await json<Row[]>(['emails', 'list', '--account', 'Demo', '--author', 'anna@example.com']);
  expect(email).toMatchObject({ outcome: 'sent', from: 'anna@example.com', via: 'SMTP' });
  const shown = await run(['emails', 'show', email!['emailId'] as string]);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(person) as unknown });
  const [messageId] = email!['messageIds'] as string[];
  await vi.waitFor(
    async () =>
      expect(await operator(service)({ path: `/messages/${messageId}` })).toMatchObject({
        body: { status: 'DELIVERED' },
      }),
    { timeout: patienceMs, interval: 200 },
  );
  expect(await json(['erase', person, '--yes'])).toMatchObject({ messages: 1, texts: 1, emails: 1 });
});
