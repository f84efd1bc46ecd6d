/** The IMAP reader as a process runs it, with a receiver that records what it is handed. */
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '../../src/database/db.ts';
import type { IncomingMail, IntakeResult } from '../../src/email/incoming.ts';
import { MailboxReader } from '../../src/email/receive/imap-reader.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { patienceMs } from './patience.ts';
import { testConfig } from './service.ts';

export type Reader = {
  /** Subjects in the order they were taken. */
  readonly taken: string[];
  /** The first few. */
  readonly mails: IncomingMail[];
  /** What is said to each; by default all are processed. */
  answer: (subject: string, mail: IncomingMail) => IntakeResult | Promise<IntakeResult>;
  /** Everything logged, one JSON text a line. */
  log(): string[];
  until(condition: () => boolean | Promise<boolean>, milliseconds?: number): Promise<void>;
  stop(): Promise<void>;
};

export function mailboxReader(
  database: { url: string; db: Db },
  imapUrl: string,
  settings: Record<string, string> = {},
): Reader {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const config = testConfig({ HERMOD_IMAP_URL: imapUrl, ...settings });
  const runtime = { config, db: database.db, log, metrics: createMetrics(), clock: Date.now };
  const imap = new MailboxReader(runtime, database.url, runtime.config.imapUrl!, async (mail) => {
    const subject = subjectOf(mail);
    reader.taken.push(subject);
    if (reader.mails.length < 10) reader.mails.push(mail);
    return reader.answer(subject, mail);
  });
  const reader: Reader = {
    taken: [],
    mails: [],
    answer: () => ({ outcome: 'processed' }),
    log: () => lines,
    until: (condition, timeout = patienceMs) =>
      vi.waitFor(
        async () => {
          if (!(await condition()))
            throw new Error(`never came true; taken: ${reader.taken.join()}\n${lines.join('')}`);
        },
        { timeout, interval: 30 },
      ),
    stop: () => imap.stop(),
  };
  onTestFinished(() => imap.stop());
  return reader;
}

function subjectOf({ raw }: IncomingMail): string {
  return /^Subject: (.*)$/m.exec(Buffer.concat(raw).toString('latin1').replaceAll('\r', ''))?.[1] ?? '';
}

export function mail(subject: string, text = 'Hello'): string {
  return [
    'Return-Path: <alice@good.example>',
    'From: alice@good.example',
    `Subject: ${subject}`,
    `Message-ID: <${subject}@good.example>`,
    '',
    text,
    '',
  ].join('\r\n');
}
