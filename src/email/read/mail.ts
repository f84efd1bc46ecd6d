import { decodeWords } from 'postal-mime';
import { readAddresses } from './addresses.ts';
import { type Automatic, automaticKind } from './automatic.ts';
import { bodyText } from './body.ts';
import { type Header, messageIdOf, readHead, valuesOf } from './headers.ts';
import { readParts } from './parts.ts';

export { MailRefused } from './refused.ts';

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
  /** For the record. */
  readonly headers: readonly Header[];
  /** The text that tags are read from; '' if there is none. */
  readonly text: string;
};

/** Kept for the record. */
const headersKept = 200;
const single = ['content-type', 'content-transfer-encoding', 'content-disposition', 'message-id'];

/**
 * A mail as a mail program shows it. postal-mime's own parser is not used: it adds forwarded messages to the text, undoes soft line
 * breaks around tags, and has no option for the charset of undeclared bytes. Throws MailRefused for mails beyond the limits, and
 * nothing else.
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
