import type { Callback } from '../../../domain/callback/stored.ts';
import type { SendRequest } from '../../../domain/message/send.ts';
import { decodeGsm } from '../../../domain/text/gsm.ts';
import { readTime } from '../../../smpp/protocol/time.ts';
import { international } from '../numbers.ts';
import { type Fields, textOf } from '../parameters.ts';

/** Refused before it is looked at as a message, in Jasmin's own words. */
export class JasminFault extends Error {
  readonly status: number;

  constructor(text: string, status = 400) {
    super(text);
    this.name = 'JasminFault';
    this.status = status;
  }
}

/** Every argument that Jasmin knows, and what it has to look like. */
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

/** A send request in the arguments of Jasmin's HTTP API. `now` in milliseconds. */
export function sendRequest(fields: Fields, now: number, validity: (seconds: number) => number): SendRequest {
  checkAll(fields);
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
    throw new JasminFault('Mandatory arguments not found, please refer to the HTTPAPI specifications.');
  for (const [name, value] of fields) {
    const pattern = Object.hasOwn(patterns, name) ? patterns[name] : undefined;
    if (pattern === undefined) throw new JasminFault(`Argument [${name.slice(0, 40)}] is unknown.`);
    if (!pattern.test(value.toString())) throw invalid(name, value.toString());
  }
  if (!fields.has('to')) throw new JasminFault('Mandatory argument [to] is not found.');
  if (!fields.has('content') && !fields.has('hex-content'))
    throw new JasminFault('content or hex-content not present.');
  if (fields.has('content') && fields.has('hex-content'))
    throw new JasminFault('content and hex-content cannot be used both in same request.');
}

const longestShown = 64;

function invalid(name: string, value: string): JasminFault {
  return new JasminFault(`Argument [${name}] has an invalid value: [${value.slice(0, longestShown)}].`);
}

type Reading = (bytes: Buffer) => string;
const strict = (alphabet: string): Reading => {
  const decoder = new TextDecoder(alphabet, { fatal: true });
  return (bytes) => decoder.decode(bytes);
};

/** How the bytes of a text are read by its data coding; `content` in the default alphabet is UTF-8, and is turned into it. */
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
    throw new JasminFault(
      `Argument [${content === undefined ? 'hex-content' : 'content'}] is not of coding ${coding}.`,
    );
  }
}

const hexOf = (fields: Fields): Buffer => Buffer.from(textOf(fields, 'hex-content')!, 'hex');

/** A level or a URL alone asks for reports, and without a URL there are none; both as in Jasmin. */
function callbackOf(fields: Fields): { deliveryReportUrl?: string; callback?: Callback } {
  const url = textOf(fields, 'dlr-url');
  if (url === undefined) return {};
  const level = Number(textOf(fields, 'dlr-level') ?? '1') as 1 | 2 | 3;
  const method = textOf(fields, 'dlr-method')?.toUpperCase() === 'GET' ? 'GET' : 'POST';
  return { deliveryReportUrl: url, callback: { form: 'jasmin', level, method } };
}
