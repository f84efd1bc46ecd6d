/** The interfaces of other gateways that an account may be let in by, each off until an operator opens it. */
export const doors = ['kannel', 'jasmin', 'twilio'] as const;
export type DoorName = (typeof doors)[number];

/** An API key as it may be written at a door, where some programs know no dashes; undefined if it is none. */
export function keyWritten(password: string): string | undefined {
  const digits = /^[0-9a-f]{32}$/i.test(password) ? password : undashed(password);
  return digits?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function undashed(text: string): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.replaceAll('-', '') : undefined;
}

/** Whether a user name stands for an id: the id itself, without its dashes, or behind two letters as Twilio writes it. */
export function isNamed(user: string, id: string, prefix = 'AC'): boolean {
  const digits = id.replaceAll('-', '');
  const given = user.toLowerCase();
  return given === id || given === digits || user === prefix + digits;
}
