import { isUtf8 } from 'node:buffer';

/** A mail beyond all limits of real mail: too many parts, too deep, too many headers. Trying again is useless. */
export class MailRefused extends Error {}

export type MailHeader = { readonly name: string; readonly value: string };
/** A header with the bytes it was read from: CRLF between its lines, and no line end after the last one. */
export type MailField = MailHeader & { readonly bytes: Buffer };
export type MailHead = { readonly fields: readonly MailField[]; readonly bodyStart: number };

/** Above what mail servers write and relay: long chains of `Received` stay below 100 headers and 100 KiB. */
const ofMail = {
  bytes: 256 * 1_024,
  fields: 1_000,
  fieldBytes: 64 * 1_024,
  fieldLines: 2_000,
  lines: 5_000,
  /** Refuses everything that two programs could read differently. */
  isStrict: true,
};
type HeadRules = typeof ofMail;
const unlimited = { fieldBytes: Infinity, fieldLines: Infinity, lines: Infinity };
const ofPart: HeadRules = { ...unlimited, bytes: 512 * 1_024, fields: 2_000, isStrict: false };

const [tab, lineFeed, carriageReturn, space, colon] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];
const longestFirstName = 1_000;

/**
 * The headers of a whole mail. What two programs could read differently is refused, because the one that checks a signature must see the
 * same headers as the one that sends the SMS. The `From ` line of an mbox file is skipped; a mail that does not begin with a header has
 * none.
 */
export function readHead(raw: Buffer): MailHead {
  const isMbox = /^>?From [^\r\n]*\r?\n/.test(raw.toString('latin1', 0, 1_000));
  const start = isMbox ? raw.indexOf(lineFeed) + 1 : 0;
  const isEmpty = raw[start] === lineFeed || (raw[start] === carriageReturn && raw[start + 1] === lineFeed);
  return isEmpty || isNameAt(raw, start, raw.length) ? headFrom(raw, start, ofMail) : { fields: [], bodyStart: start };
}

/** The headers of one part. Lines that are not a header are skipped; if the first line is not a header, all of it is body. */
export function readPartHead(part: Buffer): MailHead {
  const isHead =
    isNameAt(part, 0, Math.min(part.length, longestFirstName)) ||
    /^(?:>?From |\r?\n)/.test(part.toString('latin1', 0, 10));
  return isHead ? headFrom(part, 0, ofPart) : { fields: [], bodyStart: 0 };
}

export function valuesOf(headers: readonly MailHeader[], name: string): string[] {
  return headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value);
}

export function messageIdOf(headers: readonly MailHeader[]): string | undefined {
  const value = valuesOf(headers, 'message-id')[0]?.replaceAll(/\s+/g, '');
  // Programs that write empty brackets write them into every mail, so they identify nothing.
  return value === undefined || /^[<>]*$/.test(value) ? undefined : (/<[^<>]+>/.exec(value)?.[0] ?? value);
}

/** The envelope sender recorded by the delivering server: the first `Return-Path`; any other came with the mail. Empty for `<>`. */
export function returnPath(raw: Buffer): string | undefined {
  try {
    const [value] = valuesOf(headFrom(raw.subarray(0, ofMail.bytes), 0, ofPart).fields, 'return-path');
    return value === undefined ? undefined : (/<([^<>]*)>/.exec(value)?.[1] ?? value).trim();
  } catch (error) {
    if (error instanceof MailRefused) return undefined;
    throw error;
  }
}

type Line = { readonly start: number; readonly end: number };

function headFrom(raw: Buffer, start: number, rules: HeadRules): MailHead {
  const { lines, bodyStart } = linesOf(raw, start, rules);
  const encoding = isUtf8(raw.subarray(start, bodyStart)) ? 'utf8' : 'latin1';
  return { fields: grouped(raw, lines, rules).map((group) => fieldOf(raw, group, encoding, rules)), bodyStart };
}

function linesOf(raw: Buffer, start: number, rules: HeadRules): { lines: Line[]; bodyStart: number } {
  const lines: Line[] = [];
  for (let at = start; at < raw.length; ) {
    const found = raw.indexOf(lineFeed, at);
    const next = found < 0 ? raw.length : found + 1;
    if (next - start > rules.bytes) throw new MailRefused(`more than ${rules.bytes / 1_024} KiB of headers`);
    const end = found < 0 ? next : found - (raw[found - 1] === carriageReturn && found > at ? 1 : 0);
    if (end === at) return { lines, bodyStart: next };
    for (const line of physicalLines(raw, at, end, rules)) lines.push(line);
    if (lines.length > rules.lines) throw new MailRefused(`more than ${rules.lines} lines of headers`);
    at = next;
  }
  return { lines, bodyStart: raw.length };
}

/** A lone carriage return breaks a line of a part, but does not end its headers: no header that other programs see may be hidden. */
function* physicalLines(raw: Buffer, start: number, end: number, { isStrict }: HeadRules): Generator<Line> {
  const bytes = raw.subarray(start, end);
  if (isStrict && (bytes.includes(carriageReturn) || bytes.includes(0)))
    throw new MailRefused('a control character in a header');
  let from = 0;
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, from)) {
    yield { start: start + from, end: start + at };
    from = at + 1;
  }
  yield { start: start + from, end };
}

function grouped(raw: Buffer, lines: readonly Line[], rules: HeadRules): Line[][] {
  const groups: Line[][] = [];
  let current: Line[] | undefined;
  for (const line of lines) {
    if (isNameAt(raw, line.start, line.end)) {
      current = [line];
      groups.push(current);
    } else if (current !== undefined && isBlank(raw[line.start]) && line.start < line.end) current.push(line);
    else if (rules.isStrict) throw new MailRefused('a line among the headers that is not a header');
    else current = undefined;
    if (groups.length > rules.fields) throw new MailRefused(`more than ${rules.fields} headers`);
    if ((current?.length ?? 0) > rules.fieldLines)
      throw new MailRefused(`a header of more than ${rules.fieldLines} lines`);
  }
  return groups;
}

function fieldOf(raw: Buffer, lines: readonly Line[], encoding: 'utf8' | 'latin1', rules: HeadRules): MailField {
  const [{ start }, { end }] = [lines[0]!, lines.at(-1)!];
  if (end - start > rules.fieldBytes) throw new MailRefused(`a header of more than ${rules.fieldBytes / 1_024} KiB`);
  const texts = lines.map((line) => raw.toString('latin1', line.start, line.end));
  const bytes = Buffer.from(texts.join('\r\n'), 'latin1');
  const text = Buffer.from(texts.join(''), 'latin1').toString(encoding);
  const nameEnd = text.indexOf(':');
  return { name: text.slice(0, nameEnd).trimEnd(), value: text.slice(nameEnd + 1).trim(), bytes };
}

/** Whether a name and a colon begin here; blanks may be between them (RFC 5322, 4.5). */
function isNameAt(raw: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && raw[at]! > space && raw[at]! < 0x7f && raw[at] !== colon) at++;
  if (at === start) return false;
  while (isBlank(raw[at])) at++;
  return at < end && raw[at] === colon;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}
