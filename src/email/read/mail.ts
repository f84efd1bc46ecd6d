import { decodeWords } from 'postal-mime';
import { skipBlank } from '../../domain/email2sms/lines.ts';
import { ownText, readRequest } from '../../domain/email2sms/request.ts';
import { isTagLine, withWholeTags } from '../../domain/email2sms/tags.ts';
import { readAddresses } from './addresses.ts';
import { type Automatic, automaticKind } from './automatic.ts';
import { charsetInHtml, decodeText, type LineBudget, mostBytesByLine } from './charset.ts';
import { type MailHeader, messageIdOf, readHead, valuesOf } from './headers.ts';
import { htmlToText } from './html.ts';
import { type Part, readParts } from './parts.ts';
import { decodeTransfer } from './transfer.ts';

export type Mail = {
  /** Every address in every From header, domains in lower case; empty if they cannot be read with certainty. */
  readonly from: readonly string[];
  /** Number of From headers: with two, programs disagree about the author. */
  readonly fromHeaders: number;
  /** Names of headers that determine how the mail is read and occur with different values: programs disagree about these, too. */
  readonly ambiguous: readonly string[];
  /** With its angle brackets, without blanks: some signatures allow relays to change blanks. */
  readonly messageId: string | undefined;
  readonly subject: string;
  /** Mail of a program is never answered; undefined if a person may have sent it. */
  readonly automatic: Automatic | undefined;
  readonly headers: readonly MailHeader[];
  readonly text: string;
};

const headersKept = 200;
const single = ['content-type', 'content-transfer-encoding', 'content-disposition', 'message-id'];

/**
 * A mail as a mail program shows it. postal-mime's own parser adds forwarded messages to the text, undoes soft line breaks around tags,
 * and has no option for undeclared charsets. Throws nothing but MailRefused.
 */
export async function readMail(raw: Buffer, { fallbackCharset }: { fallbackCharset: string }): Promise<Mail> {
  const { fields, bodyStart } = readHead(raw);
  const headers = fields.map(({ name, value }) => ({ name, value }));
  const from = valuesOf(headers, 'from');
  const message = readParts(headers, raw.subarray(bodyStart));
  const subject = decodeWords(valuesOf(headers, 'subject')[0] ?? '');
  const budget = { bytes: mostTextBytes, bytesByLine: mostBytesByLine };
  return {
    from: [...new Set(from.flatMap(readAddresses))],
    fromHeaders: from.length,
    ambiguous: single.filter((name) => new Set(valuesOf(headers, name)).size > 1),
    messageId: messageIdOf(headers),
    subject,
    automatic: automaticKind(headers),
    headers: headers.slice(0, headersKept),
    text: textIn(message, { fallbackCharset, subject, budget }),
  };
}

/** What remains of the work that all text parts of one mail may cause together. */
type Budget = LineBudget & { bytes: number };
type Context = { readonly fallbackCharset: string; readonly subject: string; readonly budget: Budget };

/** A request is far shorter; longer texts are threads, and pictures in HTML. */
const mostTextBytes = 5 * 1_024 * 1_024;

/** The text without attachments and forwarded messages. Of alternatives, the plain one if it holds a request. */
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

/** Programs wrap the plain part and double its paragraph breaks. If the HTML has the same words, its line breaks are the sender's. */
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
  const decoded = decodeTransfer(encoded, part.encoding);
  // Cut at a line end, so that no character is cut.
  const end = decoded.length <= budget.bytes ? decoded.length : decoded.lastIndexOf(0x0a, budget.bytes) + 1;
  const bytes = decoded.subarray(0, end || budget.bytes);
  budget.bytes -= bytes.length;
  const charset = parameters.get('charset') || (isHtml(part) ? charsetInHtml(bytes) : undefined);
  const text = decodeText(bytes, charset, fallbackCharset, budget);
  if (isHtml(part)) return htmlToText(text);
  const written = withWholeTags(unescapeDashes(text));
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? unflow(written, parameters.get('delsp')?.toLowerCase() === 'yes') : written;
}

const begin = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\r?$/m;
const end = '\n-----BEGIN PGP SIGNATURE-----';

/** Undoes the dash escaping of a clear-signed text (RFC 9580, 7): `- ` before every line that begins with a dash. */
export function unescapeDashes(text: string): string {
  const first = text.search(begin);
  const last = first < 0 ? -1 : text.indexOf(end, first);
  if (last < 0) return text;
  return text.slice(0, first) + text.slice(first, last).replaceAll(/^- /gm, '') + text.slice(last);
}

/**
 * A text of format=flowed (RFC 3676). Some programs end all lines with a space, so soft breaks are undone only inside a content; tags,
 * values and recipients keep their lines. The space remains unless DelSp says otherwise.
 */
export function unflow(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let before = ''; // the open line without its last piece: cutting the whole line would copy it each time
  let last: string | undefined;
  let isContent = false;
  let isOpen = false;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/^ |\r$/g, '');
    const isTag = isTagLine(line);
    const isQuoted = raw.startsWith('>'); // a `>` of the author is preceded by a space
    if (isOpen && !isTag && !isQuoted && line !== '') {
      before += deleteSpace ? last!.slice(0, -1) : last!;
    } else {
      if (last !== undefined) lines.push(before + (isOpen ? last.slice(0, -1) : last));
      before = '';
    }
    last = line;
    if (!isQuoted && line.includes('#startcontent#')) isContent = true;
    if (!isQuoted && line.includes('#endcontent#')) isContent = false;
    isOpen = isContent && !isTag && !isQuoted && line.endsWith(' ') && line !== '-- ';
  }
  lines.push(before + last!);
  return lines.join('\n');
}
