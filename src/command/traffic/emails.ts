import { account } from '../terminal/field.ts';
import { readBytes } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const emails: Noun = {
  summary: 'Email2SMS: received e-mails and their outcomes',
  verbs: {
    list: {
      summary: 'list received e-mails',
      example: '--outcome error --from 1d',
      fields: {
        ...account,
        '--outcome <outcome>': 'sent, repeated, dropped, rejected or error',
        '--author <address>': 'from this address',
      },
      call: 'GET /emails',
      rows: 'emails',
      pages: 'dated',
      columns: columns('emailId receivedAt outcome from~ subject~ reason~ via? count? accountId?'),
    },
    'show <email-id>': {
      summary: 'show an e-mail: what was read from it, and the reason of its outcome',
      call: 'GET /emails/{email-id}',
    },
    'try <file>': {
      summary: 'show the outcome that an e-mail would have (- is standard input); nothing is sent',
      example: 'request.eml',
      act: async ({ api, out }, { typed }) =>
        out.one(
          await api.call('POST', '/emails/try', {
            upload: { type: 'message/rfc822', bytes: await readBytes(typed['file'] as string) },
          }),
        ),
    },
  },
};

export const mails: Noun = {
  summary: 'e-mails that the service sends: codes and errors',
  verbs: {
    list: {
      summary: 'list e-mails to customers',
      example: '--state kept',
      fields: {
        ...account,
        '--state <state>': 'waiting, kept, sent or "given up"',
        '--kind <kind>': '"sender code" or "email2sms error"',
        '--subject <id>': { help: 'about one sender or e-mail', field: 'subjectId' },
      },
      call: 'GET /mails',
      rows: 'mails',
      pages: 'limited',
      columns: columns(
        'mailId createdAt state kind recipient~ subject~ error~ attempts? endedAt? subjectId? accountId?',
      ),
    },
    'show <mail-id>': { summary: 'show an e-mail with its text', call: 'GET /mails/{mail-id}' },
  },
};
