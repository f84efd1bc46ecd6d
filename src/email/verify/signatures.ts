import { Readable } from 'node:stream';
import type { DKIMResult } from 'mailauth';
import { decodeWords } from 'postal-mime';
import { forwardPrefix } from '../../domain/email2sms/history.ts';
import { type MailField, type MailHead, messageIdOf } from '../read/headers.ts';

const mostSignatures = 5;
const longestSignature = 8 * 1_024;
const longestGap = 100;
/** Less than the eight days for which requests are remembered, so that a signed mail that is sent again is always recognised. */
const oldestMs = 7 * 24 * 3_600_000;
const mostAheadMs = 24 * 3_600_000;

/** Headers that the library does not need, and that take more than linear time or change its result. */
const withheld = /^(?:arc-.*|return-path)$/i;
const isSignature = ({ name }: MailField) => name.toLowerCase() === 'dkim-signature';

/**
 * The mail for the DKIM library, with the headers that were read here. At most five signatures are kept, those of the domain first,
 * because they determine the cost. Relaxed bodies are canonicalised here: the library takes 10 s for 25 MB of lines with a blank in each.
 * Head and body are one chunk each: the library reads a long line again for every chunk.
 */
export function toVerify(raw: Buffer, { fields, bodyStart }: MailHead, domain: string) {
  const chosen = mostRelevant(fields.filter(isSignature), domain);
  const others = fields.filter((field) => !withheld.test(field.name) && !isSignature(field));
  const body = withCrlf(raw.subarray(bodyStart));
  const kinds = [chosen.filter(isRelaxed), chosen.filter((field) => !isRelaxed(field))];
  return kinds.flatMap((signatures) => {
    if (signatures.length === 0) return [];
    const kept = [...signatures, ...others];
    const head = Buffer.concat([...kept.flatMap(({ bytes }) => [bytes, crlf]), crlf]);
    const text = signatures.every(isRelaxed) ? relaxed(body) : body;
    const pieces = [head, text].filter(({ length }) => length > 0);
    return { mail: Readable.from(pieces, { objectMode: false }), names: kept.map(({ name }) => name.toLowerCase()) };
  });
}

function isRelaxed({ value }: MailField): boolean {
  return /^[^/]*\/relaxed$/i.test(tagOf(value, 'c'));
}

function tagOf(signature: string, tag: string): string {
  for (const part of signature.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, Math.max(0, equals)).trim().toLowerCase() === tag) return part.slice(equals + 1).trim();
  }
  return '';
}

function mostRelevant(signatures: readonly MailField[], domain: string): MailField[] {
  const usable = signatures.filter(({ bytes }) => bytes.length <= longestSignature && !hasGap(bytes));
  const related = usable.filter(({ value }) => isRelated(value, domain));
  return [...related, ...usable.filter((field) => !related.includes(field))].slice(0, mostSignatures);
}

/** The last two labels are equal: wider than alignment, which is checked later. */
function isRelated(signature: string, domain: string): boolean {
  const end = (name: string) => name.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.');
  return end(tagOf(signature, 'd')) === end(domain);
}

/** Whether a header has a long run of blanks, which programs never write: the library's time grows with the square of its length. */
function hasGap(bytes: Buffer): boolean {
  let length = 0;
  for (const byte of bytes) {
    length = byte <= 0x20 ? length + 1 : 0;
    if (length > longestGap) return true;
  }
  return false;
}

const crlf = Buffer.from('\r\n');

/** Line feeds alone become CRLF; the library would do it line by line. */
function withCrlf(body: Buffer): Buffer {
  let alone = 0;
  for (let at = 0; at < body.length; at++) if (body[at] === 0x0a && body[at - 1] !== 0x0d) alone++;
  if (alone === 0) return body;
  const mended = Buffer.allocUnsafe(body.length + alone);
  let written = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === 0x0a && body[at - 1] !== 0x0d) mended[written++] = 0x0d;
    mended[written++] = body[at]!;
  }
  return mended;
}

/** Relaxed canonicalisation of the body (RFC 6376, 3.4.4): blanks are collapsed, and dropped at line ends; no empty lines at the end. */
function relaxed(body: Buffer): Buffer {
  const hashed = Buffer.allocUnsafe(body.length);
  let length = 0;
  let lineStart = 0;
  let contentEnd = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    const isBlank = byte === 0x20 || byte === 0x09;
    if (byte === 0x0a) {
      // The carriage return is already written; the blank before it is dropped.
      if (length - 2 >= lineStart && hashed[length - 2] === 0x20) hashed[--length - 1] = 0x0d;
      hashed[length++] = byte;
      lineStart = length;
    } else if (!isBlank) {
      hashed[length++] = byte;
      if (byte !== 0x0d || body[at + 1] !== 0x0a) contentEnd = length;
    } else if (length === lineStart || hashed[length - 1] !== 0x20) hashed[length++] = 0x20;
  }
  const isEnded = length >= contentEnd + 2 && hashed[contentEnd] === 0x0d && hashed[contentEnd + 1] === 0x0a;
  return hashed.subarray(0, isEnded ? contentEnd + 2 : contentEnd);
}

/** Headers that may occur only once (RFC 5322, 3.6), and every `Content-…`: programs disagree about which of two counts. */
const single = /^(?:from|sender|reply-to|date|subject|to|cc|message-id|mime-version|content-.*)$/;
/** Headers that determine how a mail is read, so they must be signed. */
const covered = ['from', 'content-type', 'content-transfer-encoding', 'message-id'];

/**
 * Why a valid signature does not prove what was read. Headers can be added, unsigned text appended, and a signed mail sent again. So a
 * header that is read must occur once and be signed, and the mail must not be older than the memory of requests.
 */
export function weaknessOf({ fields }: MailHead, signature: DKIMResult, now: number): string | undefined {
  const { status, signingHeaders, signTime } = signature;
  if (status.testing) return 'its key is published for tests';
  if ((status.underSized ?? 0) > 0) return 'it covers only a part of the text';
  // Warnings about the key are only about the form of its record, which many domains publish slightly wrong.
  if (status.warnings?.some((warning) => !warning.startsWith('key-'))) return 'it is malformed';
  const signed = (signingHeaders?.keys ?? '').toLowerCase().split(': ');
  const found = new Map<string, MailField>();
  for (const field of fields) {
    const name = field.name.toLowerCase();
    if (found.has(name) && single.test(name)) return `there is more than one ${name} header`;
    found.set(name, field);
  }
  const subject = found.get('subject');
  // A subject that says "forwarded" changes what is sent: forwarded text counts, the history of a reply does not.
  const needed =
    subject !== undefined && forwardPrefix(decodeWords(subject.value)) !== undefined
      ? [...covered, 'subject']
      : covered;
  for (const name of needed)
    if (found.has(name) && !signed.includes(name)) return `it does not cover the ${name} header`;
  if (messageIdOf(fields) === undefined) return 'the message-id is missing';
  const date = signed.includes('date') ? found.get('date') : undefined;
  const time = Date.parse(signTime ?? date?.value ?? '');
  if (!(time > now - oldestMs && time < now + mostAheadMs))
    return 'it is older than seven days, or does not say its time';
  return undefined;
}
