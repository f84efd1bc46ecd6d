import type { IncomingHttpHeaders } from 'node:http';
import { type Fields, fieldsIn } from '../parameters.ts';
import { KannelFault } from './request.ts';

const headerStart = 'x-kannel-';

/**
 * The variables of a POST: a form, or a text with the rest in X-Kannel headers, as Kannel takes it. What is in the query counts
 * where the body does not say otherwise.
 */
export function postedFields(headers: IncomingHttpHeaders, body: Buffer, query: Fields): Fields {
  const [type, charset] = contentType(headers['content-type']);
  if (type === 'application/x-www-form-urlencoded') return new Map([...query, ...fieldsIn(body.toString('latin1'))]);
  if (type === 'text/plain') return new Map([...query, ...headerFields(headers), ...charset, ['text', body]]);
  if (type === 'application/octet-stream') throw new KannelFault('Coding 1 (8 bits) is not supported, rejected');
  throw new KannelFault('Unsupported content-type, rejected', 415);
}

function contentType(header = 'text/plain'): [type: string, charset: [string, Buffer][]] {
  const [type = '', ...parameters] = header.split(';');
  const charset = parameters.map((text) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/i.exec(text)?.[1]).find(Boolean);
  return [type.trim().toLowerCase(), charset === undefined ? [] : [['charset', Buffer.from(charset)]]];
}

function headerFields(headers: IncomingHttpHeaders): [string, Buffer][] {
  return Object.entries(headers).flatMap(([name, value]): [string, Buffer][] =>
    name.startsWith(headerStart) && typeof value === 'string'
      ? [[name.slice(headerStart.length), Buffer.from(value.trim(), 'latin1')]]
      : [],
  );
}
