import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportFormat } from '../../domain/callback/callback.ts';
import { Refusal, type SmsErrorCode } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { decodeGsm } from '../../domain/text/gsm.ts';
import type { SendResponse } from '../../flows/sending/order.ts';
import { readTime } from '../../smpp/protocol/fields.ts';
import { readJson } from '../server/bodies.ts';
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
  textReply,
  WrongCredentials,
} from './reply.ts';

/** The internal path of `GET /send`, which is also a page of the console. */
const getPath = '/jasmin/send';

/** `GET /send` with a user name is for Jasmin's API: the page of the console does not have this parameter. */
export function rewriteJasminUrl(url: string): string {
  return url.startsWith('/send?') && /[?&]username=/.test(url) ? getPath + url.slice('/send'.length) : url;
}

/** Jasmin's HTTP API, and the part of its REST API that sends one message. */
export function jasminRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock } = access.serving;
  const plain = routeOf(log, refused, async (request) => {
    const { url, headers, body } = request;
    const fields = argumentsOf(fieldsIn(queryOf(url)), body, headers['content-type']);
    const credentials = { user: parameterText(fields, 'username'), password: parameterText(fields, 'password') };
    request.principal = await access.authenticate('jasmin', request, credentials);
    return sent(request, fields);
  });
  app.get(getPath, plain);
  app.post('/send', plain);

  app.post('/secure/send', {
    ...routeOf(log, refusedAsJson, async (request) =>
      asJson(await sent(request, jsonFields(request.body ?? Buffer.alloc(0)))),
    ),
    // Before the body is read.
    onRequest: async (request: FastifyRequest) => {
      request.principal = await access.authenticate('jasmin', request, basicOf(request.headers.authorization));
    },
  });

  async function sent(request: CompatCall, fields: CompatParameters): Promise<CompatReply> {
    return accepted(await access.send(request.principal, sendRequest(fields, clock()), request));
  }
}

/** Jasmin's arguments and their formats, and `reference`, an extension. */
const patterns: Readonly<Record<string, RegExp>> = {
  to: /^\+?\d{1,32}$/,
  from: /^/,
  coding: /^(?:\d|10|13|14)$/,
  username: /^/,
  password: /^/,
  priority: /^[0-3]$/,
  sdt: /^\d{15}[+\-R]$/,
  'validity-period': /^\d{1,9}$/,
  dlr: /^(?:yes|no)$/,
  'dlr-url': /^https?:\/\//,
  'dlr-level': /^[123]$/,
  'dlr-method': /^(?:get|post)$/i,
  tags: /^[-a-zA-Z0-9,]*$/,
  content: /^/,
  'hex-content': /^(?:[0-9a-f]{2})*$/i,
  reference: /^/,
};

/** A send request from the arguments of Jasmin's HTTP API. `now` is in milliseconds. */
export function sendRequest(fields: CompatParameters, now: number): SendRequest {
  checkAll(fields);
  // Jasmin passes it on to the SMSC as schedule_delivery_time, so it has the format and meaning of SMPP.
  const sdt = parameterText(fields, 'sdt');
  const scheduledTime = sdt === undefined ? undefined : readTime(sdt, Math.floor(now / 1_000));
  if (sdt !== undefined && scheduledTime === undefined) throw invalid('sdt', sdt);
  const minutes = parameterText(fields, 'validity-period');
  const reference = parameterText(fields, 'reference');
  return {
    sender: parameterText(fields, 'from')?.trim() ?? '',
    destinations: [international(parameterText(fields, 'to')!)],
    message: messageOf(fields),
    ...(scheduledTime !== undefined && { scheduledTime: Math.max(0, scheduledTime) }),
    ...(minutes !== undefined && { validitySeconds: Number(minutes) * 60 }),
    ...(reference !== undefined && { reference }),
    ...callbackOf(fields),
  };
}

function checkAll(fields: CompatParameters): void {
  if (fields.size === 0)
    throw new CompatError('Mandatory arguments not found, please refer to the HTTPAPI specifications.');
  for (const [name, value] of fields) {
    const pattern = Object.hasOwn(patterns, name) ? patterns[name] : undefined;
    if (pattern === undefined) throw new CompatError(`Argument [${name.slice(0, 40)}] is unknown.`);
    if (!pattern.test(value.toString())) throw invalid(name, value.toString());
  }
  if (!fields.has('to')) throw new CompatError('Mandatory argument [to] is not found.');
  if (!fields.has('content') && !fields.has('hex-content'))
    throw new CompatError('content or hex-content not present.');
  if (fields.has('content') && fields.has('hex-content'))
    throw new CompatError('content and hex-content cannot be used both in same request.');
}

const longestShown = 64;

function invalid(name: string, value: string): CompatError {
  return new CompatError(`Argument [${name}] has an invalid value: [${value.slice(0, longestShown)}].`);
}

type Reading = (bytes: Buffer) => string;
const strict = (alphabet: string): Reading => {
  const decoder = new TextDecoder(alphabet, { fatal: true });
  return (bytes) => decoder.decode(bytes);
};

