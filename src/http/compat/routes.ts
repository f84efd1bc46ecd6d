import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { whenBodyTurn } from '../bodies.ts';
import { refuseEncoded } from '../encoding.ts';
import type { Entry } from './access.ts';
import { jasminRoutes } from './jasmin/routes.ts';
import { kannelRoutes } from './kannel/routes.ts';
import { twilioRoutes } from './twilio/routes.ts';

/** The interfaces of other gateways, for accounts that have them. Bodies come as bytes: each gateway reads them in its own way. */
export async function doorRoutes(app: FastifyInstance, entry: Entry): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: httpLimits.usualBodyBytes.most },
      (request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) =>
        whenBodyTurn(request.ip, bytes, () => done(null, bytes)),
    );
    scope.addHook('onRequest', refuseEncoded);
    kannelRoutes(scope, entry);
    jasminRoutes(scope, entry);
    twilioRoutes(scope, entry);
  });
}
