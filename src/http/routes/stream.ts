import type { FastifyInstance } from 'fastify';
import type { AccountNow } from '../../flows/now.ts';
import type { Authentication } from '../auth.ts';
import { badQuery, commonErrors } from '../schemas/errors.ts';
import { StreamHeaders, streamAnswer, streamDescription } from '../schemas/stream.ts';
import type { View } from '../stream/broadcast.ts';
import type { Streams } from '../stream/streams.ts';
import { toBody } from './messages.ts';
import { accountNowBody } from './statistics.ts';

const view: View = {
  lists: ['senders', 'inbound', 'deliveries', 'emails'],
  message: toBody,
  now: (now) => accountNowBody(now as AccountNow),
};

export function streamRoutes(app: FastifyInstance, auth: Authentication, streams: Streams): void {
  app.get('/v1/stream', {
    onRequest: auth.looks,
    exposeHeadRoute: false,
    schema: {
      operationId: 'streamEvents',
      summary: 'What happens, as it happens (extension)',
      description: streamDescription('StreamEvent'),
      tags: ['Statistics'],
      headers: StreamHeaders,
      response: { 200: streamAnswer('StreamEvent'), ...badQuery, ...commonErrors },
    },
    handler: (request, reply) => streams.open(request, reply, request.principal.accountId, view),
  });
}
