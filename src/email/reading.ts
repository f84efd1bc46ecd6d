import { type EmailReading, readRequest } from '../domain/email2sms.ts';
import type { IncomingMail } from './incoming.ts';
import { type Mail, MailRefused, readMail } from './mime.ts';
import { type Alignment, createResolver, proveFrom } from './proof.ts';

/** A mail as it was read, with what its tags ask for; or why nobody can have meant it. */
export type Read = { readonly mail: Mail; readonly reading: EmailReading } | { readonly refused: string };

/** The work on a mail whose cost its writer decides. It runs in a thread of its own, and is called without one by tests. */
export type Task =
  | { readonly kind: 'read'; readonly raw: Uint8Array; readonly fallbackCharset: string }
  | {
      readonly kind: 'prove';
      readonly mail: IncomingMail;
      readonly address: string;
      readonly dnsServers: string[] | undefined;
    };

export type Done<T extends Task> = T extends { kind: 'read' } ? Read : Alignment;

export function perform(task: Task): Promise<Read | Alignment> {
  return task.kind === 'read' ? read(task.raw, task.fallbackCharset) : prove(task);
}

/** No request may have as many, so nobody needs to know the others. */
const mostDestinations = 10_001;

export async function read(raw: Uint8Array, fallbackCharset: string): Promise<Read> {
  try {
    const mail = await readMail(raw, { fallbackCharset });
    const reading = readRequest(mail.text);
    if (reading.outcome === 'request') reading.request.destinations.splice(mostDestinations);
    return { mail, reading };
  } catch (error) {
    if (error instanceof MailRefused) return { refused: error.message };
    throw error;
  }
}

function prove({ mail, address, dnsServers }: Extract<Task, { kind: 'prove' }>): Promise<Alignment> {
  const { raw } = mail;
  // Bytes that came from another thread are no Buffer any more.
  const received = { ...mail, raw: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength) };
  return proveFrom(received, address, createResolver({ dnsServers }));
}
