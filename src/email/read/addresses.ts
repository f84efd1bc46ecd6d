/**
 * The addresses of a From header, read strictly (RFC 5322): what stands in quotation marks, comments and encoded words is
 * never one. Whoever writes a bare address where a name belongs, `a@x <b@y>`, has named both. Nothing at all comes of a
 * header that has an @ which is part of no address, or breaks the syntax otherwise.
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

type Token = { readonly kind: 'atom' | 'quoted' | 'literal' | 'special'; readonly text: string };

const white = /[ \t]+/y;
const atom = /[^ \t()<>[\]:;@\\,"]+/y;
const quoted = /"(?:[^"\\]|\\.)*"/y;
const literal = /\[[^[\]\\]*\]/y;

function tokenize(header: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < header.length; ) {
    const end = endOfComment(header, at) ?? endOf(white, header, at);
    if (end === undefined) {
      const token = tokenAt(header, at);
      if (!token) return undefined;
      tokens.push(token);
    }
    at = end ?? at + tokens.at(-1)!.text.length;
  }
  return tokens;
}

function tokenAt(header: string, at: number): Token | undefined {
  for (const [kind, pattern] of [
    ['atom', atom],
    ['quoted', quoted],
    ['literal', literal],
  ] as const) {
    const end = endOf(pattern, header, at);
    if (end !== undefined) return { kind, text: header.slice(at, end) };
  }
  const text = header.charAt(at);
  return '<>:;@,'.includes(text) ? { kind: 'special', text } : undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Comments nest. One that does not end is left to fail as a token. */
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

/** The tokens between commas; a group's name and its signs fall away, its members stay. */
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

/** The addresses of one element: none in a mere name, undefined where there should be one. */
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

/** `"alice"@x` and `alice@x` are the same address; quotation marks stay where they are needed. */
function unquoted(local: string): string {
  const plain = /^"([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)"$/.exec(local);
  return plain ? plain[1]! : local;
}
