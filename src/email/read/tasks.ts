import { createHash } from 'node:crypto';
import { maskedText } from '../../domain/access/key-mask.ts';
import { type EmailReading, readRequest } from '../../domain/email2sms/request.ts';
import type { IncomingMail, MailOrigin } from '../incoming.ts';
import { type Alignment, createResolver, type ProofOptions, proveFrom } from '../verify/proof.ts';
import { MailRefused } from './headers.ts';
import { type Mail, readMail } from './mail.ts';

export type ReadResult =
  | {
      /** Its text is masked, and cut to the length that may be shown. */
      readonly mail: Mail;
      readonly reading: EmailReading;
      /** Hash of its whole text without white space. Empty input if there is no key: hashing takes longer than reading. */
      readonly textHash: Uint8Array;
    }
  | { readonly refused: string };

type Raw = IncomingMail['raw'];
/** `spareKey` is used in place of the key if the mail has none. */
type ReadOptions = { fallbackCharset: string; longestText: number; spareKey?: string | undefined };

/** Work whose cost is determined by the author of a mail. It runs in a worker thread; tests call it directly. */
export const tasks = {
  hash: async (raw: Raw): Promise<Uint8Array> => hashOf(raw),
  read,
  prove: async (raw: Raw, origin: MailOrigin, address: string, options: ProofOptions): Promise<Alignment> => {
    const mail = { ...origin, raw: Buffer.concat(raw) };
    return proveFrom(mail, address, createResolver(options), options.emailProofSeconds * 1_000);
  },
};
export type Tasks = typeof tasks;
export type Task = { readonly kind: keyof Tasks; readonly given: readonly [Raw, ...unknown[]] };

function hashOf(raw: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const piece of raw) hash.update(piece);
  return Uint8Array.from(hash.digest());
}

/** One more than any request may have: the others are not needed to refuse it. */
const mostDestinations = 10_001;

async function read(raw: Raw, { fallbackCharset, longestText, spareKey }: ReadOptions): Promise<ReadResult> {
  try {
    const { text, ...mail } = await readMail(Buffer.concat(raw), { fallbackCharset });
    const reading = readRequest(text, { subject: mail.subject, spareKey });
    if (reading.outcome === 'request') reading.request.destinations.splice(mostDestinations);
    const key = 'key' in reading ? reading.key : undefined;
    const textHash = hashOf(key === undefined ? [] : [Buffer.from(text.replaceAll(/\s+/g, ''))]);
    // Quoted older requests may contain other keys.
    return { mail: { ...mail, text: maskedText(text, longestText, key) }, reading, textHash };
  } catch (error) {
    if (error instanceof MailRefused) return { refused: error.message };
    throw error;
  }
}
