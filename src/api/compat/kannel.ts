import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ReportFormat } from '../../domain/callback/callback.ts';
import { Refusal, type SmsErrorCode } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import type { SendResponse } from '../../flows/sending/order.ts';
import type { CompatAccess } from './access.ts';
import { type CompatParameters, fieldsIn, international, notationOf, parameterText, queryOf } from './parameters.ts';
import { ApiDisabled, type ApiFault, CompatError, type CompatReply, isWrongKey, routeOf, textReply } from './reply.ts';

/** Kannel's `sendsms`. */
export function kannelRoutes(app: FastifyInstance, access: CompatAccess): void {
  const { log, clock } = access.serving;
  app.route({
    method: ['GET', 'POST'],
    url: '/cgi-bin/sendsms',
    ...routeOf(log, refused, async (request) => {
      const { method, url, headers, body } = request;
      const query = fieldsIn(queryOf(url));
      const fields = method === 'GET' || body === undefined ? query : postedFields(headers, body, query);
      const credentials = {
        user: parameterText(fields, 'username', 'user'),
        password: parameterText(fields, 'password', 'pass'),
      };
      const principal = await access.authenticate('kannel', request, credentials);
      return accepted(await access.send(principal, sendRequest(fields, clock()), request));
    }),
  });
}

/** A send request from the CGI variables of Kannel's user guide. `now` is in milliseconds. */
export function sendRequest(fields: CompatParameters, now: number): SendRequest {
  const to = parameterText(fields, 'to');
  if (to === undefined) throw new CompatError('Missing receiver number, rejected');
  // A plus that was not percent-encoded is decoded as a space.
  const numbers = to.split(/\s+/).filter((number) => number !== '');
  if (numbers.length === 0) throw new CompatError('Empty receiver number not allowed, rejected');
  const sender = parameterText(fields, 'from')?.trim() ?? '';
  if (sender === '') throw new CompatError('Sender missing and no global set, rejected');
  refuseOthers(fields);
  const coding = numberOf(fields, 'Coding', 2, 'coding') ?? 0;
  if (coding === 1) throw new CompatError('Coding 1 (8 bits) is not supported, rejected');
  const validity = numberOf(fields, 'Validity', mostMinutes, 'validity');
  const deferred = numberOf(fields, 'Deferred', mostMinutes, 'deferred');
  const reference = parameterText(fields, 'reference');
  return {
    sender,
    destinations: [...new Set(numbers.map(international))],
    message: { content: decoded(fields, coding === 2), isUnicode: coding === 2 },
    ...(validity !== undefined && { validitySeconds: validity * 60 }),
    ...(deferred && { scheduledTime: Math.floor(now / 1_000) + deferred * 60 }),
    ...(reference !== undefined && { reference }),
    ...callbackOf(fields, numbers[0]),
  };
}

const mostMinutes = 366 * 24 * 60;

/** Refuses variables whose effect is not supported. The others are validated and have no effect. */
function refuseOthers(fields: CompatParameters): void {
  if ((fields.get('udh')?.length ?? 0) > 0) throw new CompatError('UDH is not supported, rejected');
  const mclass = numberOf(fields, 'MClass', 3, 'mclass', 'flash');
  if (mclass !== undefined && mclass !== 1) throw new CompatError(`MClass ${mclass} is not supported, rejected`);
  if (numberOf(fields, 'MWI', 7, 'mwi') !== undefined) throw new CompatError('MWI is not supported, rejected');
  if (numberOf(fields, 'Compress', 1, 'compress')) throw new CompatError('Compress is not supported, rejected');
  numberOf(fields, 'PID', 255, 'pid');
  numberOf(fields, 'RPI', 2, 'rpi');
  numberOf(fields, 'Alt-DCS', 1, 'alt-dcs');
  numberOf(fields, 'Priority', 3, 'priority');
}

