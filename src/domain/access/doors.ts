/** The compatibility APIs that an account can use; each is off until an operator enables it. */
export const compatApis = ['kannel', 'jasmin', 'twilio'] as const;
export type ApiName = (typeof compatApis)[number];

/** The API key in a password of a compatibility API; some clients omit the dashes. Undefined if it is not a key. */
export function keyWritten(password: string): string | undefined {
  const digits = /^[0-9a-f]{32}$/i.test(password) ? password : undashed(password);
  return digits?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function undashed(text: string): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.replaceAll('-', '') : undefined;
}

/** Whether a user name is this id: with dashes, without them, or with a two-letter prefix as in Twilio. */
export function isNamed(user: string, id: string, prefix = 'AC'): boolean {
  const digits = id.replaceAll('-', '');
  const given = user.toLowerCase();
  return given === id || given === digits || user === prefix + digits;
}
