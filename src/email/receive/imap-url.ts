/** Where the mailbox is, from `imap(s)://user:password@host:port/MAILBOX`. */
export type Mailbox = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
  /** The connection does not leave this machine, so a self-signed certificate is accepted. */
  readonly loopback: boolean;
  readonly user: string;
  readonly password: string;
  readonly path: string;
};

export function readMailboxUrl(text: string): Mailbox {
  const url = new URL(text);
  const secure = url.protocol === 'imaps:';
  const host = decodeURIComponent(url.hostname)
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return {
    host,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    loopback: host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    path: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}
