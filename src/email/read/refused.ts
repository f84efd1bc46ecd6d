/** A mail beyond the limits of what anybody sends: too many parts, too deep, too many headers. It never gets better. */
export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MailRefused';
  }
}
