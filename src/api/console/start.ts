import type { FastifyInstance } from 'fastify';
import { LogIns } from '../../flows/console/log-in.ts';
import type { Sessions } from '../../flows/console/sessions.ts';
import { register } from '../operation/operation.ts';
import { refuseEncoded } from '../server/encoding.ts';
import type { Serving } from '../server/serving.ts';
import { credentialOperations } from './credentials.ts';
import { consoleGuard } from './guard.ts';
import { sessionRoutes } from './session.ts';
import { sessionListOperations } from './sessions.ts';

/** Everything under /console/v1: sign-in and sign-out, sessions and credentials. Responses must not be cached. */
export async function consoleApi(app: FastifyInstance, runtime: Serving, sessions: Sessions): Promise<void> {
  const logIns = new LogIns(runtime);
  const guard = consoleGuard(sessions);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', (_request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        done();
      });
      scope.addHook('onRequest', refuseEncoded);
      sessionRoutes(scope, runtime, sessions, logIns, guard);
      register(scope, runtime, [...sessionListOperations, ...credentialOperations], () => ({ onRequest: guard }));
    },
    { prefix: '/console/v1' },
  );
}
