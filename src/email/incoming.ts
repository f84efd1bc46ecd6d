/** Who brought an e-mail, by either way. */
export type Origin = {
  readonly via: 'SMTP' | 'IMAP';
  /** Address of whoever handed it over to us: the SMTP client, or the server of the mailbox. */
  readonly peer: string | undefined;
  readonly helo: string | undefined;
  /** Empty for `<>`; undefined where a mailbox does not say. */
  readonly envelopeFrom: string | undefined;
};

/** An e-mail as it came in. */
export type IncomingMail = Origin & {
  /** In pieces: they are joined by the thread that reads them. */
  readonly raw: readonly Uint8Array[];
  /** Where `raw` is only its beginning. */
  readonly size?: number | undefined;
};

export function lengthOf(raw: IncomingMail['raw']): number {
  return raw.reduce((sum, { length }) => sum + length, 0);
}

/** What became of it. It is said after the commit, so whoever hears it may let go of the e-mail. */
export type Verdict =
  | { readonly outcome: 'processed' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string };
