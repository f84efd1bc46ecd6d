import { readStructured, type Structured } from './parameters.ts';
import { type Header, readHeaders, valuesOf } from './part-headers.ts';
import { MailRefused } from './refused.ts';

export type Part = {
  readonly type: string;
  readonly parameters: Structured['parameters'];
  readonly encoding: string;
  /** Attached, not written: a file by its name or by what its header says, or a message that was passed on. */
  readonly isAttachment: boolean;
  readonly body: Buffer;
  readonly parts: readonly Part[];
};

const mostParts = 1_000;
const deepest = 20;
/** Every multipart is searched for its borders; nobody wraps all of a large mail this often. */
const mostCopies = 6;
const leastSearched = 2 ** 20;

/** A message taken apart. Bodies are views of its bytes, not yet decoded. */
export function readParts(headers: readonly Header[], body: Buffer): Part {
  const mostSearched = leastSearched + mostCopies * body.length;
  return partOf(headers, body, {
    defaultType: 'text/plain',
    depth: 0,
    counted: { parts: 0, searched: 0, mostSearched },
  });
}

type Counted = { parts: number; searched: number; readonly mostSearched: number };
type Place = { readonly defaultType: string; readonly depth: number; readonly counted: Counted };

function partOf(headers: readonly Header[], body: Buffer, place: Place): Part {
  const { defaultType, depth, counted } = place;
  if (depth > deepest) throw new MailRefused(`more than ${deepest} multiparts inside each other`);
  if (++counted.parts > mostParts) throw new MailRefused(`more than ${mostParts} parts`);
  const content = readStructured(valuesOf(headers, 'content-type')[0] ?? '');
  const type = /^[^/]+\/[^/]+$/.test(content.value) ? content.value : defaultType;
  if (type.startsWith('multipart/')) counted.searched += body.length;
  if (counted.searched > counted.mostSearched)
    throw new MailRefused(`a large mail inside more than ${mostCopies} multiparts`);
  const bodies = type.startsWith('multipart/') ? bodiesOf(body, content.parameters.get('boundary')) : [];
  const below = {
    defaultType: type === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
    depth: depth + 1,
    counted,
  };
  // What calls itself a multipart and has no border is read as text, and so is a whole mail of some other kind of text
  // (RFC 2046, 4.1.4).
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
      const part = readHeaders(bytes);
      return partOf(part.headers, bytes.subarray(part.bodyStart), below);
    }),
  };
}

/** A name makes a file of a part, but not of a whole mail. */
function isAttachment(headers: readonly Header[], { parameters }: Structured, depth: number): boolean {
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

/** What stands between the lines that hold the boundary; the last part may lack its end. */
function split(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  let partStart = -1;
  for (const border of borders(body, Buffer.from(`--${boundary}`))) {
    if (partStart >= 0) parts.push(body.subarray(partStart, Math.max(partStart, border.start)));
    if (parts.length > mostParts) throw new MailRefused(`more than ${mostParts} parts`);
    partStart = border.isLast ? -1 : border.next;
    if (border.isLast) break;
  }
  if (partStart >= 0) parts.push(body.subarray(partStart));
  return parts;
}

type Border = { start: number; next: number; isLast: boolean };

function* borders(body: Buffer, delimiter: Buffer): Generator<Border> {
  const onNextLine = Buffer.concat([Buffer.from('\n'), delimiter]);
  const startsWithOne = body.subarray(0, delimiter.length).equals(delimiter);
  let lineFeed = startsWithOne ? -1 : body.indexOf(onNextLine);
  while (lineFeed >= 0 || (startsWithOne && lineFeed === -1)) {
    const border = borderAt(body, lineFeed, lineFeed + onNextLine.length);
    if (border) yield border;
    const next = body.indexOf(onNextLine, lineFeed + 1);
    if (next < 0) return;
    lineFeed = next;
  }
}

/** A border is a line of the boundary alone, with two dashes behind the last one; blanks may follow. */
function borderAt(body: Buffer, lineFeed: number, behind: number): Border | undefined {
  const isLast = body[behind] === 0x2d && body[behind + 1] === 0x2d;
  let end = isLast ? behind + 2 : behind;
  while (body[end] === 0x20 || body[end] === 0x09 || body[end] === 0x0d) end++;
  if (end < body.length && body[end] !== 0x0a) return undefined;
  const start = body[lineFeed - 1] === 0x0d ? lineFeed - 1 : lineFeed;
  return { start: Math.max(0, start), next: Math.min(body.length, end + 1), isLast };
}
