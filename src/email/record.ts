import { keyPrefix } from '../domain/key.ts';
import type { SendRequest } from '../domain/send.ts';
import type { EmailRecord } from '../store/emails.ts';
import type { IncomingMail } from './incoming.ts';
import type { Mail } from './mime.ts';

const longest = { field: 1_000, text: 16_384, headers: 16_384 };
const mostDestinations = 20;
const anyKey = /([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Everything of a record but what became of the mail. */
export type Draft = Omit<EmailRecord, 'outcome' | 'reason' | 'accountId' | 'submissionId' | 'messageIds'>;

/** What is kept of a mail: bounded, storable, and without the key, wherever in the mail it stands. */
export function draft(id: string, incoming: IncomingMail, mail: Mail | undefined, key: string | undefined): Draft {
  const clean = (text: string, most: number) => storable(masked(text, key), most);
  return {
    id,
    via: incoming.via,
    peer: incoming.peer,
    envelopeFrom: storable(incoming.envelopeFrom, longest.field),
    from: mail?.from[0] === undefined ? undefined : storable(mail.from[0], longest.field),
    messageId: mail?.messageId === undefined ? undefined : clean(mail.messageId, longest.field),
    subject: clean(mail?.subject ?? '', longest.field),
    headers: boundedHeaders(mail?.headers ?? [], clean),
    tags: {},
    proof: {},
    size: incoming.raw.length,
    // Older requests may be quoted below, with other keys.
    text: mail === undefined ? undefined : storable(mail.text.replaceAll(anyKey, '$1…'), longest.text),
  };
}

export function tagsOf(key: string, request: SendRequest | undefined): Record<string, unknown> {
  const masked = { apikey: `${keyPrefix(key)}…` };
  if (request === undefined) return masked;
  const { sender, destinations, message, ...optional } = request;
  return storableTree({
    ...masked,
    sender,
    destinations: destinations.slice(0, mostDestinations),
    destinationCount: destinations.length,
    isUnicode: message.isUnicode ?? false,
    ...optional,
  });
}

/** The same with every text in it storable. */
export function storableTree(value: object): Record<string, unknown> {
  const clean = (_name: string, part: unknown) => (typeof part === 'string' ? storable(part, longest.field) : part);
  return JSON.parse(JSON.stringify(value, clean)) as Record<string, unknown>;
}

function boundedHeaders(
  headers: Mail['headers'],
  clean: (text: string, most: number) => string,
): EmailRecord['headers'] {
  const kept: { name: string; value: string }[] = [];
  let size = 0;
  for (const { name, value } of headers) {
    const header = { name: storable(name, longest.field), value: clean(value, longest.field) };
    size += header.name.length + header.value.length;
    if (size > longest.headers) break;
    kept.push(header);
  }
  return kept;
}

function masked(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replace(new RegExp(key, 'gi'), `${keyPrefix(key)}…`);
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
export function storable(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\0', '').toWellFormed();
}
