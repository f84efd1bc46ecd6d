import { createHash } from 'node:crypto';
import { shown } from '../../domain/access/key-mask.ts';
import { type EmailReading, readRequest } from '../../domain/email2sms/request.ts';
import type { Origin } from '../incoming.ts';
import { type Alignment, type Asking, createResolver, proveFrom } from '../verify/proof.ts';
import { type Mail, MailRefused, readMail } from './mail.ts';

/** A mail as it was read, with what its tags ask for; or why nobody can have meant it. */
export type Read =
  | {
      /** Its text is only as much as may be shown. */
      readonly mail: Mail;
      readonly reading: EmailReading;
      /** Of its whole text, however it was wrapped on the way; only of one with a key, for it takes longer than the reading. */
      readonly textHash: Uint8Array;
    }
  | { readonly refused: string };

/** The work on a mail whose cost its writer decides. It runs in a thread of its own, and is called without one by tests. */
export type Task =
  | { readonly kind: 'hash'; readonly raw: readonly Uint8Array[] }
  | {
      readonly kind: 'read';
      readonly raw: readonly Uint8Array[];
      readonly fallbackCharset: string;
      readonly longestText: number;
      /** Stands for the key of a mail that has none. */
      readonly spareKey?: string | undefined;
    }
  | {
      readonly kind: 'prove';
      readonly raw: readonly Uint8Array[];
      readonly origin: Origin;
      readonly address: string;
      readonly asking: Asking;
    };

type Outcome = { hash: Uint8Array; read: Read; prove: Alignment };
export type Done<T extends Task> = Outcome[T['kind']];

export async function perform(task: Task): Promise<Outcome[Task['kind']]> {
  if (task.kind === 'hash') return hashOf(task.raw);
  if (task.kind === 'read') return read(task);
  const { origin, address, asking } = task;
  const mail = { ...origin, raw: Buffer.concat(task.raw) };
  return proveFrom(mail, address, createResolver(asking), asking.emailProofSeconds * 1_000);
}

function hashOf(raw: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const piece of raw) hash.update(piece);
  return Uint8Array.from(hash.digest());
}

/** No request may have as many, so nobody needs to know the others. */
const mostDestinations = 10_001;

async function read(task: Extract<Task, { kind: 'read' }>): Promise<Read> {
  const { raw, fallbackCharset, longestText, spareKey } = task;
  try {
    const { text, ...mail } = await readMail(Buffer.concat(raw), { fallbackCharset });
    const reading = readRequest(text, { subject: mail.subject, spareKey });
    if (reading.outcome === 'request') reading.request.destinations.splice(mostDestinations);
    const key = 'key' in reading ? reading.key : undefined;
    const textHash = hashOf(key === undefined ? [] : [Buffer.from(text.replaceAll(/\s+/g, ''))]);
    // Older requests may be quoted below, with other keys.
    return { mail: { ...mail, text: shown(text, longestText, key) }, reading, textHash };
  } catch (error) {
    if (error instanceof MailRefused) return { refused: error.message };
    throw error;
  }
}
