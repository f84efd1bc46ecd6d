import { decodeWords } from 'postal-mime';
import { keyPrefix } from '../domain/key.ts';
import type { SendRequest } from '../domain/send.ts';
import type { EmailRecord } from '../store/emails.ts';
import type { Header } from './headers.ts';
import type { IncomingMail } from './incoming.ts';
import type { Mail } from './mime.ts';

const longest = { field: 1_000, text: 16_384, headers: 16_384 };
const mostDestinations = 20;
/** Also without its dashes, as it would stand among the recipients. */
const anyKey = /([0-9a-f]{8})(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}/gi;
/** Headers that hold a person's words, in which a key may stand; the ids in others tell one mail from another. */
const written = /^(?:subject|thread-topic|comments|keywords)$/i;

/** Everything of a record but what became of the mail. */
export type Draft = Omit<EmailRecord, 'outcome' | 'reason' | 'accountId' | 'submissionId' | 'messageIds'>;

/** What is kept of a mail: bounded, storable, and without the key, wherever in the mail it stands. */
export function draft(id: string, incoming: IncomingMail, mail: Mail | undefined, key: string | undefined): Draft {
  const clean = (text: string, most: number) => storable(masked(text, key), most);
  const cleanHeader = ({ name, value }: Header) =>
    written.test(name) ? storable(withoutKeys(decodeWords(value)), longest.field) : clean(value, longest.field);
  return {
    id,
    via: incoming.via,
    peer: incoming.peer,
    envelopeFrom: storable(incoming.envelopeFrom ?? '', longest.field),
    from: mail?.from[0] === undefined ? undefined : storable(mail.from[0], longest.field),
    messageId: mail?.messageId === undefined ? undefined : clean(mail.messageId, longest.field),
    subject: storable(withoutKeys(mail?.subject ?? ''), longest.field),
    headers: boundedHeaders(mail?.headers ?? [], cleanHeader),
    tags: {},
    proof: {},
    size: incoming.raw.length,
    // Older requests may be quoted below, with other keys.
    text: mail === undefined ? undefined : storable(withoutKeys(mail.text), longest.text),
  };
}

/** A text with the first eight characters of every key in it, and no more of it. */
export function withoutKeys(text: string): string {
  return text.replaceAll(anyKey, '$1…');
}

export function tagsOf(key: string, request: SendRequest | undefined): Record<string, unknown> {
  const apikey = `${keyPrefix(key)}…`;
  if (request === undefined) return { apikey };
  const { sender, destinations, message, deliveryReportUrl, ...optional } = request;
  return storableTree({
    apikey,
    sender: withoutKeys(sender),
    destinations: destinations.slice(0, mostDestinations).map(withoutKeys),
    destinationCount: destinations.length,
    isUnicode: message.isUnicode ?? false,
    // Other ids in it are the customer's own.
    ...(deliveryReportUrl !== undefined && { deliveryReportUrl: masked(deliveryReportUrl, key) }),
    ...optional,
  });
}

/** The same with every text in it storable. */
export function storableTree(value: object): Record<string, unknown> {
  const clean = (_name: string, part: unknown) => (typeof part === 'string' ? storable(part, longest.field) : part);
  return JSON.parse(JSON.stringify(value, clean)) as Record<string, unknown>;
}

function boundedHeaders(headers: Mail['headers'], clean: (header: Header) => string): EmailRecord['headers'] {
  const kept: { name: string; value: string }[] = [];
  let size = 0;
  for (const given of headers) {
    const header = { name: storable(given.name, longest.field), value: clean(given) };
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
