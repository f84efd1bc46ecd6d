import { decodeWords } from 'postal-mime';
import { readAddresses } from './addresses.ts';
import { type Automatic, automaticKind } from './automatic.ts';
import { bodyText } from './body.ts';
import { readHead } from './headers.ts';
import { type Header, valuesOf } from './part-headers.ts';
import { readParts } from './parts.ts';

export { MailRefused } from './refused.ts';

export type Mail = {
  /** Every address in every From header, domains in lower case; none if there is none that can be told for sure. */
  readonly from: readonly string[];
  /** How many From headers there are: with two, programs disagree about who wrote the mail. */
  readonly fromHeaders: number;
  /** Headers that say how the mail is to be read and are there with different values: programs disagree about these too. */
  readonly ambiguous: readonly string[];
  /** With its angle brackets, without blanks: a signature may allow others on the way to change these. */
  readonly messageId: string | undefined;
  readonly subject: string;
  /** Sent by a program by itself: never answered; undefined if a person may have sent it. */
  readonly automatic: Automatic | undefined;
  /** For the record. */
  readonly headers: readonly Header[];
  /** What the tags are read from; '' if there is nothing. */
  readonly text: string;
};

const headersKept = 200;
const single = ['content-type', 'content-transfer-encoding', 'content-disposition', 'message-id'];

/**
 * A mail as its reader would see it. The library parses mail as well, but joins what tags need apart: it puts forwarded
 * messages into the text, undoes soft line breaks around tags, and has no say in the charset of undeclared bytes.
 * Throws MailRefused for what no person sends, and nothing else.
 */
export async function readMail(raw: Uint8Array, options: { fallbackCharset: string }): Promise<Mail> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const { fields, bodyStart } = readHead(bytes);
  const headers = fields.map(({ name, value }) => ({ name, value }));
  const from = valuesOf(headers, 'from');
  const message = readParts(headers, bytes.subarray(bodyStart));
  const subject = decodeWords(valuesOf(headers, 'subject')[0] ?? '');
  return {
    from: [...new Set(from.flatMap(readAddresses))],
    fromHeaders: from.length,
    ambiguous: single.filter((name) => new Set(valuesOf(headers, name)).size > 1),
    messageId: messageIdOf(headers),
    subject,
    automatic: automaticKind(headers),
    headers: headers.slice(0, headersKept),
    text: bodyText(message, { ...options, subject }),
  };
}

export function messageIdOf(headers: readonly Header[]): string | undefined {
  const value = valuesOf(headers, 'message-id')[0]?.replaceAll(/\s+/g, '');
  // One without a name in it is none: programs that write it write it into every mail.
  return value === undefined || /^[<>]*$/.test(value) ? undefined : (/<[^<>]+>/.exec(value)?.[0] ?? value);
}
