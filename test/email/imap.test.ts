/** Reading and marking by the mailbox reader, on a real Dovecot. */
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { withDovecot } from '../harness/dovecot.ts';
import { mail, mailboxReader } from '../harness/mailbox-reader.ts';

const database = await testDatabase();
const processed = ['$HermodProcessed', '\\Seen'];
const rejected = ['$HermodProcessed', '$HermodRejected', '\\Seen'];

await withDovecot('a mailbox on Dovecot', (dovecot) => {
  test('e-mails present at the start are taken, and later ones too', async () => {
    const box = dovecot.user();
    await box.append(mail('first'), mail('second'));
    const reader = mailboxReader(database, box.url());
    await reader.until(() => reader.taken.length === 2);
    // Time to enter IDLE; on a slow machine it enters later, and the test still holds.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await box.append(mail('third'));
    await reader.until(() => reader.taken.length === 3);
    expect(reader.taken).toEqual(['first', 'second', 'third']);
    expect(reader.mails[0]).toMatchObject({ via: 'IMAP', peer: '127.0.0.1', envelopeFrom: 'alice@good.example' });
    expect(reader.mails[0]!.raw.toString()).toBe(mail('first'));
    await reader.until(async () => (await box.flags())['third']!.length > 0);
    expect(await box.flags()).toEqual({ first: processed, second: processed, third: processed });
  });

  test('a deferred e-mail remains unmarked, is taken again, and does not delay others', async () => {
    const box = dovecot.user();
    await box.append(mail('waits'), mail('goes'));
    const reader = mailboxReader(database, box.url());
    let isDown = true;
    reader.answer = (subject) =>
      isDown && subject === 'waits' ? { outcome: 'later', reason: 'no database' } : { outcome: 'processed' };
    await reader.until(() => reader.taken.filter((subject) => subject === 'waits').length >= 2);
    await reader.until(async () => (await box.flags())['goes']!.length > 0);
    expect(await box.flags()).toEqual({ waits: [], goes: processed });
    isDown = false;
    await reader.until(async () => (await box.flags())['waits']!.length > 0);
    expect(reader.taken.filter((subject) => subject === 'goes')).toHaveLength(1);
  });

  test('an exception while an e-mail is handled leaves it unmarked', async () => {
    const box = dovecot.user();
    await box.append(mail('odd'));
    const reader = mailboxReader(database, box.url());
    reader.answer = () =>
      reader.taken.length === 1 ? Promise.reject(new Error('a fault')) : Promise.resolve({ outcome: 'processed' });
    await reader.until(async () => (await box.flags())['odd']!.length > 0);
    expect(reader.taken).toEqual(['odd', 'odd']);
  });

  test('a rejected e-mail has its own flag; a deleted one is not changed', async () => {
    const box = dovecot.user();
    await box.append(mail('good'), mail('bad'));
    await box.as((client) => client.append('INBOX', mail('deleted'), ['\\Deleted']));
    const reader = mailboxReader(database, box.url());
    reader.answer = (subject) =>
      subject === 'bad' ? { outcome: 'rejected', reason: 'not allowed' } : { outcome: 'processed' };
    await reader.until(async () => (await box.flags())['bad']!.length > 0);
    await reader.until(async () => (await box.flags())['good']!.length > 0);
    expect(await box.flags()).toEqual({ good: processed, bad: rejected, deleted: ['\\Deleted'] });
  });

  test.each([{}, { HERMOD_EMAIL_MAX_MB: '2' }])(
    'only the headers of an oversized e-mail are taken, for the record: %o',
    async (settings) => {
      const box = dovecot.user();
      const bytes = Number(settings.HERMOD_EMAIL_MAX_MB ?? 25) * 2 ** 20;
      box.deliver(mail('large', 'x'.repeat(bytes)), mail('small'));
      const reader = mailboxReader(database, box.url(), settings);
      await reader.until(async () => (await box.flags())['large']!.length > 0);
      await reader.until(async () => (await box.flags())['small']!.length > 0);
      const large = reader.mails.find(({ size }) => size !== undefined)!;
      expect(large.raw.length).toBeLessThanOrEqual(64 * 1_024);
      expect(large.size).toBeGreaterThan(bytes);
      expect(await box.flags()).toEqual({ large: rejected, small: processed });
    },
  );

  test('an e-mail that the server cannot read does not delay others', async () => {
    const box = dovecot.user();
    const [broken] = box.deliver(mail('broken'), mail('after'));
    chmodSync(broken!, 0o000);
    const reader = mailboxReader(database, box.url());
    await reader.until(() => reader.taken.includes('after'));
    await box.append(mail('later'));
    await reader.until(() => reader.taken.includes('later'));
    expect(reader.taken).toEqual(['after', 'later']);
  });

  test('200 e-mails are all taken once, a few at a time', async () => {
    const box = dovecot.user();
    box.deliver(...Array.from({ length: 200 }, (_, index) => mail(`mail ${index}`)));
    const reader = mailboxReader(database, box.url());
    const inHand = { now: 0, most: 0 };
    reader.answer = async () => {
      inHand.now += 1;
      inHand.most = Math.max(inHand.most, inHand.now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inHand.now -= 1;
      return { outcome: 'processed' };
    };
    await reader.until(() => reader.taken.length === 200);
    await reader.until(async () => Object.values(await box.flags()).every((flags) => flags.length === 2));
    expect(new Set(reader.taken).size).toBe(200);
    expect(reader.taken).toHaveLength(200);
    expect(inHand.most).toBeGreaterThan(1);
    expect(inHand.most).toBeLessThanOrEqual(8);
  });

  test('large e-mails are not all in memory at the same time', async () => {
    const box = dovecot.user();
    const text = `${'x'.repeat(998)}\r\n`.repeat(7 * 1024);
    box.deliver(...Array.from({ length: 8 }, (_, index) => mail(`mail ${index}`, text)));
    const reader = mailboxReader(database, box.url());
    const bytes = { now: 0, most: 0 };
    reader.answer = async (_, { raw }) => {
      bytes.now += raw.length;
      bytes.most = Math.max(bytes.most, bytes.now);
      await new Promise((resolve) => setTimeout(resolve, 100));
      bytes.now -= raw.length;
      return { outcome: 'processed' };
    };
    await reader.until(() => reader.taken.length === 8);
    expect(bytes.most).toBeLessThanOrEqual(32 * 1024 * 1024);
  });

  test('\\Seen is the mark if the server cannot store keywords', async () => {
    const box = dovecot.user();
    box.restrict('lrs');
    box.deliver(mail('good'), mail('bad'));
    const reader = mailboxReader(database, box.url());
    reader.answer = (subject) =>
      subject === 'bad' ? { outcome: 'rejected', reason: 'not allowed' } : { outcome: 'processed' };
    await reader.until(async () => Object.values(await box.flags()).every((flags) => flags.length > 0));
    expect(await box.flags()).toEqual({ good: ['\\Seen'], bad: ['\\Seen'] });
    expect(reader.taken.sort()).toEqual(['bad', 'good']);
  });

  test('nothing is taken from a read-only mailbox', async () => {
    const box = dovecot.user();
    box.restrict('lr');
    box.deliver(mail('good'));
    const reader = mailboxReader(database, box.url());
    await reader.until(() =>
      reader.log().some((line) => line.includes('does not allow processed e-mails to be marked')),
    );
    expect(reader.taken).toEqual([]);
    box.restrict('lrwst');
    await reader.until(() => reader.taken.length === 1);
  });
});
