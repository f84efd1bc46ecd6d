import type { FastifyInstance } from 'fastify';
import { type Erasure, eraseNumber } from '../../flows/erasure.ts';
import type { Runtime } from '../../runtime.ts';
import { HttpError } from '../errors.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { operatorErrors } from './errors.ts';
import { type ErasedBody, ErasureRequest, type ErasureRequestValues } from './schemas/erasures.ts';

const inFlight = (messages: number) =>
  `${messages === 1 ? '1 message to this number is' : `${messages} messages to this number are`} on the way; try again once delivered or given up`;
const liveSender = (ids: readonly string[]) => `The number is a sender in use; delete it first: ${ids.join(', ')}`;
const running = 'Another erasure is running; try again when it has ended';

const obstacles = {
  409: errorResponse('Something is in the way; nothing was erased', {
    inFlight: `error: 409 - ${inFlight(2)}`,
    liveSender: `error: 409 - ${liveSender(['01900000-0000-7000-8000-000000000000'])}`,
    running: `error: 409 - ${running}`,
  }),
};

export function erasureRoutes(app: FastifyInstance, { db }: Runtime): void {
  app.post<{ Body: ErasureRequestValues }>('/erasures', {
    schema: {
      operationId: 'eraseNumber',
      summary: 'Erase a phone number',
      description:
        'Removes it, and what was written to and from it alone, from all that is stored. May take minutes; the answer comes when all of it is done. Safe to repeat.',
      tags: ['Privacy'],
      body: ErasureRequest,
      response: { 200: answer('Erased', 'What was erased'), ...obstacles, ...operatorErrors },
    },
    handler: async ({ actor, body }) => countsOf(await eraseNumber(db, actor, body.phoneNumber)),
  });
}

function countsOf(erasure: Erasure): ErasedBody {
  switch (erasure.kind) {
    case 'erased':
      return erasure.counts;
    case 'in flight':
      throw new HttpError(409, inFlight(erasure.messages));
    case 'live sender':
      throw new HttpError(409, liveSender(erasure.senderIds));
    case 'running':
      throw new HttpError(409, running);
  }
}
