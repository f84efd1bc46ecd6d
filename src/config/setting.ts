import { BlockList, isIP } from 'node:net';
import { Problem } from '../base/problem.ts';
import { asksForWritable, hostName, hostsOf } from '../database/hosts.ts';

export type Setting<T> = {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly help: string;
  readonly parse: (text: string) => T;
  /** Never printed, never logged. */
  readonly secret?: boolean;
};

/** Thrown by a parser with what it expects; `value` adds the name and what was found. */
class Expected extends Error {}

export function value<T>(setting: Setting<T>, text: string): T {
  try {
    return setting.parse(text);
  } catch (error) {
    if (!(error instanceof Expected)) throw error;
    const found = setting.secret ? 'its value' : JSON.stringify(text);
    throw new Problem(`${setting.name} is wrong: found ${found}, expected ${error.message}`, 'Change it or unset it');
  }
}

export function text(input: string): string {
  if (input.trim() === '' || /\p{Cc}/u.test(input)) throw new Expected('a text without control characters');
  return input;
}

export function count(least: number, most: number, prefix = '') {
  return (input: string): number => {
    const number = /^\d{1,9}$/.test(input) ? Number(input) : -1;
    if (number < least || number > most) throw new Expected(`${prefix}a whole number from ${least} to ${most}`);
    return number;
  };
}

export function countOr<const T extends string>(word: T, least: number, most: number) {
  const number = count(least, most, `${word} or `);
  return (input: string): T | number => (input === word ? word : number(input));
}

export function fraction(least: number, most: number) {
  return (input: string): number => {
    const number = /^\d{1,6}(\.\d{1,6})?$/.test(input) ? Number(input) : -1;
    if (number < least || number > most) throw new Expected(`a number from ${least} to ${most}`);
    return number;
  };
}

export const port = count(0, 65_535);

export function flag(input: string): boolean {
  if (input === 'true' || input === '1') return true;
  if (input === 'false' || input === '0') return false;
  throw new Expected('true or false');
}

export function oneOf<const T extends string>(...options: T[]) {
  return (input: string): T => {
    const found = options.find((option) => option === input);
    if (found === undefined) throw new Expected(`one of ${options.join(', ')}`);
    return found;
  };
}

export function uuid(input: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(input)) throw new Expected('a UUID');
  return input.toLowerCase();
}

export function token(input: string): string {
  if (!/^[\x21-\x7e]{16,512}$/.test(input)) throw new Expected('16 or more printable characters without spaces');
  return input;
}

export function secretKey(input: string): string {
  if (/^[0-9a-f]{64}$/i.test(input)) return Buffer.from(input, 'hex').toString('base64');
  if (/^[\w+/-]{43}=?$/.test(input)) return Buffer.from(input, 'base64').toString('base64');
  throw new Expected('32 bytes in base64 or hexadecimal digits, as openssl rand -base64 32 prints them');
}

export function url(...schemes: string[]) {
  return (input: string): string => {
    const scheme = URL.canParse(input) ? new URL(input).protocol.slice(0, -1) : '';
    const named = schemes.includes(scheme) && new URL(input).hostname !== '';
    if (!named) throw new Expected(`a URL such as ${schemes[0]}://user:password@host:port`);
    return input;
  };
}

export function imapUrl(input: string): string {
  const expected = new Expected('a URL such as imaps://user:password@host:993/INBOX, percent-encoded');
  const parts = URL.canParse(input) ? new URL(input) : undefined;
  if (parts === undefined || !/^imaps?:$/.test(parts.protocol) || parts.search !== '' || parts.hash !== '')
    throw expected;
  try {
    const [user, password, host] = [parts.username, parts.password, parts.hostname].map(decodeURIComponent);
    decodeURIComponent(parts.pathname);
    if (!user || !password || !host) throw expected;
  } catch {
    throw expected;
  }
  return input;
}

/** SMPP, HTTP, or the simulator. The parameters are checked by the carrier. */
export function carrierUrl(input: string): string {
  return /^(simulator|https?\+[a-z]+):/.test(input) ? input : url('smpp', 'smpps')(input);
}

