import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Cache } from '../../domain/cache.ts';
import { signingKey } from '../../domain/callback/sha1.ts';
import { apiVersion, uuidIn } from '../../domain/callback/twilio.ts';
import { Refusal, type SmsErrorCode } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { cancelMessage } from '../../flows/messages/cancellations.ts';
import { keepCallbackKey } from '../../store/account/callback-keys.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { MessageRef } from '../../store/message/messages.ts';
import { basicOf, type CompatAccess } from './access.ts';
import { type CompatParameters, fieldsIn, international, parameterText, queryOf } from './parameters.ts';
import {
  ApiDisabled,
  type ApiFault,
  type CompatCall,
  CompatError,
  type CompatReply,
  isWrongKey,
  jsonReply,
  routeOf,
  WrongCredentials,
} from './reply.ts';
import { badParameter, listResources, readResource, resource, resourceNotFound, rfc2822 } from './twilio-resource.ts';

const mostSigners = 10_000;

/** Twilio's Messages resource: create, read, list, cancel. */
export function twilioRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock, db, reads } = access.serving;
  const messages = `/${apiVersion}/Accounts/:accountSid/Messages`;
  const signers = new Cache<string, string>(mostSigners);
  const route = (answer: (request: CompatCall) => Promise<CompatReply>) => ({
    ...routeOf(log, refused, answer),
    // Before the body is read.
    onRequest: authenticate,
  });
  const stored = async (ref: MessageRef) =>
    jsonReply(200, await reads.run(ref.accountId, (reading) => readResource(reading, ref)));

  app.post(
    `${messages}.json`,
    route(async (request) => {
      const { principal } = request;
      const form = formOf(request);
      const key = isCalledBack(form) ? await signerOf(principal, tokenOf(request)) : '';
      const message = sendRequest(form, key);
      const { status, segmentCount: segments, messages } = await access.send(principal, message, request);
      const [{ messageId: id, destination: to }] = messages as [(typeof messages)[number]];
      const now = rfc2822(new Date(clock()));
      const shown = {
        body: message.message.content,
        date_created: now,
        date_updated: now,
        from: message.sender,
        num_segments: `${segments}`,
        status: status === 'scheduled' ? 'scheduled' : 'queued',
        to,
        ...(message.reference !== undefined && { reference: message.reference }),
      };
      return jsonReply(201, resource(principal.accountId, id, shown));
    }),
  );

  app.get(
    `${messages}.json`,
    route(async ({ principal: { accountId }, url }) => {
      const query = fieldsIn(queryOf(url));
      return jsonReply(200, await reads.run(accountId, (reading) => listResources(reading, accountId, query)));
    }),
  );

  app.get(
    `${messages}/:messageSid`,
    route(async (request) => stored(reference(request))),
  );

  app.post(
    `${messages}/:messageSid`,
    route(async (request) => {
      const ref = reference(request);
      if (parameterText(formOf(request), 'Status') !== 'canceled')
        throw badParameter(20001, "Only Status 'canceled' can be set.");
      const { kind } = await cancelMessage(db, ref);
      if (kind === 'unknown') throw resourceNotFound();
      if (kind === 'too late') throw new CompatError('The message can no longer be canceled.', 409, 30409);
      return stored(ref);
    }),
  );

  /** The reference of the signing key; while a process of release 0.1.0 runs, the key itself, since such a process reads no references. */
  async function signerOf({ accountId, keyId }: Principal, token: string): Promise<string> {
    const key = signingKey(token);
    const known = signers.get(key);
    if (known !== undefined) return known;
    const kept = await db.transaction((tx) => keepCallbackKey(tx, { accountId, keyId, key }));
    if (kept === 'off') return key;
    if (kept === 'full') throw badParameter(20001, 'Write the auth token as it was issued.');
    signers.set(key, kept.reference);
    return kept.reference;
  }

  async function authenticate(request: FastifyRequest): Promise<void> {
    const { method, headers } = request;
    const { accountSid, messageSid } = request.params as Params;
    const isOfOne = messageSid !== undefined;
    const isWrite = method === 'POST' && isOfOne;
    const principal = await access.authenticate('twilio', request, basicOf(headers.authorization), isWrite);
    if (uuidIn(accountSid, 'AC') !== principal.accountId) throw new WrongCredentials();
    request.principal = principal;
    // A send request is counted when its body is known.
    if (method === 'GET' || isOfOne) access.count(principal);
    if (isWrite) request.changeOwner = principal.accountId;
  }
}

type Params = { readonly accountSid: string; readonly messageSid?: string };

