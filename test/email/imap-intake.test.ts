/** E-mails from a mailbox, end to end: read from Dovecot, sent, marked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service.ts';
import { testDatabase } from '../harness/database.ts';
import { type MailUser, withDovecot } from '../harness/dovecot.ts';
import { patienceMs } from '../harness/patience.ts';
import { testConfig } from '../harness/service.ts';
import { body, errorsOf, letter, mailAccount, smsOf } from './rig.ts';

const { db, url } = await testDatabase();
const processed = ['$HermodProcessed', '\\Seen'];
const rejected = ['$HermodProcessed', '$HermodRejected', '\\Seen'];

const account = await mailAccount(db, 'alice@good.example');
const request = (parts: Parameters<typeof body>[0] = {}) => body({ key: account.key, ...parts });

await withDovecot('a mailbox on Dovecot', (dovecot) => {
  let box: MailUser;
  let service: Service;

  beforeAll(async () => {
    box = dovecot.user();
    // On this machine, so a trusted relay: From needs no other authentication.
    service = await startService({ config: testConfig({ HERMOD_IMAP_URL: box.url() }), databaseUrl: url });
  });
  afterAll(() => service.stop('immediate'));

  const untilMarked = (...subjects: string[]) =>
    expect
      .poll(
        async () =>
          Object.entries(await box.flags())
            .filter(([, flags]) => flags.length > 0)
            .map(([name]) => name),
        {
          timeout: patienceMs,
        },
      )
      .toEqual(expect.arrayContaining(subjects));

  test('its e-mails are sent, rejected, answered or dropped as over SMTP', async () => {
    const base64 = Buffer.from(`\ufeff${request({ content: 'From the box €' })}`).toString('base64');
    await box.append(
      letter(request({ content: 'Plain' }), { Subject: 'plain', 'Return-Path': '<alice@good.example>' }),
      letter(base64, {
        Subject: 'encoded',
        'Content-Transfer-Encoding': 'base64',
        'Return-Path': '<alice@good.example>',
      }),
      letter(request({ content: 'Eve' }), {
        Subject: 'foreign',
        From: 'eve@evil.example',
        'Return-Path': '<eve@evil.example>',
      }),
      letter(request({ sender: '' }), { Subject: 'no sender', 'Return-Path': '<alice@good.example>' }),
      letter('', { Subject: 'empty' }),
    );
    await untilMarked('plain', 'encoded', 'foreign', 'no sender', 'empty');
    expect((await smsOf(db, account)).map(({ content }) => content).sort()).toEqual(['From the box €', 'Plain']);
    expect(await box.flags()).toEqual({
      plain: processed,
      encoded: processed,
      foreign: rejected,
      'no sender': processed,
      empty: processed,
    });
    const errors = await errorsOf(db, account);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ recipient: 'alice@good.example', subject: 'Hermod Email2SMS – Error' });
  });

  test('without an envelope sender in the mailbox, error e-mails are still sent', async () => {
    const before = (await errorsOf(db, account)).length;
    await box.append(
      letter(request({ sender: '' }), { Subject: 'no envelope' }),
      letter(request({ sender: '' }), { Subject: 'a bounce', 'Return-Path': '<>' }),
    );
    await untilMarked('no envelope', 'a bounce');
    const errors = (await errorsOf(db, account)).slice(before);
    expect(errors.map(({ recipient, body }) => [recipient, body.includes('"no envelope"')])).toEqual([
      ['alice@good.example', true],
    ]);
  });

  test('the same e-mail twice in the mailbox is one SMS', async () => {
    const before = (await smsOf(db, account)).length;
    const twice = letter(request({ content: 'Once' }), { Subject: 'once' });
    await box.append(twice, twice.replace('Subject: once', 'Subject: again'));
    await untilMarked('once', 'again');
    expect((await smsOf(db, account)).length).toBe(before + 1);
  });
});
