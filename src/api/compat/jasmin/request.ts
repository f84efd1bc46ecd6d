import type { Callback } from '../../../domain/callback/stored.ts';
import type { SendRequest } from '../../../domain/message/send.ts';
import { decodeGsm } from '../../../domain/text/gsm.ts';
import { readTime } from '../../../smpp/protocol/time.ts';
import { readJson } from '../../server/bodies.ts';
import { type Fields, fieldsIn, international, textOf } from '../parameters.ts';
import { CompatError } from '../reply.ts';

/** Jasmin's arguments and their formats. */
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
};

/** A send request from the arguments of Jasmin's HTTP API. `now` is in milliseconds. */
export function sendRequest(fields: Fields, now: number, validity: (seconds: number) => number): SendRequest {
  checkAll(fields);
  // Jasmin passes it on to the SMSC as schedule_delivery_time, so it has the format and meaning of SMPP.
  const sdt = textOf(fields, 'sdt');
  const scheduledTime = sdt === undefined ? undefined : readTime(sdt, Math.floor(now / 1_000));
  if (sdt !== undefined && scheduledTime === undefined) throw invalid('sdt', sdt);
  const minutes = textOf(fields, 'validity-period');
  return {
    sender: textOf(fields, 'from')?.trim() ?? '',
    destinations: [international(textOf(fields, 'to')!)],
    message: messageOf(fields),
    ...(scheduledTime !== undefined && { scheduledTime: Math.max(0, scheduledTime) }),
    ...(minutes !== undefined && { validitySeconds: validity(Number(minutes) * 60) }),
    ...callbackOf(fields),
  };
}

function checkAll(fields: Fields): void {
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

function messageOf(fields: Fields): SendRequest['message'] {
  const coding = textOf(fields, 'coding') ?? '0';
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

const hexOf = (fields: Fields): Buffer => Buffer.from(textOf(fields, 'hex-content')!, 'hex');

/** As in Jasmin, reports need a URL; `dlr` and a level alone have no effect. */
function callbackOf(fields: Fields): { deliveryReportUrl?: string; callback?: Callback } {
  const url = textOf(fields, 'dlr-url');
  if (url === undefined) return {};
  const level = Number(textOf(fields, 'dlr-level') ?? '1') as 1 | 2 | 3;
  const method = textOf(fields, 'dlr-method')?.toUpperCase() === 'GET' ? 'GET' : 'POST';
  return { deliveryReportUrl: url, callback: { form: 'jasmin', level, method } };
}

/** The arguments of `/send`, from its query and from its body, a form or JSON. */
export function argumentsOf(query: Fields, body: Buffer | undefined, type = ''): Fields {
  if (body === undefined || body.length === 0) return query;
  const posted = type.startsWith('application/json') ? jsonFields(body) : fieldsIn(body.toString('latin1'));
  return new Map([...query, ...posted]);
}

/**
 * A flat object of strings and numbers; `_` in a name stands for `-`. A Unicode text is a JSON string here, not the bytes of
 * its coding.
 */
export function jsonFields(body: Buffer): Fields {
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
