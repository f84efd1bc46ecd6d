import { skipBlank } from '../domain/email2sms/lines.ts';
import { readRequest } from '../domain/email2sms/request.ts';
import { type ByLine, charsetInHtml, decodeText, mostBytesByLine } from './charset.ts';
import { unescapeDashes } from './clear-signed.ts';
import { unflow } from './flowed.ts';
import { htmlToText } from './html.ts';
import type { Part } from './parts.ts';
import { decodeTransfer } from './transfer.ts';

/** What the texts of one mail may cost together, in however many parts they come. */
type Budget = ByLine & { bytes: number };

/** A request is far shorter; longer texts are threads and pictures in HTML. */
const mostBytes = 5 * 1_024 * 1_024;

const newBudget = (): Budget => ({ bytes: mostBytes, bytesByLine: mostBytesByLine });

/**
 * The text that a person wrote: of alternatives the plain one if there is a request in it, of several parts those that are
 * shown one below the other. Attachments and forwarded messages are none of it.
 */
export function bodyText(part: Part, fallbackCharset: string, budget: Budget = newBudget()): string {
  if (part.isAttachment) return '';
  switch (part.type) {
    case 'multipart/alternative':
      return likeliest(
        [...part.parts.filter((child) => !hasHtml(child)), ...part.parts.filter(hasHtml)],
        fallbackCharset,
        budget,
      );
    case 'multipart/related':
      return firstFilled(part.parts, fallbackCharset, budget);
    case 'multipart/signed':
      return firstFilled(part.parts.slice(0, 1), fallbackCharset, budget);
    case 'multipart/encrypted':
      return '';
    default:
      return part.type.startsWith('multipart/')
        ? allFilled(part.parts, fallbackCharset, budget)
        : ownText(part, fallbackCharset, budget);
  }
}

/** Many programs write no more into the plain part than that there is another, or a signature. */
function likeliest(parts: readonly Part[], fallbackCharset: string, budget: Budget): string {
  let first = '';
  for (const part of parts) {
    const text = bodyText(part, fallbackCharset, budget);
    if (text.includes('#apikey#')) return hasHtml(part) ? text : asWritten(text, parts, fallbackCharset, budget);
    if (first === '' && isFilled(text)) first = text;
  }
  return first;
}

/**
 * Programs make the plain part of the HTML, wrap it at 78 columns and double its paragraphs. If there are the same words in
 * both, the lines of the HTML are the writer's.
 */
function asWritten(plain: string, parts: readonly Part[], fallbackCharset: string, budget: Budget): string {
  const words = (text: string) => text.replaceAll(/\s+/g, '');
  const html = parts.filter(hasHtml).map((part) => bodyText(part, fallbackCharset, budget));
  return html.find((text) => words(text) === words(plain) && readRequest(text).outcome === 'request') ?? plain;
}

function firstFilled(parts: readonly Part[], fallbackCharset: string, budget: Budget): string {
  for (const part of parts) {
    const text = bodyText(part, fallbackCharset, budget);
    if (isFilled(text)) return text;
  }
  return '';
}

function allFilled(parts: readonly Part[], fallbackCharset: string, budget: Budget): string {
  return parts
    .map((part) => bodyText(part, fallbackCharset, budget))
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

function ownText(part: Part, fallbackCharset: string, budget: Budget): string {
  const { type, parameters } = part;
  if (type !== 'text/plain' && !isHtml(part)) return '';
  // An encoded byte takes up to three.
  const encoded = part.body.subarray(0, 3 * budget.bytes);
  const bytes = startOf(decodeTransfer(encoded, part.encoding), budget.bytes);
  budget.bytes -= bytes.length;
  const charset = parameters.get('charset') || (isHtml(part) ? charsetInHtml(bytes) : undefined);
  const text = decodeText(bytes, charset, fallbackCharset, budget);
  if (isHtml(part)) return htmlToText(text);
  const written = unescapeDashes(text);
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(written, parameters.get('delsp')?.toLowerCase() === 'yes') : written;
}

/** Cut at a line, so that no character is. */
function startOf(bytes: Buffer, most: number): Buffer {
  return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, most) + 1 || most);
}
