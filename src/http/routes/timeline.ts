import type { FastifyInstance } from 'fastify';
import { withoutCarriers } from '../../domain/message/timeline.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { readTimeline } from '../../flows/timeline.ts';
import { findMessage } from '../../store/message/messages.ts';
import type { Authentication } from '../auth.ts';
import { commonErrors, missing } from '../schemas/errors.ts';
import { answer, MessagePath } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';
import { entriesBody } from '../timeline.ts';
import { type OneMessage, reference, toBody, unknownMessage } from './messages.ts';

export function timelineRoutes(app: FastifyInstance, { reads }: Serving, auth: Authentication): void {
  app.get<{ Params: { messageId: string } }>('/v1/sms/messages/:messageId/timeline', {
    onRequest: auth.looks,
    attachValidation: true,
    schema: {
      operationId: 'getTimeline',
      summary: 'Follow a message (extension)',
      description: 'From its request over its states to each webhook attempt, and what is to come next.',
      tags: ['Messages'],
      params: MessagePath,
      response: { 200: answer('Timeline', 'What happened to it'), ...missing, ...commonErrors },
    },
    handler: (request: OneMessage) =>
      reads.run(request.principal.accountId, async (db) => {
        const ref = reference(request);
        const message = await findMessage(db, ref);
        const entries = message && (await readTimeline(db, ref));
        if (message === undefined || entries === undefined) throw unknownMessage();
        const amountOf = (money: bigint) => Number(formatMoney(money));
        return { message: toBody(message), entries: entriesBody(withoutCarriers(entries), amountOf) };
      }),
  });
}
