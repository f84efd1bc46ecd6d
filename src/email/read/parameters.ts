export type Structured = { readonly value: string; readonly parameters: ReadonlyMap<string, string> };

const longest = 8_192;

/**
 * A header such as `text/plain; charset="utf-8"`, read as leniently as malformed headers in real mail require. Of a parameter that occurs
 * twice the first value counts; libmime takes the last, and does not know comments.
 */
export function readStructured(header: string): Structured {
  const text = header.slice(0, longest);
  const value = /^[^\s;,(]*/.exec(text)![0];
  const raw = new Map<string, string>();
  for (let at = value.length; at < text.length; ) {
    const parameter = parameterAt(text, skipBetween(text, at));
    if (parameter.name !== '' && !raw.has(parameter.name)) raw.set(parameter.name, parameter.value);
    at = Math.max(at + 1, parameter.next);
  }
  return { value: value.toLowerCase(), parameters: joined(raw) };
}

/** White space, separators and comments. */
function skipBetween(text: string, start: number): number {
  let at = start;
  let depth = 0;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0 && !/[\s;,]/.test(character)) break;
  }
  return at;
}

const name = /[^\s=;"]*/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const token = /"?([^\s;"]*)/y; // a quotation mark without its end is not a quotation mark

function parameterAt(text: string, start: number): { name: string; value: string; next: number } {
  const key = match(name, text, start)!;
  const sign = match(equals, text, start + key[0].length);
  if (!sign) return { name: '', value: '', next: start + Math.max(1, key[0].length) };
  const from = start + key[0].length + sign[0].length;
  const whole = match(quoted, text, from);
  const value = whole ?? match(token, text, from)!;
  const content = whole ? value[1]!.replace(/\\(.)/g, '$1') : value[1]!;
  return { name: key[0].toLowerCase(), value: content, next: from + value[0].length };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Joins values that were split or percent-encoded (RFC 2231): `boundary*0=a; boundary*1=b`. */
function joined(raw: ReadonlyMap<string, string>): Map<string, string> {
  const whole = new Map<string, string>();
  for (const [key, value] of raw) {
    const [base, number, star] = key.split('*');
    if (number === undefined || base === '') whole.set(key, value);
    else if (number === '' || number === '0') whole.set(base!, pieces(raw, base!, value, number === '' || star === ''));
  }
  return whole;
}

function pieces(raw: ReadonlyMap<string, string>, base: string, first: string, isEncoded: boolean): string {
  let value = isEncoded ? unescaped(first.replace(/^[^']*'[^']*'/, '')) : first;
  for (let index = 1; ; index++) {
    const plain = raw.get(`${base}*${index}`);
    const encoded = raw.get(`${base}*${index}*`);
    if (plain === undefined && encoded === undefined) return value;
    value += plain ?? unescaped(encoded!);
  }
}

/** Boundaries and names of charsets are ASCII, so the declared charset does not matter. */
function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
