import { domainToASCII } from 'node:url';

/**
 * The addresses of a From header, read strictly (RFC 5322): quoted text, comments and encoded words are never addresses; `a@x <b@y>` holds
 * two. Any syntax error, or an `@` outside of an address, yields no address at all.
 */
export function readAddresses(header: string): string[] {
  if (header.length > longestHeader || /[\p{Cc}--[\t\u0080-\u009f]]/v.test(header)) return [];
  const tokens = tokenize(header);
  if (tokens === undefined) return [];
  // One character per token: the special itself, or the first letter of the kind.
  const shape = tokens.map(({ kind, text }) => (kind === 'special' ? text : kind.charAt(0))).join('');
  if (!list.test(shape)) return [];
  const found = [...shape.matchAll(/@/g)].map(({ index }) => addressOf(tokens[index - 1]!, tokens[index + 1]!));
  return found.includes(undefined) ? [] : [...new Set(found as string[])];
}

const longestHeader = 10_000;

/** Elements between commas, and between the marks of groups: a name or a bare address, and maybe an address in angle brackets. */
const list = /^(?:[aql]*|[aq]@[al])(?:<[aq]@[al]>)?(?:[,:;](?:[aql]*|[aq]@[al])(?:<[aq]@[al]>)?)*$/;

type Token = { readonly kind: string; readonly text: string };

const token =
  /[ \t]+|(?<atom>[^ \t()<>[\]:;@\\,"]+)|(?<quoted>"(?:[^"\\]|\\.)*")|(?<literal>\[[^[\]\\]*\])|(?<special>[<>:;@,])/y;

function tokenize(header: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < header.length; ) {
    token.lastIndex = at;
    const found = token.exec(header);
    const end = found ? token.lastIndex : endOfComment(header, at);
    if (end === undefined) return undefined;
    for (const [kind, text] of Object.entries(found?.groups ?? {})) if (text !== undefined) tokens.push({ kind, text });
    at = end;
  }
  return tokens;
}

/** Comments nest; undefined if there is none here, or it does not end. */
function endOfComment(header: string, start: number): number | undefined {
  if (header.charAt(start) !== '(') return undefined;
  let depth = 0;
  for (let at = start; at < header.length; at++) {
    const character = header.charAt(at);
    if (character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at + 1;
  }
  return undefined;
}

const domainLabels = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)(?:\.(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-))*$/u;
const dotAtom = /^[^.]+(?:\.[^.]+)*$/;

function addressOf(local: Token, domain: Token): string | undefined {
  if (local.kind === 'atom' && (!dotAtom.test(local.text) || local.text.startsWith('=?'))) return undefined;
  if (domain.kind === 'atom' && !domainLabels.test(domain.text)) return undefined;
  return `${unquoted(local.text)}@${domain.text.toLowerCase()}`;
}

/** `"alice"@x` and `alice@x` are the same address; quotation marks remain where they are necessary. */
function unquoted(local: string): string {
  const plain = /^"([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)"$/.exec(local);
  return plain ? plain[1]! : local;
}

/** For comparison: without case, and the domain as it is in DNS. */
export function canonical(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`;
}

export function isAnswerable(address: string): boolean {
  return address.length <= 254 && /^[^\s<>@"(),:;[\]\\\p{Cc}]+@[^\s<>@"(),:;[\]\\\p{Cc}]+$/u.test(address);
}
