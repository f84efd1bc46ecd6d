/** Clients of other projects: node-smpp, Net::SMPP and Kannel's bearerbox. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import smpp, { type Fields } from 'smpp';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { ensureDebian } from '../harness/debian.ts';
import { patienceMs } from '../harness/patience.ts';
import { credential, messageOf, smscService } from './rig.ts';

const service = await smscService();
const { db, smppPort } = service;
const login = await credential(db, { maxBinds: 20 });
const until = <T>(condition: () => Promise<T> | T) => vi.waitFor(condition, { timeout: patienceMs, interval: 100 });

const noPerl = await ensureDebian('libnet-smpp-perl', '/usr/share/perl5/Net/SMPP.pm');
const bearerbox = '/usr/sbin/bearerbox';
const noKannel = await ensureDebian('kannel', bearerbox);

test('node-smpp binds, submits a text, Unicode and a long message, queries it, and unbinds', {
  timeout: patienceMs,
}, async () => {
  const session = await new Promise<ReturnType<typeof smpp.connect>>((resolve) => {
    const opened = smpp.connect({ url: `smpp://127.0.0.1:${smppPort}` }, () => resolve(opened));
  });
  const ask = (
    command: 'bind_transceiver' | 'submit_sm' | 'query_sm' | 'enquire_link' | 'unbind',
    fields: object = {},
  ) => new Promise<Fields>((resolve) => session[command](fields, resolve));
  const { systemId: system_id, password } = login;
  expect((await ask('bind_transceiver', { system_id, password })).command_status).toBe(0);
  const addresses = {
    source_addr_ton: 5,
    source_addr: 'Hermod',
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '38640123456',
  };
  const content = async (short_message: unknown) => {
    const { command_status, message_id } = await ask('submit_sm', { ...addresses, short_message });
    expect(command_status).toBe(0);
    return [message_id!, (await messageOf(db, message_id!))?.content];
  };
  const [id, text] = await content('Hello from Node');
  expect(text).toBe('Hello from Node');
  expect((await content('Žaba 😀'))[1]).toBe('Žaba 😀');
  const part = (place: number, message: string) => ({ udh: Buffer.from([5, 0, 3, 9, 2, place]), message });
  expect((await content(part(1, 'n'.repeat(150))))[1]).toBeUndefined();
  expect((await content(part(2, 'm'.repeat(20))))[1]).toBe(`${'n'.repeat(150)}${'m'.repeat(20)}`);
  expect(await ask('query_sm', { message_id: id, source_addr_ton: 5, source_addr: 'Hermod' })).toMatchObject({
    command_status: 0,
    message_id: id,
  });
  expect((await ask('enquire_link')).command_status).toBe(0);
  expect((await ask('unbind')).command_status).toBe(0);
  session.close();
});

test.skipIf(noPerl !== undefined)('Net::SMPP does the same', { timeout: patienceMs }, async () => {
  const script = join(import.meta.dirname, 'net-smpp.pl');
  const { stdout } = await promisify(execFile)('perl', [script, `${smppPort}`, login.systemId, login.password]);
  const ids = stdout.trim().split('\n');
  const contents = await Promise.all(ids.map(async (id) => (await messageOf(db, id))?.content));
  expect(contents).toEqual(['Hello from Perl', 'Žaba', 'p'.repeat(200), 'p'.repeat(200)]);
});

const folder = mkdtempSync(join(tmpdir(), 'hermod-kannel-customer-'));
const boxes: ChildProcess[] = [];
afterAll(async () => {
  for (const box of boxes) await ended(box);
  rmSync(folder, { recursive: true, force: true });
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 8_000);
  await closed;
  clearTimeout(tooLong);
}

function box(program: string, file: string): ChildProcess {
  const env = { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') };
  const child = spawn(join('/usr/sbin', program), ['-v', '4', file], { cwd: folder, stdio: 'ignore', env });
  boxes.push(child);
  return child;
}

const configuration = (ports: { admin: number; box: number; http: number }): string => `group = core
admin-port = ${ports.admin}
admin-password = admin
smsbox-port = ${ports.box}
box-allow-ip = 127.0.0.1
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = hermod
host = 127.0.0.1
port = ${smppPort}
smsc-username = ${login.systemId}
smsc-password = ${login.password}
system-type = ""
transceiver-mode = true
source-addr-autodetect = yes
msg-id-type = 0x00
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${ports.box}
sendsms-port = ${ports.http}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = kannel
password = kannel
max-messages = 10
concatenation = true

group = sms-service
keyword = default
max-messages = 0
catch-all = true
text = ignored
`;

test.skipIf(noKannel !== undefined)(
  'Kannel sends texts, long messages and Unicode, and binds again after a lost connection',
  { timeout: patienceMs * 2 },
  async () => {
    const [admin, boxPort, http] = [await freePort(), await freePort(), await freePort()];
    const file = join(folder, 'kannel.conf');
    writeFileSync(file, configuration({ admin, box: boxPort, http }));
    box('bearerbox', file);
    const isBound = async () => {
      const { rows } = await db.query('SELECT 1 FROM smpp_binds WHERE address = $1 AND system_id = $2', [
        '127.0.0.1',
        login.systemId,
      ]);
      expect(rows).toHaveLength(1);
    };
    await until(isBound);
    box('smsbox', file);
    const send = (parameters: Record<string, string>) =>
      until(async () => {
        const query = new URLSearchParams({
          username: 'kannel',
          password: 'kannel',
          from: 'Hermod',
          to: '+38640123456',
          ...parameters,
        });
        const answer = await fetch(`http://127.0.0.1:${http}/cgi-bin/sendsms?${query.toString()}`);
        expect([answer.status, await answer.text()]).toEqual([202, '0: Accepted for delivery']);
      });
    const isThere = (content: string) =>
      until(async () => {
        const { rows } = await db.query('SELECT 1 FROM submissions WHERE content = $1 AND via = $2', [content, 'smpp']);
        expect(rows, content.slice(0, 30)).toHaveLength(1);
      });
    await send({ text: 'Hello from Kannel €' });
    await isThere('Hello from Kannel €');
    const long = `${'Long words from Kannel. '.repeat(12)}End`;
    await send({ text: long });
    await isThere(long);
    await send({ text: 'Žaba iz Kannela', coding: '2', charset: 'UTF-8' });
    await isThere('Žaba iz Kannela');
    await db.query(`UPDATE smpp_binds SET ending = 'for a test'`);
    await until(async () =>
      expect((await db.query('SELECT 1 FROM smpp_binds WHERE ending IS NOT NULL')).rows).toEqual([]),
    );
    await until(isBound);
    await send({ text: 'After it was cut off' });
    await isThere('After it was cut off');
  },
);

test('a client is skipped only where it cannot be installed', () => {
  expect([noPerl, noKannel].filter((reason) => reason !== undefined && !/only root|not Debian/.test(reason))).toEqual(
    [],
  );
});
