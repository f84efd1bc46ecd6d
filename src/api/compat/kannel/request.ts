import type { IncomingHttpHeaders } from 'node:http';
import type { Callback } from '../../../domain/callback/callback.ts';
import type { SendRequest } from '../../../domain/message/send.ts';
import { type Fields, fieldsIn, international, notationOf, textOf } from '../parameters.ts';
import { CompatError } from '../reply.ts';

/** A send request from the CGI variables of Kannel's user guide. `now` is in milliseconds. */
export function sendRequest(fields: Fields, now: number, validity: (seconds: number) => number): SendRequest {
  const to = textOf(fields, 'to');
  if (to === undefined) throw new CompatError('Missing receiver number, rejected');
  // A plus that was not percent-encoded is decoded as a space.
  const numbers = to.split(/\s+/).filter((number) => number !== '');
  if (numbers.length === 0) throw new CompatError('Empty receiver number not allowed, rejected');
  const sender = textOf(fields, 'from')?.trim() ?? '';
  if (sender === '') throw new CompatError('Sender missing and no global set, rejected');
  refuseOthers(fields);
  const coding = numberOf(fields, 'Coding', 2, 'coding') ?? 0;
  if (coding === 1) throw new CompatError('Coding 1 (8 bits) is not supported, rejected');
  const minutes = {
    validity: numberOf(fields, 'Validity', mostMinutes, 'validity'),
    deferred: numberOf(fields, 'Deferred', mostMinutes, 'deferred'),
  };
  return {
    sender,
    destinations: [...new Set(numbers.map(international))],
    message: { content: decoded(fields, coding === 2), isUnicode: coding === 2 },
    ...(minutes.validity !== undefined && { validitySeconds: validity(minutes.validity * 60) }),
    ...(minutes.deferred && { scheduledTime: Math.floor(now / 1_000) + minutes.deferred * 60 }),
    ...callbackOf(fields, numbers[0]),
  };
}

/** One year. */
const mostMinutes = 366 * 24 * 60;

/** Refuses variables whose effect is not supported. The others are validated and have no effect. */
function refuseOthers(fields: Fields): void {
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
function callbackOf(fields: Fields, number: string | undefined): { deliveryReportUrl?: string; callback?: Callback } {
  const mask = numberOf(fields, 'DLR-Mask', 63, 'dlr-mask', 'dlrmask') ?? 0;
  const url = textOf(fields, 'dlr-url', 'dlrurl') ?? '';
  if (url !== '' && !/^https?:\/\//i.test(url)) throw new CompatError('DLR-URL field misformed, rejected');
  if (url === '' || mask === 0) return {};
  return { deliveryReportUrl: url, callback: { form: 'kannel', mask, notation: notationOf(number) } };
}

/** Undefined if it is missing, or -1, which means the same in Kannel. */
function numberOf(fields: Fields, name: string, most: number, ...variables: string[]): number | undefined {
  const given = textOf(fields, ...variables)?.trim();
  if (given === undefined || given === '' || given === '-1') return undefined;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= most)) throw new CompatError(`${name} field misformed, rejected`);
  return value;
}

/** In the given charset; without one UTF-8, or UTF-16BE for coding 2. */
function decoded(fields: Fields, isUnicode: boolean): string {
  const bytes = fields.get('text') ?? Buffer.alloc(0);
  const charset = textOf(fields, 'charset')?.trim() || (isUnicode ? 'utf-16be' : 'utf-8');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new CompatError('Charset or body misformed, rejected');
  }
}

const headerPrefix = 'x-kannel-';

/** The variables of a POST: a form, or a text with the rest in X-Kannel headers, as in Kannel. The body overrides the query. */
export function postedFields(headers: IncomingHttpHeaders, body: Buffer, query: Fields): Fields {
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
