import { Readable } from 'node:stream';
import { decodeWords } from 'postal-mime';
import { isForwardSubject } from '../../domain/email2sms/history.ts';
import type { Field, Head } from '../read/headers.ts';
import { messageIdOf } from '../read/mail.ts';

/** What of the library's result for one signature says whether the mail is as its signer wrote it. */
export type VerifiedSignature = {
  readonly signingDomain?: string;
  /** From `t=`. */
  readonly signTime?: string | null;
  readonly signingHeaders?: { readonly keys: string };
  readonly status: {
    readonly result: string;
    /** The key is published for tests (`t=y`). */
    readonly testing?: boolean;
    /** Bytes of the body that the signature leaves out (`l=`). */
    readonly underSized?: number;
    /** Where the library is more lenient than the standard. */
    readonly warnings?: readonly string[];
  };
};

const mostSignatures = 5;
const longestSignature = 8 * 1_024;
const longestGap = 100;
/** Behind the eight days for which a request is known, so that a signed mail that comes again is always recognised. */
const oldestMs = 7 * 24 * 3_600_000;
const mostAheadMs = 24 * 3_600_000;

/** What the library has no need to read, and reads in more than linear time, or at a stranger's will. */
const withheld = /^(?:arc-.*|return-path)$/i;
const isSignature = ({ name }: Field) => name.toLowerCase() === 'dkim-signature';

/** A mail to be verified, and the names of its headers in order: the verifier must find the same. */
export type Verifiable = { readonly mail: Readable; readonly names: readonly string[] };

/**
 * The mail for whoever verifies its signatures: the headers that were read here, in their own bytes, and the body. Of the
 * signatures only a few are left, those first that may speak for the domain: their number and length decide how long it
 * takes. Where a signature lets white space change (relaxed), the body comes as it is hashed, for the library takes 10 s
 * for 25 MB of lines with a blank in each; so there may be one mail for each of the two kinds. Head and body are one piece
 * each: in pieces of its own choice the library reads one long line once per piece.
 */
export function toVerify(raw: Buffer, { fields, bodyStart }: Head, domain: string): Verifiable[] {
  const chosen = likeliest(fields.filter(isSignature), domain);
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

function isRelaxed({ value }: Field): boolean {
  return /^[^/]*\/relaxed$/i.test(tagOf(value, 'c'));
}

/** The value of a one-letter tag of a signature. */
function tagOf(signature: string, tag: string): string {
  for (const part of signature.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, Math.max(0, equals)).trim().toLowerCase() === tag) return part.slice(equals + 1).trim();
  }
  return '';
}

function likeliest(signatures: readonly Field[], domain: string): Field[] {
  const usable = signatures.filter(({ bytes }) => bytes.length <= longestSignature && !hasGap(bytes));
  const related = usable.filter(({ value }) => isRelated(value, domain));
  return [...related, ...usable.filter((field) => !related.includes(field))].slice(0, mostSignatures);
}

/** Its last two labels are those of the domain: wider than alignment, which is judged later. */
function isRelated(signature: string, domain: string): boolean {
  const end = (name: string) => name.toLowerCase().replace(/\.$/, '').split('.').slice(-2).join('.');
  return end(tagOf(signature, 'd')) === end(domain);
}

/** No program folds like that, and the library takes the square of its length. */
function hasGap(bytes: Buffer): boolean {
  let length = 0;
  for (const byte of bytes) {
    length = byte <= 0x20 ? length + 1 : 0;
    if (length > longestGap) return true;
  }
  return false;
}

const crlf = Buffer.from('\r\n');

/** A line feed alone becomes CRLF; the library would do it line by line. */
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

/** Its lines without blanks at their ends, with one blank where there were several, and no empty lines at its end (RFC 6376, 3.4.4). */
function relaxed(body: Buffer): Buffer {
  const hashed = Buffer.allocUnsafe(body.length);
  let length = 0;
  let lineStart = 0;
  let contentEnd = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!;
    const isBlank = byte === 0x20 || byte === 0x09;
    if (byte === 0x0a) {
      // Its carriage return is already there; the blank before that goes.
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

/** Occur once in every mail (RFC 5322, 3.6), as does each `Content-…`: of two, programs disagree about which one counts. */
const single = /^(?:from|sender|reply-to|date|subject|to|cc|message-id|mime-version|content-.*)$/;
/** These decide what a mail says, so they count only as they were signed. */
const covered = ['from', 'content-type', 'content-transfer-encoding', 'message-id'];

/**
 * Why a signature that verifies is not a proof of what was read, or undefined if it is one. Anyone can put headers above or below
 * the signed ones, append text that is not signed, or send a signed mail again. So a header that is read must occur once and be
 * covered, and a mail must not be older than the memory of what was sent.
 */
export function weaknessOf({ fields }: Head, signature: VerifiedSignature, now: number): string | undefined {
  const { status, signingHeaders, signTime } = signature;
  if (status.testing) return 'its key is published for tests';
  if ((status.underSized ?? 0) > 0) return 'it covers only a part of the text';
  // Of the key's record only its form is meant, which many domains publish a little wrong.
  if (status.warnings?.some((warning) => !warning.startsWith('key-'))) return 'it is malformed';
  const signed = (signingHeaders?.keys ?? '').toLowerCase().split(': ');
  const found = new Map<string, Field>();
  for (const field of fields) {
    const name = field.name.toLowerCase();
    if (found.has(name) && single.test(name)) return `there is more than one ${name} header`;
    found.set(name, field);
  }
  const subject = found.get('subject');
  // What is forwarded counts, and the history of a reply does not: a subject that says "forwarded" changes what is sent.
  const needed =
    subject !== undefined && isForwardSubject(decodeWords(subject.value)) ? [...covered, 'subject'] : covered;
  for (const name of needed)
    if (found.has(name) && !signed.includes(name)) return `it does not cover the ${name} header`;
  if (messageIdOf(fields) === undefined) return 'there is no message-id';
  const date = signed.includes('date') ? found.get('date') : undefined;
  const time = Date.parse(signTime ?? date?.value ?? '');
  if (!(time > now - oldestMs && time < now + mostAheadMs))
    return 'it is older than seven days, or does not say its time';
  return undefined;
}
