/** The mailbox reader during failures of the mail server, the mailbox or the network. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { withDovecot } from '../harness/dovecot.ts';
import { mail, mailboxReader, type Reader } from '../harness/mailbox-reader.ts';

const database = await testDatabase();
const processed = ['$HermodProcessed', '\\Seen'];
const said = (reader: Reader, text: string) => reader.log().filter((line) => line.includes(text));

await withDovecot('a mailbox reader', (dovecot) => {
  test('continues after its connection was cut', async () => {
    const box = dovecot.user();
    const reader = mailboxReader(database, box.url());
    await box.append(mail('before'));
    await reader.until(async () => (await box.flags())['before']!.length > 0);
    expect(dovecot.killSessions()).toBeGreaterThan(0);
    await box.append(mail('after'));
    await reader.until(async () => (await box.flags())['after']!.length > 0);
    expect(reader.taken).toEqual(['before', 'after']);
  });

  test('marks e-mails that were decided while the connection was lost, without taking them again', async () => {
    const box = dovecot.user();
    const reader = mailboxReader(database, box.url());
    const decision = Promise.withResolvers<void>();
    reader.answer = async () => {
      await decision.promise;
      return { outcome: 'processed' };
    };
    await box.append(mail('decided'));
    await reader.until(() => reader.taken.length === 1);
    dovecot.killSessions();
    await reader.until(() => said(reader, 'closed the connection').length === 1);
    expect(await box.flags()).toEqual({ decided: [] });
    decision.resolve();
    await reader.until(async () => (await box.flags())['decided']!.length > 0);
    expect(reader.taken).toEqual(['decided']);
  });

  test('a lost connection is one line of the log, however many e-mails were being processed', async () => {
    const box = dovecot.user();
    const subjects = ['1', '2', '3', '4', '5', '6'];
    await box.append(...subjects.map((subject) => mail(subject)));
    const reader = mailboxReader(database, box.url());
    const decision = Promise.withResolvers<void>();
    reader.answer = async () => {
      await decision.promise;
      return { outcome: 'processed' };
    };
    await reader.until(() => reader.taken.length === subjects.length);
    dovecot.killSessions();
    decision.resolve();
    await reader.until(async () => Object.values(await box.flags()).every((flags) => flags.length > 0));
    const warned = reader.log().filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
    expect(warned).toHaveLength(1);
  });

  test('waits for a mail server that is down, and logs it once', async () => {
    const box = dovecot.user();
    const reader = mailboxReader(database, box.url());
    await box.append(mail('before'));
    await reader.until(async () => (await box.flags())['before']!.length > 0);
    await dovecot.stop();
    await reader.until(() => said(reader, 'cannot be reached').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await dovecot.start();
    await box.append(mail('after'));
    await reader.until(async () => (await box.flags())['after']!.length > 0);
    expect(reader.taken).toEqual(['before', 'after']);
    expect(said(reader, 'cannot be reached')).toHaveLength(1);
    expect(said(reader, 'reading the mailbox')).toHaveLength(2);
  });

  test('loses nothing when the mailbox is deleted and created again with the same UIDs', async () => {
    const box = dovecot.user();
    const deliver = (...subjects: string[]) =>
      box.as(async (client) => {
        for (const subject of subjects) await client.append('SMS', mail(subject));
      });
    await box.as((client) => client.mailboxCreate('SMS'));
    await deliver('old 1', 'old 2');
    const reader = mailboxReader(database, box.url({ mailbox: 'SMS' }));
    await reader.until(async () => Object.values(await box.flags('SMS')).every((flags) => flags.length > 0));
    await box.as((client) => client.mailboxDelete('SMS'));
    await reader.until(() => said(reader, 'does not exist').length > 0);
    await box.as((client) => client.mailboxCreate('SMS'));
    await deliver('new 1', 'new 2', 'new 3');
    await reader.until(() => reader.taken.length === 5);
    await reader.until(async () => Object.values(await box.flags('SMS')).every((flags) => flags.length > 0));
    expect(reader.taken).toEqual(['old 1', 'old 2', 'new 1', 'new 2', 'new 3']);
    expect(said(reader, 'does not exist')).toHaveLength(1);
  });

  test('takes nothing twice when the UIDs of the same e-mails change', async () => {
    const box = dovecot.user();
    await box.append(mail('one'), mail('two'));
    const validity = () => box.as(async (client) => (await client.mailboxOpen('INBOX')).uidValidity);
    const before = await validity();
    const reader = mailboxReader(database, box.url());
    await reader.until(async () => Object.values(await box.flags()).every((flags) => flags.length > 0));
    await dovecot.stop();
    for (const file of readdirSync(box.folder)) {
      if (/^dovecot(-uidlist|-uidvalidity|\.index)/.test(file)) rmSync(join(box.folder, file));
    }
    await dovecot.start();
    await box.append(mail('three'));
    await reader.until(async () => (await box.flags())['three']!.length > 0);
    expect(await validity()).not.toBe(before);
    expect(await box.flags()).toEqual({ one: processed, two: processed, three: processed });
    expect([...reader.taken].sort()).toEqual(['one', 'three', 'two']);
  });

  test('reports a wrong password once without logging it, and keeps retrying', async () => {
    const box = dovecot.user();
    await box.append(mail('waiting'));
    const reader = mailboxReader(database, box.url({ password: 'hunter%2' }));
    await reader.until(() => said(reader, 'refuses the user or the password').length > 0);
    dovecot.setPassword(box.name, 'hunter%2');
    await reader.until(() => reader.taken.length === 1);
    expect(said(reader, 'refuses the user or the password')).toHaveLength(1);
    expect(reader.log().join('')).not.toMatch(/hunter/);
  });

  test('uses TLS from the start, or STARTTLS as soon as the server offers it, also with a self-signed certificate', async () => {
    for (const scheme of ['imap', 'imaps'] as const) {
      const box = dovecot.user();
      await box.append(mail('secret'));
      const before = dovecot.log().length;
      const reader = mailboxReader(database, box.url({ scheme }));
      await reader.until(() => reader.taken.length === 1);
      const logins = dovecot
        .log()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes(`user=<${box.name}>`));
      expect(logins[0]).toMatch(/, TLS/);
    }
  });

  test('does not trust such a certificate on another machine', async () => {
    const box = dovecot.user();
    await box.append(mail('secret'));
    for (const scheme of ['imap', 'imaps'] as const) {
      // Resolves to this machine, but does not look like a loopback address.
      const reader = mailboxReader(database, box.url({ scheme, host: '0.0.0.0' }));
      await reader.until(() => said(reader, 'certificate of the mail server is not trusted').length === 1);
      expect(reader.taken).toEqual([]);
      await reader.stop();
    }
  });
});

await withDovecot(
  'a mailbox reader without TLS',
  (dovecot) => {
    test('accepts a server on this machine, and warns about another one', async () => {
      const [here, there] = [dovecot.user(), dovecot.user()];
      await here.append(mail('here'));
      await there.append(mail('there'));
      const local = mailboxReader(database, here.url());
      await local.until(() => local.taken.length === 1);
      expect(said(local, 'overheard')).toHaveLength(0);
      const remote = mailboxReader(database, there.url({ host: '0.0.0.0' }));
      await remote.until(() => remote.taken.length === 1);
      expect(said(remote, 'overheard')).toHaveLength(1);
    });
  },
  { tls: false },
);
