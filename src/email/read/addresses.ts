import { domainToASCII } from 'node:url';

/**
 * The addresses of a From header, read strictly (RFC 5322): quoted text, comments and encoded words are never addresses; `a@x <b@y>` holds
 * two. Any syntax error, or an `@` outside of an address, yields no address at all.
 */
export function readAddresses(header: string): string[] {
  if (header.length > longestHeader || /[\p{Cc}--[\t\u0080-\u009f]]/v.test(header)) return [];
  const tokens = tokenize(header);
  if (!tokens) return [];
  const found: string[] = [];
  for (const words of elementsOf(tokens)) {
    const addresses = addressesIn(words);
    if (!addresses) return [];
    found.push(...addresses);
  }
  return [...new Set(found)];
}

const longestHeader = 10_000;

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

/** The tokens between commas; of a group, only the members remain. */
function elementsOf(tokens: readonly Token[]): Token[][] {
  const elements: Token[][] = [[]];
  let isInAngle = false;
  for (const token of tokens) {
    if (isSpecial(token, '<')) isInAngle = true;
    if (isSpecial(token, '>')) isInAngle = false;
    const ends = !isInAngle && (isSpecial(token, ',') || isSpecial(token, ':') || isSpecial(token, ';'));
    if (ends) elements.push([]);
    else elements.at(-1)!.push(token);
  }
  return elements;
}

function isSpecial(token: Token | undefined, text: string): boolean {
  return token?.kind === 'special' && token.text === text;
}

/** The addresses of one element: empty for a name alone, undefined if the syntax is wrong. */
function addressesIn(words: readonly Token[]): string[] | undefined {
  const open = words.findIndex((token) => isSpecial(token, '<'));
  if (open < 0) return bareAddress(words);
  const inside = words.slice(open + 1, -1);
  const address = isSpecial(words.at(-1), '>') ? addressOf(inside) : undefined;
  const named = bareAddress(words.slice(0, open));
  return address === undefined || named === undefined ? undefined : [...named, address];
}

function bareAddress(words: readonly Token[]): string[] | undefined {
  if (!words.some((token) => token.kind === 'special')) return [];
  const address = addressOf(words);
  return address === undefined ? undefined : [address];
}

const domainLabels = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)(?:\.(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-))*$/u;
const dotAtom = /^[^.]+(?:\.[^.]+)*$/;

function addressOf(words: readonly Token[]): string | undefined {
  const [local, at, domain] = words;
  if (words.length !== 3 || !isSpecial(at, '@')) return undefined;
  if (local!.kind === 'atom' ? !dotAtom.test(local!.text) || local!.text.startsWith('=?') : local!.kind !== 'quoted')
    return undefined;
  if (domain!.kind === 'atom' ? !domainLabels.test(domain!.text) : domain!.kind !== 'literal') return undefined;
  return `${unquoted(local!.text)}@${domain!.text.toLowerCase()}`;
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

/** Whether an address can be used in an SMTP command of ours. */
export function isAnswerable(address: string): boolean {
  return address.length <= 254 && /^[^\s<>@"(),:;[\]\\\p{Cc}]+@[^\s<>@"(),:;[\]\\\p{Cc}]+$/u.test(address);
}
