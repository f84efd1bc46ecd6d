import type { FastifyInstance } from 'fastify';
import { formatMoney } from '../../domain/money/money.ts';
import { readTimeline } from '../../flows/timeline.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { entriesBody } from '../timeline.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { findDetails } from './messages.ts';
import { MessagePath, type MessagePathValues } from './schemas/traffic.ts';

export function timelineRoutes(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Params: MessagePathValues }>('/messages/:messageId/timeline', {
    schema: {
      operationId: 'getMessageTimeline',
      summary: 'Follow a message',
      description:
        'From its request over the carrier, its receipts as they came and its states to each webhook attempt, and what is to come next.',
      tags: ['Traffic'],
      params: MessagePath,
      response: { 200: answer('MessageTimeline', 'What happened to it'), ...notFound('message'), ...operatorErrors },
    },
    handler: ({ params: { messageId: id } }) =>
      reads.run(operatorShare, async (db) => {
        const message = await findDetails(db, id);
        const entries = message && (await readTimeline(db, { accountId: message.accountId, id }));
        if (message === undefined || entries === undefined) throw noSuch('message');
        return { message, entries: entriesBody(entries, formatMoney) };
      }),
  });
}
