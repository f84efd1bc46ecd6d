import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Door } from '../door.ts';
import { refuseEncoded } from '../encoding.ts';
import type { Entry } from './entry.ts';
import { jasminRoutes } from './jasmin/routes.ts';
import { kannelRoutes } from './kannel/routes.ts';
import { twilioRoutes } from './twilio/routes.ts';

/** A thousand numbers and a text fit many times. */
const bodyLimit = 64 * 1_024;

/** The interfaces of other gateways, for accounts that have them. Bodies come as bytes: each gateway reads them in its own way. */
export async function doorRoutes(app: FastifyInstance, entry: Entry, door: Door): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit },
      (request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) =>
        door.body(request.ip, bytes.length, () => done(null, bytes)),
    );
    scope.addHook('onRequest', refuseEncoded);
    kannelRoutes(scope, entry);
    jasminRoutes(scope, entry);
    twilioRoutes(scope, entry);
  });
}
