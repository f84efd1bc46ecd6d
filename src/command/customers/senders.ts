import { account, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const senders: Noun = {
  summary: 'sender names and numbers, and their approval',
  verbs: {
    list: {
      summary: 'list senders',
      example: '--status Pending',
      fields: {
        '--status <status>': 'Pending, Confirmation Pending, Confirmed or Rejected',
        '--channel <channel>': 'SMS or Viber',
        ...account,
      },
      call: 'GET /senders',
      rows: 'senders',
      pages: 'limited',
      columns: columns(
        'senderId value channel status rejectionReason~ blocked~',
        'accountId? wrongCodes? createdAt? statusAt?',
      ),
    },
    'show <sender-id>': { summary: 'show a sender', call: 'GET /senders/{sender-id}' },
    'approve <sender-id>': {
      summary: 'approve a sender, also after too many wrong codes, and send it a code',
      call: 'POST /senders/{sender-id}/approve',
      body: {},
      done: 'the sender {value} is approved',
    },
    'reject <sender-id>': {
      summary: 'reject a sender permanently',
      example: '--reason "the name of a bank"',
      fields: { '--reason <text>': required('reason, shown to the customer') },
      call: 'POST /senders/{sender-id}/reject',
      confirm: 'Reject {sender-id}? This cannot be undone.',
      done: 'the sender {value} is rejected',
    },
  },
};
