import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendResponse } from '../../../flows/sending/order.ts';
import type { CompatAccess } from '../access.ts';
import { basicOf, type Fields, fieldsIn, queryOf, textOf } from '../parameters.ts';
import { errorHandler, send } from '../reply.ts';
import { accepted, asJson, refused, refusedAsJson } from './replies.ts';
import { argumentsOf, jsonFields, sendRequest } from './request.ts';

type Call = FastifyRequest<{ Body: Buffer | undefined }>;

/** The internal path of `GET /send`, which is also a page of the console. */
const getPath = '/jasmin/send';

/** `GET /send` with a user name is for Jasmin's API: the page of the console has no such parameter. */
export function rewriteJasminUrl(url: string): string {
  return url.startsWith('/send?') && /[?&]username=/.test(url) ? getPath + url.slice('/send'.length) : url;
}

/** Jasmin's HTTP API, and the part of its REST API that sends one message. */
export function jasminRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock } = access.serving;
  const hidden = { schema: { hide: true }, exposeHeadRoute: false };

  const plain = {
    ...hidden,
    errorHandler: errorHandler(log, refused),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { url, headers, body } = request as Call;
      const fields = argumentsOf(fieldsIn(queryOf(url)), body, headers['content-type']);
      const credentials = { user: textOf(fields, 'username'), password: textOf(fields, 'password') };
      request.principal = await access.authenticate('jasmin', request, credentials);
      return send(reply, accepted(await sendFields(request as Call, fields)));
    },
  };
  app.get(getPath, plain);
  app.post('/send', plain);

  app.post<{ Body: Buffer | undefined }>('/secure/send', {
    ...hidden,
    errorHandler: errorHandler(log, refusedAsJson),
    // Before the body is read.
    onRequest: async (request: FastifyRequest) => {
      request.principal = await access.authenticate('jasmin', request, basicOf(request.headers.authorization));
    },
    handler: async (request, reply) =>
      send(reply, asJson(accepted(await sendFields(request, jsonFields(request.body ?? Buffer.alloc(0)))))),
  });

  function sendFields(request: Call, fields: Fields): Promise<SendResponse> {
    const message = sendRequest(fields, clock(), (seconds) => access.validity(seconds));
    return access.send(request.principal, message, request);
  }
}
