import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

type SmtpPath = { readonly address: string; readonly parameters: ReadonlyMap<string, string> };

/** Characters that must not reach records, headers and logs. */
const unsafe = /[\p{Cc}\u200b\u2060\ufeff]/u;
/** A source route before the address must be accepted and should be ignored (RFC 5321, appendix C). */
const route = /^@[^:]*:/;

/** Reads what follows `MAIL FROM:` or `RCPT TO:`; undefined if it is not an address in angle brackets. */
export function readPath(text: string): SmtpPath | undefined {
  const [path = '', ...words] = text.trim().split(/\s+/);
  if (!path.startsWith('<') || path.indexOf('>') !== path.length - 1 || unsafe.test(text)) return undefined;
  const address = path.slice(1, -1).replace(route, '');
  const at = address.indexOf('@');
  const isAddress = at > 0 && at < address.length - 1 && at === address.lastIndexOf('@') && !address.includes('<');
  if (address !== '' && !isAddress && address.toLowerCase() !== 'postmaster') return undefined;
  const parameters = new Map(words.map(splitAt));
  return parameters.size === words.length ? { address: readable(address, at), parameters } : undefined;
}

function readable(address: string, at: number): string {
  const domain = address.slice(at + 1);
  return at > 0 ? `${address.slice(0, at)}@${domainToUnicode(domain) || domain}` : address;
}

const forwardNames = ['NAME', 'ADDR', 'PORT', 'PROTO', 'HELO', 'IDENT', 'SOURCE'];
export const forwardFeature = `XFORWARD ${forwardNames.join(' ')}`;

/** Reads the attributes of XFORWARD, in xtext; undefined if one of them is not valid. Unavailable values are left out. */
export function readForward(text: string): Map<string, string> | undefined {
  const attributes = new Map<string, string>();
  for (const word of text.trim().split(/\s+/)) {
    const [name, encoded] = splitAt(word);
    const value = encoded.replaceAll(/\+([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (!forwardNames.includes(name) || unsafe.test(value)) return undefined;
    if (value === '' || value.toUpperCase() === '[UNAVAILABLE]') continue;
    const given = name === 'ADDR' ? value.replace(/^IPV6:/i, '') : value;
    if (name === 'ADDR' && isIP(given) === 0) return undefined;
    attributes.set(name, given);
  }
  return attributes;
}

function splitAt(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  return at < 0 ? [word.toUpperCase(), ''] : [word.slice(0, at).toUpperCase(), word.slice(at + 1)];
}