/** How a text is decoded by its data coding; `content` in the default alphabet is UTF-8. */
const codings: Readonly<Record<string, { readonly content: Reading; readonly hex: Reading }>> = {
  0: { content: strict('utf-8'), hex: (bytes) => decodeGsm(bytes) },
  1: { content: strict('utf-8'), hex: (bytes) => bytes.toString('latin1') },
  3: { content: (bytes) => bytes.toString('latin1'), hex: (bytes) => bytes.toString('latin1') },
  8: { content: strict('utf-16be'), hex: strict('utf-16be') },
};

function messageOf(fields: CompatParameters): SendRequest['message'] {
  const coding = parameterText(fields, 'coding') ?? '0';
  const reading = codings[coding];
  if (reading === undefined) throw invalid('coding', coding);
  const content = fields.get('content');
  try {
    const text = content === undefined ? reading.hex(hexOf(fields)) : reading.content(content);
    return { content: text, isUnicode: coding === '8' };
  } catch {
    throw new CompatError(
      `Argument [${content === undefined ? 'hex-content' : 'content'}] is not of coding ${coding}.`,
    );
  }
}

const hexOf = (fields: CompatParameters): Buffer => Buffer.from(parameterText(fields, 'hex-content')!, 'hex');

/** As in Jasmin, reports need a URL; `dlr` and a level alone have no effect. */
function callbackOf(fields: CompatParameters): { deliveryReportUrl?: string; callback?: ReportFormat } {
  const url = parameterText(fields, 'dlr-url');
  if (url === undefined) return {};
  const level = Number(parameterText(fields, 'dlr-level') ?? '1') as 1 | 2 | 3;
  const method = parameterText(fields, 'dlr-method')?.toUpperCase() === 'GET' ? 'GET' : 'POST';
  return { deliveryReportUrl: url, callback: { form: 'jasmin', level, method } };
}

/** The arguments of `/send`, from its query and from its body, a form or JSON. */
export function argumentsOf(query: CompatParameters, body: Buffer | undefined, type = ''): CompatParameters {
  if (body === undefined || body.length === 0) return query;
  const posted = type.startsWith('application/json') ? jsonFields(body) : fieldsIn(body.toString('latin1'));
  return new Map([...query, ...posted]);
}

/** A flat object of strings and numbers; `_` in a name stands for `-`. A Unicode text is a JSON string, not the bytes of its coding. */
export function jsonFields(body: Buffer): CompatParameters {
  const given = parsed(body);
  const fields = new Map<string, Buffer>();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new CompatError(`Argument [${name.slice(0, 40)}] has an invalid value: it must be a text or a number.`);
    fields.set(name.replaceAll('_', '-'), Buffer.from(`${value}`));
  }
  const content = fields.get('content');
  if (content !== undefined && fields.get('coding')?.toString() === '8')
    fields.set('content', Buffer.from(content.toString(), 'utf16le').swap16());
  return fields;
}

function parsed(body: Buffer): object {
  try {
    const given = readJson(body);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  } catch {
    // Reported below.
  }
  throw new CompatError('Cannot parse JSON data', 412);
}

const accepted = ({ messages }: SendResponse): CompatReply => textReply(200, `Success "${messages[0]!.messageId}"`);

function refused(error: unknown, fault: ApiFault): CompatReply {
  const [status, text] = explained(error, fault);
  return textReply(status, `Error "${text.replaceAll('"', "'")}"`);
}

/** Jasmin's REST API passes the text on as JSON, without the closing quotation mark. */
function asJson({ status, body }: CompatReply): CompatReply {
  const text = body.replace(/"$/, '');
  return jsonReply(status, status === 200 ? { data: text } : { message: text });
}

/** The REST API responds to wrong credentials with 401. */
function refusedAsJson(error: unknown, fault: ApiFault): CompatReply {
  const reply = asJson(refused(error, fault));
  return error instanceof WrongCredentials ? { ...reply, status: 401 } : reply;
}

const noCharge = 'Cannot charge submit_sm, check RouterPB log file for details';
const notSent = 'Cannot send submit_sm, check SMPPClientManagerPB log file for details';

function explained(error: unknown, { status, text }: ApiFault): [status: number, text: string] {
  if (error instanceof CompatError) return [error.status, error.message];
  if (isWrongKey(error)) return [403, 'Authentication failure for username'];
  if (error instanceof ApiDisabled) return [403, 'Authorization failed for username (Cannot send MT messages).'];
  if (error instanceof Refusal) return refusalOf(error);
  if (status === 429) return [403, 'User throughput exceeded'];
  return status === 500 ? [500, notSent] : [status, text];
}

/** The filter of Jasmin that refuses such a request. */
const filters: Readonly<Partial<Record<SmsErrorCode, string>>> = {
  1: 'content',
  2: 'source_address',
  3: 'destination_address',
  4: 'source_address',
};

/** Hermod's own message follows Jasmin's text where that does not say what to change. */
function refusalOf({ code, detail = '', message }: Refusal): [status: number, text: string] {
  if (code === 3 && detail.startsWith('not in the price list')) return [412, 'No route found'];
  if (code === 5) return [400, `Argument [sdt] has an invalid value. ${message}`];
  if (code === 6) return [403, noCharge];
  if (code === 8) return [500, notSent];
  const filter = filters[code];
  return [400, filter === undefined ? message : `Value filter failed for user (${filter} filter mismatch). ${message}`];
}
