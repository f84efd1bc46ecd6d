/** The mailbox reader on a faulty server: huge mailboxes, flags that are not stored, e-mails that do not exist. */
import { expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { fakeImap } from '../harness/fake-imap.ts';
import { mailboxReader, type Reader } from '../harness/mailbox-reader.ts';

const database = await testDatabase();
const said = (reader: Reader, text: string) => reader.log().filter((line) => line.includes(text));
const noted = async () => {
  const { rows } = await database.db.query<{ error: string | null }>(
    'SELECT error FROM mailbox_readers ORDER BY since DESC LIMIT 1',
  );
  return rows[0]?.error ?? undefined;
};
const count = (commands: readonly string[], start: string) =>
  commands.filter((command) => command.startsWith(start)).length;

test('300,000 unmarked e-mails are searched in batches', async () => {
  const server = await fakeImap(300_000);
  const reader = mailboxReader(database, server.url);
  await reader.until(() => reader.taken.length >= 1_000);
  expect(server.mostFound).toBeLessThanOrEqual(2_000);
  expect(reader.taken.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, index) => `${index + 1}`));
});

test('in a mailbox of 300,000 marked e-mails a new one is found', async () => {
  const server = await fakeImap(300_000);
  for (let uid = 1; uid <= 300_000; uid++) server.marked.add(uid);
  const reader = mailboxReader(database, server.url);
  await reader.until(() => count(server.commands, 'UID SEARCH') >= 150);
  server.announce(300_001);
  await reader.until(() => reader.taken.length === 1);
  expect(reader.taken).toEqual(['300001']);
  await reader.until(() => server.marked.has(300_001));
});

test('if a confirmed flag is not stored, the e-mail is taken once and marked again at growing intervals', async () => {
  const server = await fakeImap(3);
  server.keeps = (uid) => uid !== 2;
  const reader = mailboxReader(database, server.url);
  await reader.until(() => count(server.commands, 'UID STORE 2 ') >= 1);
  await reader.until(() => said(reader, 'does not keep the marks').length > 0);
  expect(reader.taken).toEqual(['1', '2', '3']);
  expect(await noted()).toContain('does not keep the marks');
  expect(count(server.commands, 'UID STORE 2 ')).toBeLessThan(4);
  server.announce(4);
  await reader.until(() => reader.taken.includes('4'));
  server.keeps = () => true;
  await reader.until(() => server.marked.has(2));
  await reader.until(() => said(reader, 'reading the mailbox').length === 2);
  await reader.until(async () => (await noted()) === undefined);
  expect(reader.taken).toEqual(['1', '2', '3', '4']);
  expect(said(reader, 'does not keep the marks')).toHaveLength(1);
});

test('if no flag is stored at all, at most 1,000 e-mails are taken, each once', async () => {
  const server = await fakeImap(2_000);
  server.keeps = () => false;
  const reader = mailboxReader(database, server.url);
  await reader.until(() => said(reader, 'does not keep the marks').length > 0);
  expect(reader.taken.length).toBeLessThanOrEqual(1_000);
  expect(new Set(reader.taken).size).toBe(reader.taken.length);
  const searches = count(server.commands, 'UID SEARCH');
  server.keeps = () => true;
  await reader.until(() => reader.taken.length === 2_000);
  expect(new Set(reader.taken).size).toBe(2_000);
  expect(searches).toBeLessThan(200);
});

test.each(['description', 'source'] as const)(
  'e-mails without a %s are requested at growing intervals, and do not delay others',
  async (missing) => {
    const server = await fakeImap(300);
    server.delivers = (uid, what) => what !== missing || uid > 150;
    const reader = mailboxReader(database, server.url);
    await reader.until(() => reader.taken.length === 150);
    await reader.until(() => said(reader, 'does not deliver').length > 0);
    expect(await noted()).toContain('does not deliver');
    expect(server.commands.length).toBeLessThan(1_500);
    server.delivers = () => true;
    await reader.until(() => reader.taken.length === 300);
    expect(new Set(reader.taken).size).toBe(300);
    expect(said(reader, 'does not deliver')).toHaveLength(1);
  },
);
