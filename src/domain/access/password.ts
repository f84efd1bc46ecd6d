const least = 12;
const most = 200;

/** What is wrong with a new password, as a phrase that follows the field's name. Only the length is checked. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed()) return 'must be a text';
  const { length } = [...password];
  return length < least || length > most ? `must have ${least} to ${most} characters` : undefined;
}

/** Keyboards and operating systems encode the same letter in different ways. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}
