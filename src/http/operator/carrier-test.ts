import type { FastifyInstance } from 'fastify';
import { addressToTest, type CheckUrl, type TestUrl } from '../../flows/carriers.ts';
import type { Runtime } from '../../runtime.ts';
import { answer } from '../schemas/messages.ts';
import { refuse } from './carriers.ts';
import { conflict, notFound, operatorErrors } from './errors.ts';
import { CarrierTestBody, type CarrierTestValues } from './schemas/carriers.ts';

type Edges = { readonly checkCarrierUrl: CheckUrl; readonly testCarrierUrl: TestUrl };

export function carrierTestRoute(app: FastifyInstance, { db }: Runtime, edges: Edges): void {
  app.post<{ Body: CarrierTestValues }>('/carriers/test', {
    schema: {
      operationId: 'testCarrier',
      summary: 'Try the address of a carrier',
      description:
        'A real connection and bind, ended at once, within 10 s; nothing is stored. What the SMSC delivers meanwhile is put off ' +
        'with a temporary error. An address without its password is tried with that of the carrier, for the same host and system_id.',
      tags: ['Carriers'],
      body: CarrierTestBody,
      response: {
        200: answer('CarrierTrial', 'How it went, step by step'),
        ...notFound('carrier'),
        ...conflict('Another test is under way', 'Another test is under way; try again in a few seconds'),
        ...operatorErrors,
      },
    },
    handler: async (request) => {
      const address = await addressToTest(db, edges.checkCarrierUrl, request.body).catch(refuse);
      // A slow carrier takes seconds, in which nothing is asked of the database.
      request.leaveChanges?.();
      return edges.testCarrierUrl(address.url, address.description).catch(refuse);
    },
  });
}
