import { Type } from '../../base/type.ts';
import type { Overviews } from '../../flows/statistics/overview.ts';
import { mostCounted } from '../../store/live/attention.ts';
import { named } from '../schemas/fields.ts';
import { operatorShare } from '../server/serving.ts';
import { operatorOperations } from './operation.ts';

const count = (description: string) => Type.Integer({ description });

export const Attention = named('Attention', {
  pendingSenders: count(`Senders that wait for approval by an operator, counted up to ${mostCounted}`),
  unmatchedReceipts: count(`Receipts that match no message after a minute, counted up to ${mostCounted}`),
  failingEndpoints: count('Webhook endpoints with failed attempts that will be repeated, and no success since'),
});

const operation = operatorOperations('Health');

export const attentionOperations = (overviews: Overviews) => [
  operation({
    id: 'getAttention',
    get: '/attention',
    summary: 'Count what waits for a person',
    description:
      'Returns the counts that the console shows beside its pages. They are shared by all consoles of a process: failing endpoints are counted every 20 seconds, the others every second.',
    answer: [Attention, 'The counts'],
    handle: () => overviews.attention(operatorShare),
  }),
];
