import type { FastifyInstance } from 'fastify';
import { listPhones, type PhoneText, readPhone } from '../../flows/phones.ts';
import { HttpError } from '../errors.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, operatorErrors } from './errors.ts';
import { noSimulator } from './inbound.ts';
import { PhonePath, type PhonePathValues, type ThreadEntryBody } from './schemas/timeline.ts';

const tags = ['Traffic'];
const without = conflict('There is no simulator, and so there are no phones', noSimulator);

/** The phones that the simulator stands for. */
export function phoneRoutes(app: FastifyInstance, { reads }: Serving): void {
  app.get('/simulator/phones', {
    schema: {
      operationId: 'listPhones',
      summary: 'List phones that the simulator has delivered to',
      description: 'And those that have written something, the latest one first.',
      tags,
      response: { 200: answer('PhoneList', 'The phones'), ...without, ...operatorErrors },
    },
    handler: () =>
      reads.run(operatorShare, async (db) => {
        const phones = await listPhones(db);
        if (phones === undefined) throw new HttpError(409, noSimulator);
        return { phones };
      }),
  });

  app.get<{ Params: PhonePathValues }>('/simulator/phones/:number', {
    schema: {
      operationId: 'getPhone',
      summary: 'See what is on a phone',
      description: 'What the simulator has delivered to it, confirmation codes among it, and what was written on it.',
      tags,
      params: PhonePath,
      response: { 200: answer('Phone', 'What is on it'), ...without, ...operatorErrors },
    },
    handler: ({ params: { number } }) =>
      reads.run(operatorShare, async (db) => {
        const texts = await readPhone(db, number);
        if (texts === undefined) throw new HttpError(409, noSimulator);
        return { number, thread: texts.map(toBody) };
      }),
  });
}

function toBody({ at, direction, sender, text, id }: PhoneText): ThreadEntryBody {
  const of = direction === 'in' ? { messageId: id, status: 'DELIVERED' } : { inboundId: id };
  return { at: at.toISOString(), direction, sender, text, ...of };
}
