import type { FastifyInstance } from 'fastify';
import { allAccounts } from '../../flows/feed.ts';
import type { OperatorNow } from '../../flows/now.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../schemas/stream.ts';
import type { View } from '../stream/broadcast.ts';
import type { Streams } from '../stream/streams.ts';
import { operatorErrors } from './errors.ts';
import { toBody } from './messages.ts';

const view: View = {
  lists: ['carriers', 'senders', 'inbound', 'deliveries', 'emails'],
  message: toBody,
  now: (now) => ({ ...(now as OperatorNow), at: now.at.toISOString() }),
};

export function streamRoutes(app: FastifyInstance, streams: Streams): void {
  app.get('/stream', {
    exposeHeadRoute: false,
    schema: {
      operationId: 'streamEvents',
      summary: 'What happens, as it happens',
      description: streamDescription('OperatorStreamEvent'),
      tags: ['Traffic'],
      headers: StreamHeaders,
      response: { 200: streamAnswer('OperatorStreamEvent'), ...operatorErrors },
    },
    handler: (request, reply) => streams.open(request, reply, allAccounts, view),
  });
}