/** The host is not checked: it may be a (percent-encoded) socket directory, or missing. Several servers are separated by commas. */
export function databaseUrl(input: string): string {
  const hosts = /^postgres(ql)?:\/\//.test(input) ? hostsOf(input) : [];
  const areNamed = hosts.length === 1 || hosts.every((host) => hostName(host) !== '');
  // A user without a host is not a valid URL; the host is then a parameter, or the default socket.
  const areUrls = hosts.every((host) => URL.canParse(host.replace('@/', '@localhost/')));
  if (hosts.length === 0 || !areNamed || !areUrls)
    throw new Expected('a URL such as postgres://user:password@host:5432/database');
  if (!asksForWritable(input)) throw new Expected('target_session_attrs=read-write, since Hermod writes');
  return input;
}

export function emailAddress(input: string): string {
  if (!/^[^\s@"<>]+@[^\s@"<>]+$/.test(input)) throw new Expected('an e-mail address');
  return input.toLowerCase();
}

/** The sender of an SMS: a number, a short code, or a name of up to 11 characters. */
export function sender(input: string): string {
  const known = /^\+?\d{3,15}$/.test(input) || /^(?=.*[A-Za-z])(?! )[A-Za-z0-9 _.&+-]{1,11}(?<! )$/.test(input);
  if (!known) throw new Expected('a phone number, or a name of up to 11 letters and digits');
  return input;
}

/** Comma-separated CIDR ranges or addresses; an address becomes a range of one. `none`: no address. */
export function ranges(input: string): string[] {
  if (input.trim() === 'none') return [];
  return input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(range);
}

function range(input: string): string {
  const [address = '', bits = isIP(address) === 6 ? '128' : '32', ...rest] = input.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  try {
    if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) throw new RangeError(bits);
    new BlockList().addSubnet(address, Number(bits), family);
  } catch {
    throw new Expected(
      `address ranges such as 10.0.0.0/8 or ::1, separated by commas (${JSON.stringify(input)} is invalid)`,
    );
  }
  return `${address}/${bits}`;
}

/** Comma-separated addresses, each with an optional port: 192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:53. */
export function servers(input: string): string[] {
  const parts = input.split(',').map((part) => part.trim());
  for (const part of parts) {
    const address = /^\[(.+)\](?::\d{1,5})?$/.exec(part)?.[1] ?? /^([\d.]+)(?::\d{1,5})?$/.exec(part)?.[1] ?? part;
    if (isIP(address) === 0)
      throw new Expected(`addresses such as 192.0.2.1 or 192.0.2.1:53 (${JSON.stringify(part)} is invalid)`);
  }
  return parts;
}

/** In the format of OpenTelemetry: `name=value`, separated by commas, values percent-encoded. */
export function headers(input: string): Record<string, string> {
  const expected = new Expected('headers such as authorization=Bearer%20token, separated by commas');
  const pairs = input.split(',').map((part) => {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim().toLowerCase();
    if (at === -1 || !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) throw expected;
    try {
      const value = decodeURIComponent(part.slice(at + 1).trim());
      if (/[^\x20-\x7e]/.test(value)) throw expected;
      return [name, value] as const;
    } catch {
      throw expected;
    }
  });
  return Object.fromEntries(pairs);
}

export function bothOrNeither(firstName: string, first: unknown, secondName: string, second: unknown): void {
  if ((first === undefined) === (second === undefined)) return;
  const [there, missing] = first === undefined ? [secondName, firstName] : [firstName, secondName];
  throw new Problem(`${there} is set but ${missing} is not`, `Set ${missing} as well, or unset ${there}`);
}

/** The known name with the smallest edit distance, for "did you mean". */
export function nearest(name: string, known: string[]): string {
  return known.map((other) => ({ other, edits: edits(name, other) })).sort((a, b) => a.edits - b.edits)[0]!.other;
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, swap));
    }
    row = next;
  }
  return row[b.length]!;
}
