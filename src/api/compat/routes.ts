import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { refuseEncoded, whenBodyTurn } from '../server/bodies.ts';
import type { CompatAccess } from './access.ts';
import { jasminRoutes } from './jasmin.ts';
import { kannelRoutes } from './kannel.ts';
import { twilioRoutes } from './twilio.ts';

/** The compatibility APIs, for accounts that have them enabled. Bodies stay bytes: each API decodes them in its own way. */
export async function compatRoutes(app: FastifyInstance, access: CompatAccess): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: httpLimits.usualBodyBytes.most },
      (request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) =>
        whenBodyTurn(request.ip, bytes, () => done(null, bytes)),
    );
    scope.addHook('onRequest', refuseEncoded);
    kannelRoutes(scope, access);
    jasminRoutes(scope, access);
    twilioRoutes(scope, access);
  });
}
