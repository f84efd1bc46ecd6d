import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompatAccess } from '../access.ts';
import { type Fields, fieldsIn, queryOf, textOf } from '../parameters.ts';
import { errorHandler, send } from '../reply.ts';
import { accepted, refused } from './replies.ts';
import { postedFields, sendRequest } from './request.ts';

/** Kannel's `sendsms`. */
export function kannelRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock } = access.serving;
  app.route<{ Body: Buffer | undefined }>({
    method: ['GET', 'POST'],
    url: '/cgi-bin/sendsms',
    // A HEAD request must not send anything.
    exposeHeadRoute: false,
    schema: { hide: true },
    errorHandler: errorHandler(log, refused),
    handler: async (request, reply) => {
      const fields = fieldsOf(request);
      const credentials = { user: textOf(fields, 'username', 'user'), password: textOf(fields, 'password', 'pass') };
      const principal = await access.authenticate('kannel', request, credentials);
      const message = sendRequest(fields, clock(), (seconds) => access.validity(seconds));
      return send(reply, accepted(await access.send(principal, message, request)));
    },
  });
}

function fieldsOf({ method, url, headers, body }: FastifyRequest<{ Body: Buffer | undefined }>): Fields {
  const query = fieldsIn(queryOf(url));
  return method === 'GET' || body === undefined ? query : postedFields(headers, body, query);
}
