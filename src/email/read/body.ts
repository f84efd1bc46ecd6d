import { skipBlank } from '../../domain/email2sms/lines.ts';
import { ownText, readRequest } from '../../domain/email2sms/request.ts';
import { withWholeTags } from '../../domain/email2sms/tags.ts';
import { charsetInHtml, decodeText, type LineBudget, mostBytesByLine } from './charset.ts';
import { htmlToText } from './html.ts';
import type { Part } from './parts.ts';
import { unescapeDashes, unflow } from './plain-text.ts';
import { decodeTransfer } from './transfer.ts';

export type BodyOptions = {
  /** The charset of bytes that declare none. */
  readonly fallbackCharset: string;
  /** Says whether the mail is forwarded. */
  readonly subject: string;
};

/** What remains of the work that all text parts of one mail may cause together. */
type Budget = LineBudget & { bytes: number };
type Context = BodyOptions & { readonly budget: Budget };

/** A request is far shorter; longer texts are threads, and pictures in HTML. */
const mostBytes = 5 * 1_024 * 1_024;

/**
 * The text that a person wrote. Of alternatives it is the plain one if that holds a request; several parts are joined as a mail
 * program shows them, one below the other. Attachments and forwarded messages are left out.
 */
export function bodyText(message: Part, options: BodyOptions): string {
  return textIn(message, { ...options, budget: { bytes: mostBytes, bytesByLine: mostBytesByLine } });
}

function textIn(part: Part, context: Context): string {
  if (part.isAttachment) return '';
  const { type, parts } = part;
  switch (type) {
    case 'multipart/alternative':
      return bestAlternative([...parts.filter((child) => !hasHtml(child)), ...parts.filter(hasHtml)], context);
    case 'multipart/related':
      return filledTexts(parts, context).next().value ?? '';
    case 'multipart/signed':
      return filledTexts(parts.slice(0, 1), context).next().value ?? '';
    case 'multipart/encrypted':
      return '';
    default:
      return type.startsWith('multipart/') ? [...filledTexts(parts, context)].join('\n') : leafText(part, context);
  }
}

function* filledTexts(parts: readonly Part[], context: Context): Generator<string, undefined> {
  for (const part of parts) {
    const text = textIn(part, context);
    if (isFilled(text)) yield text;
  }
}

/** Many programs write into the plain part only a signature, or that there is an HTML part. */
function bestAlternative(parts: readonly Part[], context: Context): string {
  let first = '';
  for (const part of parts) {
    const text = textIn(part, context);
    if (text.includes('#apikey#')) return hasHtml(part) ? text : asWritten(text, parts, context);
    if (first === '' && isFilled(text)) first = text;
  }
  return first;
}

/**
 * Programs derive the plain part from the HTML, wrap it at 78 columns and double its paragraph breaks. If both hold the same words of
 * the sender, the line breaks of the HTML are those the sender made.
 */
function asWritten(plain: string, parts: readonly Part[], context: Context): string {
  const { subject } = context;
  const words = (text: string) => ownText(text, subject).replaceAll(/\s+/g, '');
  const html = parts.filter(hasHtml).map((part) => textIn(part, context));
  const written = words(plain);
  return html.find((text) => words(text) === written && readRequest(text, { subject }).outcome === 'request') ?? plain;
}

function isFilled(text: string): boolean {
  return skipBlank(text, 0, text.length) < text.length;
}

function isHtml({ type }: Part): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml';
}

function hasHtml(part: Part): boolean {
  return !part.isAttachment && (isHtml(part) || part.parts.some(hasHtml));
}

function leafText(part: Part, { fallbackCharset, budget }: Context): string {
  const { type, parameters } = part;
  if (type !== 'text/plain' && !isHtml(part)) return '';
  // An encoded byte takes up to three.
  const encoded = part.body.subarray(0, 3 * budget.bytes);
  const bytes = beginning(decodeTransfer(encoded, part.encoding), budget.bytes);
  budget.bytes -= bytes.length;
  const charset = parameters.get('charset') || (isHtml(part) ? charsetInHtml(bytes) : undefined);
  const text = decodeText(bytes, charset, fallbackCharset, budget);
  if (isHtml(part)) return htmlToText(text);
  const written = withWholeTags(unescapeDashes(text));
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(written, parameters.get('delsp')?.toLowerCase() === 'yes') : written;
}

/** Cut at a line end, so that no character is cut. */
function beginning(bytes: Buffer, most: number): Buffer {
  return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, most) + 1 || most);
}
