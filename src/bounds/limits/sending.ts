import type { Limits } from '../limit.ts';

export const sendingLimits = {
  recipientsOfRequest: {
    what: 'recipients of a send request',
    per: 'request',
    most: 1_000,
    unit: 'recipients',
    beyond: 'the request is refused',
  },
  selectedMessages: {
    what: 'messages of a request that cancels or resends several',
    per: 'request',
    most: 1_000,
    unit: 'messages',
    beyond: '400',
  },
  sendersOfAccount: { what: 'senders', per: 'account', most: 1_000, unit: 'senders', beyond: '400' },
  senderCodes: {
    what: 'confirmation codes of senders by SMS, over all accounts and processes',
    per: 'installation',
    most: 2_000,
    unit: 'per day',
    beyond: '429',
  },
  waitingRecipients: {
    what: 'recipients of requests that wait for their transaction',
    per: 'process',
    most: 20_000,
    unit: 'recipients',
    beyond: '`429` for an account with more than an even share of them, `503` for one without any',
  },
  recipientsOfStatement: {
    what: 'recipients accepted by one statement, of requests to up to 50 recipients each',
    per: 'process',
    most: 500,
    unit: 'recipients',
    beyond: 'the next statement; accounts take turns',
  },
  recipientsOfLargeStatement: {
    what: 'recipients accepted by one statement, of requests to more than 50 recipients',
    per: 'process',
    most: 1_000,
    unit: 'recipients',
    beyond: 'the next statement; accounts take turns',
  },
  directRecipients: {
    what: 'recipients of a request whose messages go directly to a carrier',
    per: 'request',
    most: 100,
    unit: 'recipients',
    beyond: 'the messages go through the queue',
  },
} as const satisfies Limits;
