import type { ImapFlowError } from 'imapflow';

/** Why the mailbox cannot be read, and what to do. Texts of the server and the library are not repeated: they may contain secrets. */
export type MailboxFailure = {
  readonly text: string;
  readonly code: string | undefined;
  readonly unreachable: boolean;
};

export class ReadOnlyMailbox extends Error {
  constructor() {
    super('no flags can be stored in the mailbox');
    this.name = 'ReadOnlyMailbox';
  }
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/;

export function failureOf(error: ImapFlowError): MailboxFailure {
  const code = error.serverResponseCode ?? error.code;
  const fault = (text: string) => ({ text, code, unreachable: false });
  if (error instanceof ReadOnlyMailbox) {
    return fault(
      'the mailbox does not allow processed e-mails to be marked, so it is not read; give the user the right to set flags',
    );
  }
  if (error.authenticationFailed) return fault('the mail server refuses the user or the password');
  if (error.mailboxMissing) return fault('the mailbox does not exist; create it, or name another one');
  if (certificateCodes.test(code ?? '')) {
    return fault('the certificate of the mail server is not trusted; only on this machine may it be self-signed');
  }
  if (error.responseStatus !== undefined) return fault('the mail server refuses what is asked of it');
  return { text: 'the mail server cannot be reached, or has closed the connection', code, unreachable: true };
}
