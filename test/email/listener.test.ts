/** The Email2SMS listener from the view of SMTP clients. */
import { expect, test, vi } from 'vitest';
import { slovenian } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { deliver, onTheWire, SmtpClient } from './client.ts';
import { body, emailService, emailServiceOn, letter, mailAccount, processed, smsOf } from './rig.ts';

const service = await emailService({ HERMOD_SERVICE_NAME: 'Acme' });
const { db, smtpPort, url } = service;
const small = await emailServiceOn(url, { HERMOD_EMAIL_MAX_MB: '1' });
const strict = await emailServiceOn(url, { HERMOD_EMAIL_TRUSTED_RELAYS: '192.0.2.1', HERMOD_SMTP_RATE_LIMIT: '2' });
const stopping = await emailServiceOn(url, { HERMOD_DRAIN_SECONDS: '60' });

async function session(port = smtpPort): Promise<SmtpClient> {
  const { client } = await SmtpClient.connect(port);
  await client.command('EHLO client.example');
  return client;
}

test('greets with its name and lists its extensions', async () => {
  const { client, greeting } = await SmtpClient.connect(smtpPort);
  expect(greeting).toBe('220 localhost ESMTP Acme Email2SMS');
  const features = (await client.command('EHLO client.example')).split('\n').map((line) => line.slice(4));
  expect(features.slice(1)).toEqual(['PIPELINING', '8BITMIME', 'SMTPUTF8', 'STARTTLS', `SIZE ${25 * 2 ** 20}`]);
  expect(await client.command('AUTH PLAIN')).toMatch(/^5/);
  expect(await client.command('QUIT')).toMatch(/^221/);
  client.close();
});

test('a mail becomes an SMS', async () => {
  const account = await mailAccount(db);
  expect(await deliver(smtpPort, { raw: letter(body({ key: account.key, content: 'Hello\nthere' })) })).toEqual(
    processed,
  );
  expect(await smsOf(db, account)).toEqual([
    { destination: slovenian, content: 'Hello\nthere', sender: 'Shop', encoding: 'GSM-7' },
  ]);
});

test('accepts mail for its own address only, in any case', async () => {
  const client = await session();
  expect(await client.command('MAIL FROM:<alice@good.example>')).toMatch(/^250/);
  for (const other of ['postmaster@localhost', 'sms@elsewhere.example', 'sms+x@localhost', 'alice@good.example']) {
    expect(await client.command(`RCPT TO:<${other}>`)).toMatch(/^550 5\.1\.1 /);
  }
  expect(await client.command('DATA')).toMatch(/^503/);
  expect(await client.command('RCPT TO:<SMS@LocalHost>')).toMatch(/^250/);
  client.close();
});

test('many mails on one connection get a reply each', async () => {
  const account = await mailAccount(db);
  const client = await session();
  for (const content of ['one', 'two', 'three']) {
    expect(await client.deliver({ raw: letter(body({ key: account.key, content })) })).toEqual(processed);
  }
  client.close();
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(['one', 'two', 'three']);
});

test('commands and mails may be pipelined', async () => {
  const account = await mailAccount(db);
  const client = await session();
  const mail = (content: string) => [
    Buffer.from('MAIL FROM:<alice@good.example>\r\nRCPT TO:<sms@localhost>\r\nDATA\r\n'),
    onTheWire(letter(body({ key: account.key, content }))),
  ];
  client.socket.write(Buffer.concat([...mail('one'), ...mail('two'), Buffer.from('QUIT\r\n')]));
  const replies: string[] = [];
  for (let count = 0; count < 9; count++) replies.push((await client.reply()).slice(0, 3));
  expect(replies).toEqual(['250', '250', '354', '250', '250', '250', '354', '250', '221']);
  client.close();
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(['one', 'two']);
});

test('STARTTLS with a certificate created at start', async () => {
  const account = await mailAccount(db);
  const client = await session();
  await client.startTls();
  expect(await client.command('EHLO client.example')).not.toContain('STARTTLS');
  expect(await client.deliver({ raw: letter(body({ key: account.key })) })).toEqual(processed);
  client.close();
  expect(await smsOf(db, account)).toHaveLength(1);
});

test('commands pipelined after STARTTLS in plain text are discarded', async () => {
  const client = await session();
  client.socket.write('STARTTLS\r\nEHLO injected.example\r\nMAIL FROM:<a@b.example>\r\n');
  expect(await client.reply()).toMatch(/^220/);
  await client.secure();
  expect(await client.command('MAIL FROM:<alice@good.example>')).toMatch(/^503/);
  expect(await client.command('EHLO client.example')).toMatch(/^250/);
  expect(await client.command('MAIL FROM:<alice@good.example>')).toMatch(/^250/);
  client.close();
});

test.each(['in plain text', 'over TLS'])('2,000 commands in one piece %s are all answered, in order', async (way) => {
  const client = await session();
  if (way === 'over TLS') await client.startTls();
  client.socket.write(`${'NOOP\r\n'.repeat(1_999)}QUIT\r\n`);
  const replies: string[] = [];
  for (let count = 0; count < 2_000; count++) replies.push((await client.reply()).slice(0, 3));
  expect(replies).toEqual([...Array<string>(1_999).fill('250'), '221']);
  client.close();
});

