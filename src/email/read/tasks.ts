import { createHash } from 'node:crypto';
import { shown } from '../../domain/access/key-mask.ts';
import { type EmailReading, readRequest } from '../../domain/email2sms/request.ts';
import type { Origin } from '../incoming.ts';
import { type Alignment, createResolver, type ProofOptions, proveFrom } from '../verify/proof.ts';
import { type Mail, MailRefused, readMail } from './mail.ts';

/** A mail with the request in its tags, or why it was refused unread. */
export type ReadResult =
  | {
      /** Its text is masked, and cut to the length that may be shown. */
      readonly mail: Mail;
      readonly reading: EmailReading;
      /** Hash of its whole text without white space. Empty input if there is no key: hashing takes longer than reading. */
      readonly textHash: Uint8Array;
    }
  | { readonly refused: string };

/** Work whose cost is determined by the author of a mail. It runs in a worker thread; tests call it directly. */
export type Task =
  | { readonly kind: 'hash'; readonly raw: readonly Uint8Array[] }
  | {
      readonly kind: 'read';
      readonly raw: readonly Uint8Array[];
      readonly fallbackCharset: string;
      readonly longestText: number;
      /** Used in place of the key if the mail has none. */
      readonly spareKey?: string | undefined;
    }
  | {
      readonly kind: 'prove';
      readonly raw: readonly Uint8Array[];
      readonly origin: Origin;
      readonly address: string;
      readonly options: ProofOptions;
    };

type TaskResults = { hash: Uint8Array; read: ReadResult; prove: Alignment };
export type TaskResult<T extends Task> = TaskResults[T['kind']];

export async function perform(task: Task): Promise<TaskResult<Task>> {
  if (task.kind === 'hash') return hashOf(task.raw);
  if (task.kind === 'read') return read(task);
  const { origin, address, options } = task;
  const mail = { ...origin, raw: Buffer.concat(task.raw) };
  return proveFrom(mail, address, createResolver(options), options.emailProofSeconds * 1_000);
}

function hashOf(raw: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const piece of raw) hash.update(piece);
  return Uint8Array.from(hash.digest());
}

/** One more than any request may have: the others are not needed to refuse it. */
const mostDestinations = 10_001;

async function read(task: Extract<Task, { kind: 'read' }>): Promise<ReadResult> {
  const { raw, fallbackCharset, longestText, spareKey } = task;
  try {
    const { text, ...mail } = await readMail(Buffer.concat(raw), { fallbackCharset });
    const reading = readRequest(text, { subject: mail.subject, spareKey });
    if (reading.outcome === 'request') reading.request.destinations.splice(mostDestinations);
    const key = 'key' in reading ? reading.key : undefined;
    const textHash = hashOf(key === undefined ? [] : [Buffer.from(text.replaceAll(/\s+/g, ''))]);
    // Quoted older requests may contain other keys.
    return { mail: { ...mail, text: shown(text, longestText, key) }, reading, textHash };
  } catch (error) {
    if (error instanceof MailRefused) return { refused: error.message };
    throw error;
  }
}
