import { decodeWords } from 'postal-mime';
import { keyPrefix } from '../domain/access/key.ts';
import { maskedText } from '../domain/access/key-mask.ts';
import type { EmailReading } from '../domain/email2sms/request.ts';
import type { EmailKey } from '../store/account/keys.ts';
import type { EmailRecord } from '../store/email/emails.ts';
import { type IncomingMail, lengthOf } from './incoming.ts';
import type { MailHeader } from './read/headers.ts';
import type { Mail } from './read/mail.ts';
import type { Proof } from './verify/proof.ts';

export const longestText = 16_384;
const longest = { field: 1_000, headers: 16_384 };
const mostDestinations = 20;
/** Headers with text of a person, where other keys are masked too; ids in other headers identify the mail. */
const written = /^(?:subject|thread-topic|comments|keywords)$/i;

export type Draft = Omit<EmailRecord, 'outcome' | 'reason' | 'accountId' | 'submissionId' | 'messageIds'>;

/** A mail whose key is valid and whose sender may use it. */
export type Admitted = {
  incoming: IncomingMail;
  mail: Mail;
  /** Identifies a mail that is delivered again. */
  name: string;
  /** In hex. */
  textHash: string;
  key: EmailKey;
  /** The key as it is in the mail. */
  secret: string;
  record: Draft;
  /** Of the From address; undefined if it was not required. */
  proof: Proof | undefined;
};

/** What is stored of a mail: bounded, valid for PostgreSQL, and without its key in any field. */
export function draft(id: string, incoming: IncomingMail, mail: Mail | undefined, key: string | undefined): Draft {
  const clean = (text: string) => maskedText(text, longest.field, key, false);
  const cleanHeader = ({ name, value }: MailHeader) =>
    maskedText(decodeWords(value), longest.field, key, written.test(name));
  return {
    id,
    via: incoming.via,
    peer: incoming.peer,
    envelopeFrom: clean(incoming.envelopeFrom ?? ''),
    from: mail?.from[0] === undefined ? undefined : clean(mail.from[0]),
    messageId: mail?.messageId === undefined ? undefined : clean(mail.messageId),
    subject: maskedText(mail?.subject ?? '', longest.field, key),
    headers: boundedHeaders(mail?.headers ?? [], cleanHeader),
    tags: {},
    proof: {},
    size: incoming.size ?? lengthOf(incoming.raw),
    text: mail?.text,
  };
}

export function tagsOf(reading: Extract<EmailReading, { key: string }>): Record<string, unknown> {
  const { key } = reading;
  const apikey = `${keyPrefix(key)}…`;
  if (reading.outcome === 'invalid') return { apikey };
  // The reference is stored with the messages only, and erased with them.
  const { sender, destinations, message, deliveryReportUrl, reference: _, ...optional } = reading.request;
  return storableTree({
    apikey,
    sender: maskedText(sender, longest.field, key),
    destinations: destinations.slice(0, mostDestinations).map((number) => maskedText(number, longest.field, key)),
    destinationCount: destinations.length,
    isUnicode: message.isUnicode ?? false,
    // Ids in the URL belong to the customer, and are not keys.
    ...(deliveryReportUrl !== undefined && {
      deliveryReportUrl: maskedText(deliveryReportUrl, longest.field, key, false),
    }),
    ...optional,
  });
}

/** A copy in which every text is valid for PostgreSQL. */
export function storableTree(value: object): Record<string, unknown> {
  const clean = (_name: string, part: unknown) =>
    typeof part === 'string' ? maskedText(part, longest.field, undefined, false) : part;
  return JSON.parse(JSON.stringify(value, clean)) as Record<string, unknown>;
}

function boundedHeaders(headers: readonly MailHeader[], clean: (header: MailHeader) => string): MailHeader[] {
  const kept: MailHeader[] = [];
  let size = 0;
  for (const given of headers) {
    const header = { name: given.name.slice(0, longest.field), value: clean(given) };
    size += header.name.length + header.value.length;
    if (size > longest.headers) break;
    kept.push(header);
  }
  return kept;
}
