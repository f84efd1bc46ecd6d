/** Where an e-mail comes from. */
export type Origin = {
  readonly via: 'SMTP' | 'IMAP';
  /** Address of the SMTP client, or of the mailbox server. */
  readonly peer: string | undefined;
  readonly helo: string | undefined;
  /** Empty for `<>`; undefined if a mailbox does not record it. */
  readonly envelopeFrom: string | undefined;
};

/** An e-mail as it was received. */
export type IncomingMail = Origin & {
  /** In pieces, which are joined by the thread that reads them. */
  readonly raw: readonly Uint8Array[];
  /** Set if `raw` is only its beginning. */
  readonly size?: number | undefined;
};

export function lengthOf(raw: IncomingMail['raw']): number {
  return raw.reduce((sum, { length }) => sum + length, 0);
}

/** The result of an e-mail. It is returned after the commit, so the caller may discard the e-mail unless it is `later`. */
export type IntakeResult =
  | { readonly outcome: 'processed' }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'later'; readonly reason: string };

export type TakeMail = (mail: IncomingMail) => Promise<IntakeResult>;