/** As in Kannel, reports need both a URL and a mask. */
function callbackOf(
  fields: CompatParameters,
  number: string | undefined,
): { deliveryReportUrl?: string; callback?: ReportFormat } {
  const mask = numberOf(fields, 'DLR-Mask', 63, 'dlr-mask', 'dlrmask') ?? 0;
  const url = parameterText(fields, 'dlr-url', 'dlrurl') ?? '';
  if (url !== '' && !/^https?:\/\//i.test(url)) throw new CompatError('DLR-URL field misformed, rejected');
  if (url === '' || mask === 0) return {};
  return { deliveryReportUrl: url, callback: { form: 'kannel', mask, notation: notationOf(number) } };
}

/** Undefined if it is missing, or -1, which means the same in Kannel. */
function numberOf(fields: CompatParameters, name: string, most: number, ...variables: string[]): number | undefined {
  const given = parameterText(fields, ...variables)?.trim();
  if (given === undefined || given === '' || given === '-1') return undefined;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= most)) throw new CompatError(`${name} field misformed, rejected`);
  return value;
}

/** In the given charset; without one UTF-8, or UTF-16BE for coding 2. */
function decoded(fields: CompatParameters, isUnicode: boolean): string {
  const bytes = fields.get('text') ?? Buffer.alloc(0);
  const charset = parameterText(fields, 'charset')?.trim() || (isUnicode ? 'utf-16be' : 'utf-8');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new CompatError('Charset or body misformed, rejected');
  }
}

const headerPrefix = 'x-kannel-';

/** The variables of a POST: a form, or a text with the rest in X-Kannel headers, as in Kannel. The body overrides the query. */
export function postedFields(headers: IncomingHttpHeaders, body: Buffer, query: CompatParameters): CompatParameters {
  const [type, charset] = contentType(headers['content-type']);
  if (type === 'application/x-www-form-urlencoded') return new Map([...query, ...fieldsIn(body.toString('latin1'))]);
  if (type === 'text/plain') return new Map([...query, ...headerFields(headers), ...charset, ['text', body]]);
  if (type === 'application/octet-stream') throw new CompatError('Coding 1 (8 bits) is not supported, rejected');
  throw new CompatError('Unsupported content-type, rejected', 415);
}

function contentType(header = 'text/plain'): [type: string, charset: [string, Buffer][]] {
  const [type = '', ...parameters] = header.split(';');
  const charset = parameters.map((text) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/i.exec(text)?.[1]).find(Boolean);
  return [type.trim().toLowerCase(), charset === undefined ? [] : [['charset', Buffer.from(charset)]]];
}

function headerFields(headers: IncomingHttpHeaders): [string, Buffer][] {
  return Object.entries(headers).flatMap(([name, value]): [string, Buffer][] =>
    name.startsWith(headerPrefix) && typeof value === 'string'
      ? [[name.slice(headerPrefix.length), Buffer.from(value.trim(), 'latin1')]]
      : [],
  );
}

function accepted({ status }: SendResponse): CompatReply {
  return textReply(202, status === 'scheduled' ? '3: Queued for later delivery' : '0: Accepted for delivery');
}

/** Kannel's error text, put before Hermod's own. Kannel has none for prices and contents. */
const texts: Readonly<Partial<Record<SmsErrorCode, string>>> = {
  2: 'Sender denied, rejected',
  3: 'Number(s) has/have been denied by white- and/or black-lists.',
  4: 'Sender denied, rejected',
  5: 'Deferred field misformed, rejected',
};

/** Kannel's clients give up after 4xx and retry after 503. */
function refused(error: unknown, { status, text }: ApiFault): CompatReply {
  if (isWrongKey(error) || error instanceof ApiDisabled) return textReply(403, 'Authorization failed for sendsms');
  if (error instanceof CompatError) return textReply(error.status, error.message);
  if (error instanceof Refusal) return textReply(error.status, [reasonOf(error), error.message].join(' ').trim());
  if (status === 429 || status === 503) return textReply(503, 'Temporal failure, try again later.');
  return status < 500 ? textReply(status, text) : textReply(500, 'Sending failed.');
}

function reasonOf({ code, detail }: Refusal): string {
  return detail?.startsWith('deliveryReportUrl') ? 'DLR-URL field misformed, rejected' : (texts[code] ?? '');
}
