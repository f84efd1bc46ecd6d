import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const pause: Noun = {
  summary: 'pause messages: to a carrier, of an account, or all of them',
  verbs: {
    list: {
      summary: 'list what is paused',
      call: 'GET /pauses',
      rows: 'pauses',
      columns: columns('kind name~ since by~ carrierId? accountId?'),
    },
    all: { summary: 'pause all messages', call: 'PUT /pauses/all', done: 'everything is paused' },
    'carrier <carrier>': {
      summary: 'pause messages to a carrier',
      call: 'PUT /pauses/carriers/{carrier}',
      done: '{carrier} is paused',
    },
    'account <account>': {
      summary: 'pause the messages of an account',
      call: 'PUT /pauses/accounts/{account}',
      done: '{account} is paused',
    },
  },
};

export const resume: Noun = {
  summary: 'resume messages after hermod pause',
  verbs: {
    all: {
      summary: 'lift the global pause',
      call: 'DELETE /pauses/all',
      done: 'the global pause is lifted; pauses of carriers and accounts remain',
      result: { kind: 'all' },
    },
    'carrier <carrier>': {
      summary: 'resume messages to a carrier',
      call: 'DELETE /pauses/carriers/{carrier}',
      done: '{carrier} is resumed',
      result: { kind: 'carrier' },
    },
    'account <account>': {
      summary: 'resume the messages of an account',
      call: 'DELETE /pauses/accounts/{account}',
      done: '{account} is resumed',
      result: { kind: 'account' },
    },
  },
};
