/** A mail beyond all limits of real mail: too many parts, too deep, too many headers. Trying again is useless. */
export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MailRefused';
  }
}
