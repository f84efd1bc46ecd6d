/** One mailbox and several processes: exactly one of them reads. */
import { expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { withDovecot } from '../harness/dovecot.ts';
import { mail, mailboxReader } from '../harness/mailbox-reader.ts';

const database = await testDatabase();
const holders = `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'hermod sole lock'
    AND a.datname = current_database()`;

await withDovecot('several readers of one mailbox', (dovecot) => {
  test('take each e-mail once, and the next takes over when the session of the first dies', async () => {
    const box = dovecot.user();
    await box.append(...Array.from({ length: 20 }, (_, index) => mail(`mail ${index}`)));
    const readers = [mailboxReader(database, box.url()), mailboxReader(database, box.url())];
    const taken = () => readers.flatMap((reader) => reader.taken);
    await readers[0]!.until(() => taken().length >= 20);
    const [first, second] = readers[0]!.taken.length > 0 ? readers : readers.toReversed();
    expect(second!.taken).toEqual([]);
    expect(new Set(taken()).size).toBe(20);
    await first!.until(async () => Object.values(await box.flags()).every((flags) => flags.length > 0));

    await database.db.query(`SELECT pg_terminate_backend(pid) FROM (${holders}) AS h`);
    await first!.until(() => first!.log().some((line) => line.includes('session that holds locks was lost')));
    await box.append(mail('one more'));
    await second!.until(() => second!.taken.includes('one more'));
    await second!.until(async () => (await box.flags())['one more']!.length > 0);
    expect(taken()).toHaveLength(21);
  });

  test('hand over when one is stopped, after it has finished its current e-mail', async () => {
    const box = dovecot.user();
    const patient = { HERMOD_DRAIN_SECONDS: '60' };
    const [first, second] = [mailboxReader(database, box.url(), patient), mailboxReader(database, box.url(), patient)];
    const decision = Promise.withResolvers<void>();
    for (const reader of [first, second]) {
      reader.answer = async () => {
        await decision.promise;
        return { outcome: 'processed' };
      };
    }
    await box.append(mail('in hand'));
    await first.until(() => first.taken.length + second.taken.length === 1);
    const [busy, idle] = first.taken.length === 1 ? [first, second] : [second, first];
    const stopped = busy.stop();
    await box.append(mail('next'));
    expect(await box.flags()).toEqual({ 'in hand': [], next: [] });
    decision.resolve();
    await stopped;
    expect((await box.flags())['in hand']).toEqual(['$HermodProcessed', '\\Seen']);
    await idle.until(() => idle.taken.length > 0);
    expect([busy.taken, idle.taken]).toEqual([['in hand'], ['next']]);
  });

  test('take an e-mail again if another reader died before marking it', async () => {
    const box = dovecot.user();
    await box.append(mail('committed'));
    const first = mailboxReader(database, box.url());
    // Committed, but the process is killed before it receives the result.
    first.answer = () => new Promise(() => {});
    await first.until(() => first.taken.length === 1);
    await first.stop();
    const second = mailboxReader(database, box.url());
    await second.until(async () => (await box.flags())['committed']!.length > 0);
    expect(second.taken).toEqual(['committed']);
  });
});
