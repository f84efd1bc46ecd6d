const least = 12;
const most = 200;

/** What is wrong with a new password, in words that follow its name. Length is what counts; nothing else is asked for. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed()) return 'must be a text';
  const { length } = [...password];
  return length < least || length > most ? `must have ${least} to ${most} characters` : undefined;
}

/** The same letter can be typed in several ways, depending on the keyboard and the system. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}
