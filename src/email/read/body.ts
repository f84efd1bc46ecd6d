import { skipBlank } from '../../domain/email2sms/lines.ts';
import { ownText, readRequest } from '../../domain/email2sms/request.ts';
import { withWholeTags } from '../../domain/email2sms/tags.ts';
import { type ByLine, charsetInHtml, decodeText, mostBytesByLine } from './charset.ts';
import { unflow } from './flowed.ts';
import { htmlToText } from './html.ts';
import type { Part } from './parts.ts';
import { unescapeDashes } from './plain-text.ts';
import { decodeTransfer } from './transfer.ts';

/** The charset of bytes that declare none, and the subject, which says whether the mail is forwarded. */
export type BodyOptions = { readonly fallbackCharset: string; readonly subject: string };

/** What the texts of one mail may cost together, in however many parts they come. */
type Budget = ByLine & { bytes: number };

/** A request is far shorter; longer texts are threads and pictures in HTML. */
const mostBytes = 5 * 1_024 * 1_024;

const newBudget = (): Budget => ({ bytes: mostBytes, bytesByLine: mostBytesByLine });

/**
 * The text that a person wrote: of alternatives the plain one if there is a request in it, of several parts those that are
 * shown one below the other. Attachments and forwarded messages are none of it.
 */
export function bodyText(part: Part, options: BodyOptions, budget: Budget = newBudget()): string {
  if (part.isAttachment) return '';
  switch (part.type) {
    case 'multipart/alternative':
      return likeliest(
        [...part.parts.filter((child) => !hasHtml(child)), ...part.parts.filter(hasHtml)],
        options,
        budget,
      );
    case 'multipart/related':
      return firstFilled(part.parts, options, budget);
    case 'multipart/signed':
      return firstFilled(part.parts.slice(0, 1), options, budget);
    case 'multipart/encrypted':
      return '';
    default:
      return part.type.startsWith('multipart/')
        ? allFilled(part.parts, options, budget)
        : textOf(part, options, budget);
  }
}

/** Many programs write no more into the plain part than that there is another, or a signature. */
function likeliest(parts: readonly Part[], options: BodyOptions, budget: Budget): string {
  let first = '';
  for (const part of parts) {
    const text = bodyText(part, options, budget);
    if (text.includes('#apikey#')) return hasHtml(part) ? text : asWritten(text, parts, options, budget);
    if (first === '' && isFilled(text)) first = text;
  }
  return first;
}

/**
 * Programs make the plain part of the HTML, wrap it at 78 columns and double its paragraphs. If the sender's own words are the
 * same in both, the lines of the HTML are the writer's.
 */
function asWritten(plain: string, parts: readonly Part[], options: BodyOptions, budget: Budget): string {
  const { subject } = options;
  const words = (text: string) => ownText(text, subject).replaceAll(/\s+/g, '');
  const html = parts.filter(hasHtml).map((part) => bodyText(part, options, budget));
  const written = words(plain);
  return html.find((text) => words(text) === written && readRequest(text, { subject }).outcome === 'request') ?? plain;
}

function firstFilled(parts: readonly Part[], options: BodyOptions, budget: Budget): string {
  for (const part of parts) {
    const text = bodyText(part, options, budget);
    if (isFilled(text)) return text;
  }
  return '';
}

function allFilled(parts: readonly Part[], options: BodyOptions, budget: Budget): string {
  return parts
    .map((part) => bodyText(part, options, budget))
    .filter(isFilled)
    .join('\n');
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

function textOf(part: Part, options: BodyOptions, budget: Budget): string {
  const { type, parameters } = part;
  if (type !== 'text/plain' && !isHtml(part)) return '';
  // An encoded byte takes up to three.
  const encoded = part.body.subarray(0, 3 * budget.bytes);
  const bytes = startOf(decodeTransfer(encoded, part.encoding), budget.bytes);
  budget.bytes -= bytes.length;
  const charset = parameters.get('charset') || (isHtml(part) ? charsetInHtml(bytes) : undefined);
  const text = decodeText(bytes, charset, options.fallbackCharset, budget);
  if (isHtml(part)) return htmlToText(text);
  const written = withWholeTags(unescapeDashes(text));
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(written, parameters.get('delsp')?.toLowerCase() === 'yes') : written;
}

/** Cut at a line, so that no character is. */
function startOf(bytes: Buffer, most: number): Buffer {
  return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, most) + 1 || most);
}
