import type { Command } from 'commander';
import { at } from '../terminal/client.ts';
import { readBytes } from '../terminal/input.ts';
import {
  accountOption,
  extras,
  history,
  type ListOptions,
  list,
  listing,
  operating,
  operation,
  texts,
  whole,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';

const emailColumns = [
  ...whole('emailId', 'receivedAt', 'outcome'),
  ...texts('from', 'subject', 'reason'),
  ...extras('via', 'count', 'accountId'),
];
const mailColumns = [
  ...whole('mailId', 'createdAt', 'state', 'kind'),
  ...texts('recipient', 'subject', 'error'),
  ...extras('attempts', 'endedAt', 'subjectId', 'accountId'),
];

type EmailFilter = ListOptions & { account?: string; outcome?: string; author?: string };
type MailFilter = ListOptions & { account?: string; state?: string; kind?: string; subject?: string };

export function registerEmails(program: Command): void {
  const emails = program.command('emails').description('Email2SMS: what came in and what became of it');

  history(emails, 'list', 'list e-mails that came in', 'hermod emails list --outcome error --from 1d')
    .addOption(accountOption())
    .option('--outcome <outcome>', 'sent, repeated, dropped, rejected or error')
    .option('--author <address>', 'from this address')
    .action(
      operating(async (session, options: EmailFilter) => {
        const { outcome, author } = options;
        const query = { ...(await accountQuery(session.api, options.account)), outcome, author };
        return list(session, options, { path: '/emails', things: 'emails', columns: emailColumns, query });
      }),
    );

  operation(
    emails,
    'show <email-id>',
    'show an e-mail: what was read, and why it came out so',
    'hermod emails show 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, email: string) => out.one(await api.call('GET', at`/emails/${email}`))),
  );

  operation(
    emails,
    'try <file>',
    'see what would become of an e-mail (- is standard input); nothing is sent',
    'hermod emails try request.eml',
  ).action(
    operating(async ({ api, out }, _options, file: string) =>
      out.one(await api.call('POST', '/emails/try', { mail: await readBytes(file) })),
    ),
  );
}

export function registerMails(program: Command): void {
  const mails = program.command('mails').description('e-mails that the service writes: codes and errors');

  listing(mails, 'list', 'list e-mails to customers', 'hermod mails list --state kept')
    .addOption(accountOption())
    .option('--state <state>', 'waiting, kept, sent or "given up"')
    .option('--kind <kind>', '"sender code" or "email2sms error"')
    .option('--subject <id>', 'about one sender or e-mail')
    .action(
      operating(async (session, options: MailFilter) => {
        const { state, kind, subject: subjectId } = options;
        const query = { ...(await accountQuery(session.api, options.account)), state, kind, subjectId };
        return list(session, options, { path: '/mails', things: 'mails', columns: mailColumns, query });
      }),
    );

  operation(
    mails,
    'show <mail-id>',
    'show an e-mail with its text',
    'hermod mails show 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, mail: string) => out.one(await api.call('GET', at`/mails/${mail}`))),
  );
}
