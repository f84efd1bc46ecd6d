/** An e-mail as it came in, by either way. */
export type IncomingMail = {
  readonly raw: Buffer;
  /** Where `raw` is only its beginning. */
  readonly size?: number | undefined;
  readonly via: 'SMTP' | 'IMAP';
  /** Address of whoever handed it over to us: the SMTP client, or the server of the mailbox. */
  readonly peer: string | undefined;
  readonly helo: string | undefined;
  /** Empty for `<>`; undefined where a mailbox does not say. */
  readonly envelopeFrom: string | undefined;
};

/** What became of it. It is said after the commit, so whoever hears it may let go of the e-mail. */
export type Verdict =
  | { readonly outcome: 'processed' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string };