const formOf = ({ body }: { body: Buffer | undefined }): CompatParameters => fieldsIn(body?.toString('latin1') ?? '');

const tokenOf = ({ headers }: FastifyRequest): string => basicOf(headers.authorization).password!;

function reference({ principal: { accountId }, params }: CompatCall): MessageRef {
  const { messageSid = '' } = params as Params;
  const id = uuidIn(messageSid.replace(/\.json$/, ''), 'SM');
  if (id === undefined) throw resourceNotFound();
  return { accountId, id };
}

/** A send request from the parameters of Twilio's Messages resource. `key` names the key that signs its callbacks. */
export function sendRequest(fields: CompatParameters, key: string): SendRequest {
  const to = given(fields, 'To');
  if (to === undefined) throw badParameter(21604, "A 'To' phone number is required.");
  for (const name of ['MediaUrl', 'ContentSid'])
    if (given(fields, name) !== undefined) throw badParameter(21620, `${name} is not supported.`);
  const sender = given(fields, 'From');
  if (sender === undefined) throw badParameter(21603, "A 'From' phone number is required.");
  const url = given(fields, 'StatusCallback');
  const validitySeconds = validityOf(fields);
  const scheduledTime = scheduleOf(fields);
  const reference = given(fields, 'Reference');
  return {
    sender,
    destinations: [international(to)],
    message: { content: parameterText(fields, 'Body') ?? '' },
    ...(url !== undefined && { deliveryReportUrl: url, callback: { form: 'twilio', key } }),
    ...(validitySeconds !== undefined && { validitySeconds }),
    ...(scheduledTime !== undefined && { scheduledTime }),
    ...(reference !== undefined && { reference }),
  };
}

/** Whether the message has a callback, which must be signed. */
const isCalledBack = (fields: CompatParameters): boolean => given(fields, 'StatusCallback') !== undefined;

/** An empty parameter counts as missing. */
function given(fields: CompatParameters, name: string): string | undefined {
  return parameterText(fields, name)?.trim() || undefined;
}

const mostSeconds = 36_000;

function validityOf(fields: CompatParameters): number | undefined {
  const text = given(fields, 'ValidityPeriod');
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > mostSeconds)
    throw badParameter(20001, `ValidityPeriod must be a whole number from 1 to ${mostSeconds}.`);
  return seconds;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;

/** As in Twilio, both parameters or neither; unlike there, the time may be soon. */
function scheduleOf(fields: CompatParameters): number | undefined {
  const [type, at] = [given(fields, 'ScheduleType'), given(fields, 'SendAt')];
  if (type === undefined && at === undefined) return undefined;
  if (type !== 'fixed') throw badParameter(20001, "ScheduleType must be 'fixed' where SendAt is given.");
  const time = at !== undefined && isoTime.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time)) throw badParameter(35114, 'SendAt must be an ISO 8601 time such as 2026-11-16T14:30:00Z.');
  return Math.max(0, Math.floor(time / 1_000));
}

function refused(error: unknown, fault: ApiFault): CompatReply {
  const { code, message, status } = explained(error, fault);
  return jsonReply(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

type TwilioError = { readonly code: number; readonly message: string; readonly status: number };

const unauthorized = 20003;
const notActive = 20005;

function explained(error: unknown, { status, text: message }: ApiFault): TwilioError {
  if (error instanceof CompatError) return error;
  if (error instanceof ApiDisabled)
    return { code: unauthorized, message: 'This account may not use this interface', status: 401 };
  if (isWrongKey(error)) return { code: unauthorized, message: 'Authenticate', status: 401 };
  if (error instanceof Refusal) {
    const code = codeOf(error);
    return { code, message, status: code === notActive ? 403 : error.status };
  }
  return { code: byStatus[status] ?? (status < 500 ? 20001 : 20500), message, status };
}

const byStatus: Readonly<Record<number, number>> = { 401: unauthorized, 404: 20404, 429: 20429, 503: 20503 };

const codes: Readonly<Record<SmsErrorCode, number>> = {
  1: 21602,
  2: 21212,
  3: 21211,
  4: 21606,
  5: 35114,
  6: notActive,
  7: 20001,
  8: 20500,
};

/** Twilio has different codes for some errors that share one of Hermod's. */
function codeOf({ code, detail = '' }: Refusal): number {
  if (code === 1 && detail.startsWith('the message has more')) return 21617;
  if (code === 3 && detail.startsWith('not in the price list')) return 21408;
  if (code === 7 && detail.startsWith('deliveryReportUrl')) return 21609;
  return code === 7 && detail === 'the account is suspended' ? notActive : codes[code];
}
