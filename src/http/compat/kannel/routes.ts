import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Entry } from '../access.ts';
import { fieldsIn, queryOf, textOf } from '../parameters.ts';
import { inWordsOf, say } from '../reply.ts';
import { accepted, refused } from './answers.ts';
import { postedFields } from './posted.ts';
import { sendRequest } from './request.ts';

/** Kannel's `sendsms`. */
export function kannelRoutes(app: FastifyInstance, entry: Entry): void {
  const { log, clock } = entry.serving;
  app.route<{ Body: Buffer | undefined }>({
    method: ['GET', 'POST'],
    url: '/cgi-bin/sendsms',
    // A HEAD must not send anything.
    exposeHeadRoute: false,
    schema: { hide: true },
    errorHandler: inWordsOf(log, refused),
    handler: async (request, reply) => {
      const fields = fieldsOf(request);
      const [user, password] = [textOf(fields, 'username', 'user'), textOf(fields, 'password', 'pass')];
      const principal = await entry.admit('kannel', request, { user, password });
      const wanted = sendRequest(fields, clock(), (seconds) => entry.validity(seconds));
      return say(reply, accepted(await entry.send(principal, wanted, request)));
    },
  });
}

function fieldsOf({ method, url, headers, body }: FastifyRequest<{ Body: Buffer | undefined }>) {
  const query = fieldsIn(queryOf(url));
  return method === 'GET' || body === undefined ? query : postedFields(headers, body, query);
}