test('a client that reads no replies is not read from, and others are served', async () => {
  const client = await session();
  client.socket.pause();
  const commands = Buffer.from('EHLO client.example\r\n'.repeat(1_000));
  for (let count = 0; count < 400 && client.socket.writableLength < 2 ** 20; count++) client.socket.write(commands);
  await vi.waitFor(() => expect(client.socket.writableLength).toBeGreaterThan(0), patienceMs);
  expect(await deliver(smtpPort, { raw: letter(body()) })).toEqual(processed);
  client.close();
});

test('a mail with many lines that begin with dots is read unchanged', async () => {
  const account = await mailAccount(db);
  const raw = letter(body({ key: account.key, content: '.\n..\n.a', more: `${'.\n'.repeat(100_000)}` }));
  expect(await deliver(smtpPort, { raw })).toEqual(processed);
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(['.\n..\n.a']);
});

test('a client that disconnects in the middle of a mail has no effect', async () => {
  const account = await mailAccount(db);
  const client = await session();
  for (const command of ['MAIL FROM:<alice@good.example>', 'RCPT TO:<sms@localhost>', 'DATA'])
    await client.command(command);
  const wire = onTheWire(letter(body({ key: account.key })));
  client.socket.write(wire.subarray(0, wire.length - 5));
  await new Promise<void>((resolve) => client.socket.end(() => resolve()));
  client.close();
  // A later mail was accepted, so the incomplete one has had its time.
  expect(await deliver(smtpPort, { raw: letter(body({ key: account.key, content: 'whole' })) })).toEqual(processed);
  expect((await smsOf(db, account)).map(({ content }) => content)).toEqual(['whole']);
});

test('a mail that is too large is refused, with or without a declared size', async () => {
  const client = await session(small.smtpPort);
  expect(await client.command('MAIL FROM:<alice@good.example> SIZE=1048577')).toMatch(/^552/);
  expect(await client.command('MAIL FROM:<alice@good.example>')).toMatch(/^250/);
  expect(await client.command('RCPT TO:<sms@localhost>')).toMatch(/^250/);
  await client.command('DATA');
  const line = Buffer.from(`${'x'.repeat(998)}\r\n`);
  for (let count = 0; count < 3_000; count++) client.socket.write(line);
  client.socket.write('.\r\n');
  expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
  expect(await client.command('NOOP')).toMatch(/^250/);
  client.close();
});

test('an untrusted client that exceeds the rate limit is deferred', async () => {
  const client = await session(strict.smtpPort);
  const replies: string[] = [];
  for (let count = 0; count < 4; count++) {
    replies.push(await client.command('MAIL FROM:<alice@good.example>'));
    await client.command('RSET');
  }
  expect(replies.slice(0, 2)).toEqual([expect.stringMatching(/^250/), expect.stringMatching(/^250/)]);
  expect(replies).toContainEqual(expect.stringMatching(/^451 4\.7\.1 /));
  client.close();
});

test('mails with a declared size that is too large count towards the rate limit', async () => {
  const client = await session(strict.smtpPort);
  const replies: string[] = [];
  for (let count = 0; count < 4; count++)
    replies.push((await client.command('MAIL FROM:<alice@good.example> SIZE=100000000')).slice(0, 3));
  expect(replies).toContain('451');
  client.close();
});

test('an untrusted client with too many connections is refused, others are not', async () => {
  const open = await Promise.all(Array.from({ length: 51 }, () => SmtpClient.connect(strict.smtpPort)));
  const refused = open.filter(({ greeting }) => greeting.startsWith('421 4.7.0'));
  expect(refused).toHaveLength(1);
  for (const { client } of open) client.close();
  await vi.waitFor(async () => {
    const { client, greeting } = await SmtpClient.connect(strict.smtpPort);
    client.close();
    expect(greeting).toMatch(/^220/);
  }, patienceMs);
});

test('a mail in progress when the process stops still gets its reply; the others are deferred', async () => {
  const account = await mailAccount(db);
  const [busy, idle] = [await session(stopping.smtpPort), await session(stopping.smtpPort)];
  for (const command of ['MAIL FROM:<alice@good.example>', 'RCPT TO:<sms@localhost>', 'DATA'])
    await busy.command(command);
  const wire = onTheWire(letter(body({ key: account.key })));
  busy.socket.write(wire.subarray(0, 20));
  const stopped = stopping.service.stop('immediate');
  expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
  busy.socket.write(wire.subarray(20));
  expect(await busy.reply()).toEqual(processed);
  await stopped;
  expect(await smsOf(db, account)).toHaveLength(1);
  busy.close();
  idle.close();
});

test('garbage has no effect', async () => {
  for (const garbage of ['\0\0\0\0\r\n', 'GET / HTTP/1.1\r\n\r\n', `${'x'.repeat(100_000)}\r\n`, 'MAIL FROM:<\r\n']) {
    const { client } = await SmtpClient.connect(smtpPort);
    expect(await client.command(garbage.trimEnd())).toMatch(/^[45]/);
    client.close();
  }
  expect(await deliver(smtpPort, { raw: letter(body()) })).toEqual(processed);
});
