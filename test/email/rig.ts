/** A service with its Email2SMS listener on, accounts that may use it, and mails to send to it. */
import { randomUUID } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import type { FixedValues } from '../../src/config/config.ts';
import type { Db } from '../../src/database/db.ts';
import type { EmailDetail } from '../../src/store/email/emails.ts';
import { slovenian, type TestAccount, testAccount } from '../harness/accounts.ts';
import { type RunningService, serviceOn, type TestService, testService } from '../harness/service.ts';
import { type Delivery, deliver } from './client.ts';

/** Threads that read mails have a low priority: beside ten busy programs, even a response from the loopback DNS is late. */
const patient = { emailProofSeconds: 600 };

export type EmailService = TestService & { smtpPort: number };

export async function emailService(
  environment: Record<string, string> = {},
  fixed: Partial<FixedValues> = {},
): Promise<EmailService> {
  const smtpPort = await freePort();
  return {
    ...(await testService({ HERMOD_SMTP_PORT: `${smtpPort}`, ...environment }, { ...patient, ...fixed })),
    smtpPort,
  };
}

/** One more process on the same database, with its own port. */
export async function emailServiceOn(
  url: string,
  environment: Record<string, string> = {},
  fixed: Partial<FixedValues> = {},
): Promise<RunningService & { smtpPort: number }> {
  const smtpPort = await freePort();
  const service = await serviceOn(url, { HERMOD_SMTP_PORT: `${smtpPort}`, ...environment }, { ...patient, ...fixed });
  return { ...service, smtpPort };
}

/** Only these addresses may use its key. */
export async function mailAccount(db: Db, ...allowed: string[]): Promise<TestAccount> {
  const account = await testAccount(db);
  await db.query('UPDATE api_keys SET allowed_emails = $2 WHERE id = $1', [account.keyId, allowed]);
  return account;
}

export type Body = Partial<Record<'key' | 'sender' | 'destinations' | 'content' | 'more', string>>;

/** A valid request, with the given parts replaced. */
export function body({
  key = randomUUID(),
  sender = 'Shop',
  destinations = slovenian,
  content = 'Hello',
  more = '',
}: Body = {}): string {
  return [
    '#apikey#',
    key,
    '#sender#',
    sender,
    '#startdestination#',
    destinations,
    '#enddestination#',
    more,
    '#startcontent#',
    content,
    '#endcontent#',
    '',
  ].join('\n');
}

/** A mail with these headers before or instead of the usual ones; an empty value omits one. */
export function letter(text: string, headers: Record<string, string> = {}): string {
  const usual = {
    From: 'Alice <alice@good.example>',
    To: 'sms@localhost',
    Subject: 'SMS',
    Date: 'Sun, 15 Nov 2026 10:00:00 +0000',
    'Message-ID': `<${randomUUID()}@good.example>`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  };
  const lines = Object.entries(usual).filter(([, value]) => value !== '');
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`;
}

export type SmsRow = { destination: string; content: string; sender: string; encoding: string };

/** Every SMS of the account. */
export async function smsOf(db: Db, { id }: { id: string }): Promise<SmsRow[]> {
  const { rows } = await db.query<SmsRow>(
    `SELECT m.destination, s.content, s.sender, s.encoding FROM messages m
     JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id WHERE m.account_id = $1 ORDER BY m.id`,
    [id],
  );
  return rows;
}

export type MailRow = { recipient: string; subject: string; body: string; in_reply_to: string | null; state: string };

/** Every error e-mail of the account. */
export async function errorsOf(db: Db, { id }: { id: string }): Promise<MailRow[]> {
  const { rows } = await db.query<MailRow>(
    `SELECT recipient, subject, body, in_reply_to, state FROM outgoing_mails
     WHERE account_id = $1 AND kind = 'email2sms error' ORDER BY id`,
    [id],
  );
  return rows;
}

/** The records of mails with this subject. */
export async function recordsOf(db: Db, subject: string): Promise<EmailDetail[]> {
  const { rows } = await db.query<EmailDetail>('SELECT * FROM emails WHERE subject = $1 ORDER BY id', [subject]);
  return rows;
}

export const processed = expect.stringMatching(/^250 2\./);
export const rejected = expect.stringMatching(/^550 5\.7\.1 /);
export const later = expect.stringMatching(/^451 4\./);

type Outcome = { reply: string; sms: string[]; errors: string[] };

/**
 * Sends a mail and returns its outcome: the reply, the SMS and the error e-mails. On a busy machine DNS responses may time out;
 * a deferred mail is then sent again.
 */
export async function outcome(service: EmailService, account: TestAccount, delivery: Delivery): Promise<Outcome> {
  const found = await firstOutcome(service, account, delivery);
  return found.reply.startsWith('451') ? outcome(service, account, delivery) : found;
}

/** The outcome of the first attempt. */
export async function firstOutcome(
  { smtpPort, db }: EmailService,
  account: TestAccount,
  delivery: Delivery,
): Promise<Outcome> {
  const [before, earlier] = [await smsOf(db, account), await errorsOf(db, account)];
  const reply = await deliver(smtpPort, delivery);
  const [sms, errors] = [await smsOf(db, account), await errorsOf(db, account)];
  return {
    reply,
    sms: sms.slice(before.length).map(({ content }) => content),
    errors: errors.slice(earlier.length).map((mail) => mail.body),
  };
}

export type SunkMail = { from: string; to: string[]; raw: string };
export type Sink = {
  url: string;
  mails: SunkMail[];
  answer: (mail: SunkMail) => { code: number; text: string } | undefined;
};

/** A mail server that accepts mail from the relay, or replies as configured. */
export async function mailSink(): Promise<Sink> {
  const sink: Sink = { url: '', mails: [], answer: () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        };
        const refusal = sink.answer(mail);
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        sink.mails.push(mail);
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  sink.url = `smtp://127.0.0.1:${port}`;
  return sink;
}
