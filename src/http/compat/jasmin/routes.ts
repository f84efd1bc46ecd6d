import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendResponse } from '../../../flows/send.ts';
import type { Entry } from '../access.ts';
import { basicOf } from '../basic.ts';
import { type Fields, fieldsIn, queryOf, textOf } from '../parameters.ts';
import { inWordsOf, say } from '../reply.ts';
import { accepted, asJson, refused, refusedAsJson } from './answers.ts';
import { argumentsOf, jsonFields } from './arguments.ts';
import { sendRequest } from './request.ts';

type Call = FastifyRequest<{ Body: Buffer | undefined }>;

/** Where a GET of `/send` is answered: that path is also a page of the console. */
const getPath = '/jasmin/send';

/** A GET of `/send` with a user in it is not meant for the console, which knows none. */
export function sentToJasmin(url: string): string {
  return url.startsWith('/send?') && /[?&]username=/.test(url) ? getPath + url.slice('/send'.length) : url;
}

/** Jasmin's HTTP API, and that part of its REST API which sends one message. */
export function jasminRoutes(app: FastifyInstance, entry: Entry): void {
  const { log, clock } = entry.serving;
  const hidden = { schema: { hide: true }, exposeHeadRoute: false };

  const plain = {
    ...hidden,
    errorHandler: inWordsOf(log, refused),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { url, headers, body } = request as Call;
      const fields = argumentsOf(fieldsIn(queryOf(url)), body, headers['content-type']);
      const [user, password] = [textOf(fields, 'username'), textOf(fields, 'password')];
      request.principal = await entry.admit('jasmin', request, { user, password });
      return say(reply, accepted(await send(request as Call, fields)));
    },
  };
  app.get(getPath, plain);
  app.post('/send', plain);

  app.post<{ Body: Buffer | undefined }>('/secure/send', {
    ...hidden,
    errorHandler: inWordsOf(log, refusedAsJson),
    // Before the body is read.
    onRequest: async (request: FastifyRequest) => {
      request.principal = await entry.admit('jasmin', request, basicOf(request.headers.authorization) ?? {});
    },
    handler: async (request, reply) =>
      say(reply, asJson(accepted(await send(request, jsonFields(request.body ?? Buffer.alloc(0)))))),
  });

  function send(request: Call, fields: Fields): Promise<SendResponse> {
    const wanted = sendRequest(fields, clock(), (seconds) => entry.validity(seconds));
    return entry.send(request.principal, wanted, request);
  }
}
