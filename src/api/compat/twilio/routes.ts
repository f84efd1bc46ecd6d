import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Cache } from '../../../domain/cache.ts';
import { signingKey } from '../../../domain/callback/sha1.ts';
import { apiVersion, uuidIn } from '../../../domain/callback/twilio.ts';
import { cancelMessage } from '../../../flows/messages/cancellations.ts';
import { keepCallbackKey } from '../../../store/account/callback-keys.ts';
import type { Principal } from '../../../store/account/keys.ts';
import type { MessageRef } from '../../../store/message/messages.ts';
import type { CompatAccess } from '../access.ts';
import { basicOf, type Fields, fieldsIn, queryOf, textOf } from '../parameters.ts';
import { CompatError, errorHandler, jsonReply, send, WrongCredentials } from '../reply.ts';
import { refused } from './replies.ts';
import { isCalledBack, notFound, refusal, sendRequest } from './request.ts';
import { listResources, newResource, readResource } from './resource.ts';

type Params = { accountSid: string; messageSid?: string };
type Call = FastifyRequest<{ Params: Params; Body: Buffer | undefined }>;

const mostSigners = 10_000;

/** Twilio's Messages resource: create, read, list, cancel. */
export function twilioRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock, db, reads } = access.serving;
  const messages = `/${apiVersion}/Accounts/:accountSid/Messages`;
  const signers = new Cache<string, string>(mostSigners);
  const common = {
    schema: { hide: true },
    exposeHeadRoute: false,
    errorHandler: errorHandler(log, refused),
    // Before the body is read.
    onRequest: async (request: FastifyRequest) => authenticate(request as Call),
  };

  app.post<{ Params: Params; Body: Buffer | undefined }>(`${messages}.json`, {
    ...common,
    handler: async (request, reply) => {
      const { principal } = request;
      const form = formOf(request);
      const key = isCalledBack(form) ? await signerOf(principal, tokenOf(request)) : '';
      const message = sendRequest(form, key, (seconds) => access.validity(seconds));
      const { status, segmentCount, messages } = await access.send(principal, message.request, request);
      const [{ messageId: id, destination: to }] = messages as [(typeof messages)[number]];
      const { sender: from } = message.request;
      const shown = {
        ...{ id, accountId: principal.accountId, to, from, body: message.body, segments: segmentCount },
        status: status === 'scheduled' ? 'scheduled' : 'queued',
      };
      return send(reply, jsonReply(201, newResource(shown, new Date(clock()))));
    },
  });

  app.get<{ Params: Params }>(`${messages}.json`, {
    ...common,
    handler: async ({ principal: { accountId }, url }, reply) => {
      const query = fieldsIn(queryOf(url));
      const page = await reads.run(accountId, (reading) => listResources(reading, accountId, query));
      return send(reply, jsonReply(200, page));
    },
  });

  app.get<{ Params: Params }>(`${messages}/:messageSid`, {
    ...common,
    handler: async (request, reply) => {
      const ref = reference(request);
      return send(reply, jsonReply(200, await reads.run(ref.accountId, (reading) => readResource(reading, ref))));
    },
  });

  app.post<{ Params: Params; Body: Buffer | undefined }>(`${messages}/:messageSid`, {
    ...common,
    handler: async (request, reply) => {
      const ref = reference(request);
      if (textOf(formOf(request), 'Status') !== 'canceled') throw refusal(20001, "Only Status 'canceled' can be set.");
      const { kind } = await cancelMessage(db, ref);
      if (kind === 'unknown') throw notFound();
      if (kind === 'too late') throw new CompatError('The message can no longer be canceled.', 409, 30409);
      return send(reply, jsonReply(200, await reads.run(ref.accountId, (reading) => readResource(reading, ref))));
    },
  });

  /** The reference of the signing key; while a process of release 0.1.0 runs, the key itself, since such a process reads no references. */
  async function signerOf({ accountId, keyId }: Principal, token: string): Promise<string> {
    const key = signingKey(token);
    const known = signers.get(key);
    if (known !== undefined) return known;
    const kept = await db.transaction((tx) => keepCallbackKey(tx, { accountId, keyId, key }));
    if (kept === 'off') return key;
    if (kept === 'full') throw refusal(20001, 'Write the auth token as it was issued.');
    signers.set(key, kept.reference);
    return kept.reference;
  }

  async function authenticate(request: Call): Promise<void> {
    const { method, params, headers } = request;
    const isOfOne = params.messageSid !== undefined;
    const isWrite = method === 'POST' && isOfOne;
    const principal = await access.authenticate('twilio', request, basicOf(headers.authorization), isWrite);
    if (uuidIn(params.accountSid, 'AC') !== principal.accountId) throw new WrongCredentials();
    request.principal = principal;
    // A send request is counted when its body is known.
    if (method === 'GET' || isOfOne) access.count(principal);
    if (isWrite) request.changeOwner = principal.accountId;
  }
}

const formOf = ({ body }: { body: Buffer | undefined }): Fields => fieldsIn(body?.toString('latin1') ?? '');

const tokenOf = ({ headers }: FastifyRequest): string => basicOf(headers.authorization).password!;

function reference({ principal: { accountId }, params }: Pick<Call, 'principal' | 'params'>): MessageRef {
  const id = uuidIn((params.messageSid ?? '').replace(/\.json$/, ''), 'SM');
  if (id === undefined) throw notFound();
  return { accountId, id };
}
