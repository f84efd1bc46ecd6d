import { account, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const inbound: Noun = {
  summary: 'messages from recipients to customers',
  verbs: {
    list: {
      summary: 'list inbound messages',
      example: '--recipient +38640111222 --from 1d',
      fields: {
        ...account,
        '--sender <number>': 'from this number',
        '--recipient <sender>': 'to this sender or number',
      },
      call: 'GET /inbound',
      rows: 'inbound',
      pages: 'dated',
      columns: columns('receivedAt sender recipient text~ complete? accountId? inboundId?'),
    },
    'simulate <text>': {
      summary: 'simulate an inbound SMS',
      example: '--from +38640123456 --to +38640111222 "STOP"',
      fields: {
        '--from <number>': required('who sends it'),
        '--to <sender>': required('the sender or number it is for'),
      },
      call: 'POST /simulator/inbound',
      done: ({ accountId }) =>
        `an SMS from {from} came in for {to}${accountId === null ? ', which is not a sender of any account' : ''}`,
    },
  },
};

export const phones: Noun = {
  summary: 'phones of the simulator',
  verbs: {
    list: {
      summary: 'list phones that the simulator has delivered to',
      call: 'GET /simulator/phones',
      rows: 'phones',
      columns: columns('number lastAt lastText~'),
    },
    'show <phone-number>': {
      summary: 'show the messages of a phone',
      call: 'GET /simulator/phones/{phone-number}',
      rows: 'thread',
      columns: columns('at direction sender text~'),
    },
  },
};
