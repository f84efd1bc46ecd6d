import { ImapFlow } from 'imapflow';
import type { Mailbox } from './imap-url.ts';

export function imapClient({ host, port, secure, loopback, user, password }: Mailbox, mostBytes: number): ImapFlow {
  return new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    tls: { rejectUnauthorized: !loopback },
    logger: false,
    clientInfo: { name: 'Hermod', version: false, vendor: false, 'support-url': false },
    // Commands of one round follow each other immediately; IDLE begins after them.
    autoIdleDelay: 100,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    // We send a command at least every 30 s: a server that has not answered by then is gone.
    socketTimeout: 60_000,
    maxLiteralSize: mostBytes * 2,
    disableCompression: true,
  });
}

/** The address of the mailbox's server; only the library's types hide its socket. */
export function serverOf(client: ImapFlow): string | undefined {
  return (client as unknown as { socket?: { remoteAddress?: string } }).socket?.remoteAddress;
}

export async function logOut(client: ImapFlow): Promise<void> {
  const tooLong = setTimeout(() => client.close(), 2_000);
  await client.logout().catch(() => {});
  clearTimeout(tooLong);
}
