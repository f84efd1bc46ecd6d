import type { Limits } from '../limit.ts';

export const carrierLimits = {
  permitWait: {
    what: 'wait of a request for a place in the window of its carrier',
    per: 'request',
    most: 500,
    unit: 'milliseconds',
    beyond: 'the message goes through the queue',
  },
  claimedMessages: {
    what: 'messages taken from the queue at the same time',
    per: 'carrier and process',
    most: 500,
    unit: 'messages',
    beyond: 'they wait in the queue',
  },
  bulkShare: {
    what: 'places of a carrier for messages of requests to more than 10 recipients',
    per: 'carrier and process',
    most: 50,
    unit: 'percent',
    beyond: 'they wait in the queue',
  },
  doubtfulReceipts: {
    what: 'texts that may be receipts, waiting for the submit they belong to',
    per: 'process',
    most: 200,
    unit: 'texts',
    beyond: 'the text is an inbound message',
  },
} as const satisfies Limits;
