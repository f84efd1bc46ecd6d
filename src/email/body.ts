import { skipBlank } from '../domain/email2sms-lines.ts';
import { charsetInHtml, decodeText } from './charset.ts';
import { unescapeDashes } from './clear-signed.ts';
import { unflow } from './flowed.ts';
import { htmlToText } from './html.ts';
import type { Part } from './parts.ts';
import { decodeTransfer } from './transfer.ts';

/**
 * The text that a person wrote: of alternatives the plain one if there is a request in it, of several parts those that are
 * shown one below the other. Attachments and forwarded messages are none of it.
 */
export function bodyText(part: Part, fallbackCharset: string): string {
  if (part.isAttachment) return '';
  switch (part.type) {
    case 'multipart/alternative':
      return likeliest(
        [...part.parts.filter((child) => !hasHtml(child)), ...part.parts.filter(hasHtml)],
        fallbackCharset,
      );
    case 'multipart/related':
      return firstFilled(part.parts, fallbackCharset);
    case 'multipart/signed':
      return firstFilled(part.parts.slice(0, 1), fallbackCharset);
    case 'multipart/encrypted':
      return '';
    default:
      return part.type.startsWith('multipart/')
        ? allFilled(part.parts, fallbackCharset)
        : ownText(part, fallbackCharset);
  }
}

/** Many programs write no more into the plain part than that there is another, or a signature. */
function likeliest(parts: readonly Part[], fallbackCharset: string): string {
  let first = '';
  for (const part of parts) {
    const text = bodyText(part, fallbackCharset);
    if (text.includes('#apikey#')) return text;
    if (first === '' && isFilled(text)) first = text;
  }
  return first;
}

function firstFilled(parts: readonly Part[], fallbackCharset: string): string {
  for (const part of parts) {
    const text = bodyText(part, fallbackCharset);
    if (isFilled(text)) return text;
  }
  return '';
}

function allFilled(parts: readonly Part[], fallbackCharset: string): string {
  return parts
    .map((part) => bodyText(part, fallbackCharset))
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

function ownText(part: Part, fallbackCharset: string): string {
  const { type, parameters } = part;
  if (type !== 'text/plain' && !isHtml(part)) return '';
  const bytes = startOf(decodeTransfer(part.body, part.encoding));
  const charset = parameters.get('charset') || (isHtml(part) ? charsetInHtml(bytes) : undefined);
  const text = decodeText(bytes, charset, fallbackCharset);
  if (isHtml(part)) return htmlToText(text);
  const written = unescapeDashes(text);
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(written, parameters.get('delsp')?.toLowerCase() === 'yes') : written;
}

/** A request is far shorter; longer texts are threads and pictures in HTML. Cut at a line, so that no character is. */
const mostBytes = 5 * 1_024 * 1_024;

function startOf(bytes: Buffer): Buffer {
  return bytes.length <= mostBytes ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, mostBytes) + 1 || mostBytes);
}
