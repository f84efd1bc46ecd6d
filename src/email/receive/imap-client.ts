import { ImapFlow, type ImapFlowError, type SearchObject } from 'imapflow';

/** Where the mailbox is, from `imap(s)://user:password@host:port/MAILBOX`. */
export type Mailbox = {
  readonly host: string;
  readonly port: number;
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

/** No flags can be stored in the mailbox. */
export class ReadOnlyMailbox extends Error {}

/** Why the mailbox cannot be read, and what to do. Texts of the server and the library are not repeated: they may contain secrets. */
export function failureOf(error: ImapFlowError): { text: string; code: string | undefined; unreachable: boolean } {
  const code = error.serverResponseCode ?? error.code;
  const text = textOf(error, code);
  return text === undefined
    ? { text: 'the mail server cannot be reached, or has closed the connection', code, unreachable: true }
    : { text, code, unreachable: false };
}

function textOf(error: ImapFlowError, code: string | undefined): string | undefined {
  if (error instanceof ReadOnlyMailbox)
    return 'the mailbox does not allow processed e-mails to be marked, so it is not read; give the user the right to set flags';
  if (error.authenticationFailed) return 'the mail server refuses the user or the password';
  if (error.mailboxMissing) return 'the mailbox does not exist; create it, or name another one';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/.test(code ?? ''))
    return 'the certificate of the mail server is not trusted; only on this machine may it be self-signed';
  return error.responseStatus === undefined ? undefined : 'the mail server refuses what is asked of it';
}

/** The flags that mark processed e-mails. They are in the mailbox, so they survive the loss of this service. */
export type MailFlags = {
  readonly processed: readonly string[];
  readonly rejected: readonly string[];
  readonly unmarked: SearchObject;
  isMarked(flags: ReadonlySet<string>): boolean;
};

const processedKeyword = '$HermodProcessed';
const rejectedKeyword = '$HermodRejected';

/**
 * The flags that this mailbox can store: our keywords and `\Seen`, or `\Seen` alone (opened e-mails then count as processed), and
 * `\Flagged` for rejected e-mails. Undefined if it stores neither.
 */
export function flagsFor(permanentFlags: ReadonlySet<string> | undefined): MailFlags | undefined {
  const may = (flag: string) =>
    permanentFlags?.has(flag) || (!flag.startsWith('\\') && permanentFlags?.has('\\*')) || false;
  if (may(processedKeyword)) {
    return {
      processed: [processedKeyword, '\\Seen'].filter(may),
      rejected: [processedKeyword, rejectedKeyword, '\\Seen'].filter(may),
      unmarked: { unKeyword: processedKeyword, deleted: false },
      isMarked: (flags) => flags.has(processedKeyword),
    };
  }
  // A server that does not list them (RFC 3501 allows that) stores at least the standard flags.
  const standard = ['\\Seen', '\\Flagged'].filter((flag) => permanentFlags === undefined || may(flag));
  if (standard[0] !== '\\Seen') return undefined;
  return {
    processed: ['\\Seen'],
    rejected: standard,
    unmarked: { seen: false, deleted: false },
    isMarked: (flags) => flags.has('\\Seen'),
  };
}
