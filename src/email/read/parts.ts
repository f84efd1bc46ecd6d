import { type MailHeader, MailRefused, readPartHead, valuesOf } from './headers.ts';

export type Part = {
  readonly type: string;
  readonly parameters: Structured['parameters'];
  readonly encoding: string;
  readonly isAttachment: boolean;
  readonly body: Buffer;
  readonly parts: readonly Part[];
};

const mostParts = 1_000;
const deepest = 20;
/** Each nested multipart is searched again for its boundaries. Real mails do not wrap most of a large mail this often. */
const mostCopies = 6;
const leastSearched = 2 ** 20;

export function readParts(headers: readonly MailHeader[], body: Buffer): Part {
  const mostSearched = leastSearched + mostCopies * body.length;
  const usage = { parts: 0, searched: 0, mostSearched };
  return partOf(headers, body, { defaultType: 'text/plain', depth: 0, usage });
}

type Usage = { parts: number; searched: number; readonly mostSearched: number };
type Position = { readonly defaultType: string; readonly depth: number; readonly usage: Usage };

function partOf(headers: readonly MailHeader[], body: Buffer, position: Position): Part {
  const { defaultType, depth, usage } = position;
  if (depth > deepest) throw new MailRefused(`more than ${deepest} multiparts inside each other`);
  if (++usage.parts > mostParts) throw new MailRefused(`more than ${mostParts} parts`);
  const content = readStructured(valuesOf(headers, 'content-type')[0] ?? '');
  const type = /^[^/]+\/[^/]+$/.test(content.value) ? content.value : defaultType;
  if (type.startsWith('multipart/')) usage.searched += body.length;
  if (usage.searched > usage.mostSearched)
    throw new MailRefused(`a large mail inside more than ${mostCopies} multiparts`);
  const bodies = type.startsWith('multipart/') ? bodiesOf(body, content.parameters.get('boundary')) : [];
  const typeBelow = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  // A multipart without a boundary line is read as text, and so is a whole mail of another text type (RFC 2046, 4.1.4).
  const isPlain = type.startsWith('multipart/')
    ? bodies.length === 0
    : depth === 0 && /^text\/(?!(?:html|calendar)$)/.test(type);
  return {
    type: isPlain ? 'text/plain' : type,
    parameters: content.parameters,
    encoding: readStructured((valuesOf(headers, 'content-transfer-encoding')[0] ?? '').replaceAll('"', '')).value,
    isAttachment: isAttachment(headers, content, depth),
    body,
    parts: bodies.map((bytes) => {
      const { fields, bodyStart } = readPartHead(bytes);
      return partOf(fields, bytes.subarray(bodyStart), { defaultType: typeBelow, depth: depth + 1, usage });
    }),
  };
}

/** A file name makes a part an attachment, but not a whole mail. */
function isAttachment(headers: readonly MailHeader[], { parameters }: Structured, depth: number): boolean {
  const disposition = readStructured(valuesOf(headers, 'content-disposition')[0] ?? '');
  if (disposition.value !== '' && disposition.value !== 'inline') return true;
  return depth > 0 && (disposition.parameters.has('filename') || parameters.has('name'));
}

function bodiesOf(body: Buffer, boundary: string | undefined): Buffer[] {
  const declared = boundary ? split(body, boundary) : [];
  if (declared.length > 0) return declared;
  const guess = /^--(?!-?[ \t]*$)(\S+)[ \t]*$/m.exec(body.subarray(0, 65_536).toString('latin1'))?.[1];
  return guess === undefined ? [] : split(body, guess);
}

function split(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  let partStart = -1;
  for (const line of boundaryLines(body, Buffer.from(`--${boundary}`))) {
    if (partStart >= 0) parts.push(body.subarray(partStart, Math.max(partStart, line.start)));
    if (parts.length > mostParts) throw new MailRefused(`more than ${mostParts} parts`);
    partStart = line.isLast ? -1 : line.next;
    if (line.isLast) break;
  }
  if (partStart >= 0) parts.push(body.subarray(partStart));
  return parts;
}

type BoundaryLine = { start: number; next: number; isLast: boolean };

function* boundaryLines(body: Buffer, delimiter: Buffer): Generator<BoundaryLine> {
  const onNextLine = Buffer.concat([Buffer.from('\n'), delimiter]);
  const startsWithOne = body.subarray(0, delimiter.length).equals(delimiter);
  let lineFeed = startsWithOne ? -1 : body.indexOf(onNextLine);
  while (lineFeed >= 0 || (startsWithOne && lineFeed === -1)) {
    const line = boundaryAt(body, lineFeed, lineFeed + onNextLine.length);
    if (line) yield line;
    const next = body.indexOf(onNextLine, lineFeed + 1);
    if (next < 0) return;
    lineFeed = next;
  }
}

/** A boundary line holds the boundary alone, or with two dashes after it in the last one; blanks may follow. */
function boundaryAt(body: Buffer, lineFeed: number, after: number): BoundaryLine | undefined {
  const isLast = body[after] === 0x2d && body[after + 1] === 0x2d;
  let end = isLast ? after + 2 : after;
  while (body[end] === 0x20 || body[end] === 0x09 || body[end] === 0x0d) end++;
  if (end < body.length && body[end] !== 0x0a) return undefined;
  const start = body[lineFeed - 1] === 0x0d ? lineFeed - 1 : lineFeed;
  return { start: Math.max(0, start), next: Math.min(body.length, end + 1), isLast };
}

type Structured = { readonly value: string; readonly parameters: ReadonlyMap<string, string> };

const longest = 8_192;

/**
 * Reads a header such as `text/plain; charset="utf-8"`. The first of equal parameters counts; libmime takes the last and knows no comments.
 */
export function readStructured(header: string): Structured {
  const text = header.slice(0, longest);
  const value = /^[^\s;,(]*/.exec(text)![0];
  const raw = new Map<string, string>();
  for (let at = value.length; at < text.length; ) {
    parameter.lastIndex = skipBetween(text, at);
    const [whole, name, quoted, token] = parameter.exec(text)!;
    const content = quoted?.replace(/\\(.)/g, '$1') ?? token;
    const key = name!.toLowerCase();
    if (content !== undefined && key !== '' && !raw.has(key)) raw.set(key, content);
    at = Math.max(at, parameter.lastIndex) + (whole === '' ? 1 : 0);
  }
  return { value: value.toLowerCase(), parameters: joined(raw) };
}

const parameter = /([^\s=;"]*)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|"?([^\s;"]*)))?/y;

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
