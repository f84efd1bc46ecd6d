import { isUtf8 } from 'node:buffer';
import type { Header } from './part-headers.ts';
import { MailRefused } from './refused.ts';

/** A header as it was read, and the bytes that it was read from, with CRLF between its lines and none behind it. */
export type Field = Header & { readonly bytes: Buffer };
export type Head = { readonly fields: readonly Field[]; readonly bodyStart: number };

/** Above what mail servers write and pass on: long chains of `Received` stay below 100 headers and 100 KiB. */
const most = { bytes: 256 * 1_024, fields: 1_000, fieldBytes: 64 * 1_024, fieldLines: 2_000, lines: 5_000 };

const [tab, lineFeed, carriageReturn, space, colon] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];

/**
 * The headers of a whole mail. There is one way to read them: what two programs could read differently is refused, since
 * the one that checks a signature must see the same headers as the one that sends the SMS. So a line is a header, or
 * continues one, or ends the headers; a name stands on one line with its colon; a carriage return stands only before a line
 * feed. A mailbox's `From ` line before the headers is none. A mail that does not begin with a header has none.
 */
export function readHead(raw: Buffer): Head {
  const start = isMailboxLine(raw) ? raw.indexOf(lineFeed) + 1 : 0;
  if (nameEnd(raw, start) === undefined && !isEmptyLine(raw, start)) return { fields: [], bodyStart: start };
  const { lines, bodyStart } = linesOf(raw, start);
  const isText = isUtf8(raw.subarray(start, bodyStart));
  const fields = grouped(raw, lines).map((group) => fieldOf(raw, group, isText ? 'utf8' : 'latin1'));
  return { fields, bodyStart };
}

/** From its first byte to the one behind its last, without its line end. */
type Line = { readonly start: number; readonly end: number };

function linesOf(raw: Buffer, start: number): { lines: Line[]; bodyStart: number } {
  const lines: Line[] = [];
  for (let at = start; at < raw.length; ) {
    const found = raw.indexOf(lineFeed, at);
    const next = found < 0 ? raw.length : found + 1;
    if (next - start > most.bytes) throw new MailRefused(`more than ${most.bytes / 1_024} KiB of headers`);
    const end = found < 0 ? next : found - (raw[found - 1] === carriageReturn && found > at ? 1 : 0);
    if (end === at) return { lines, bodyStart: next };
    const line = raw.subarray(at, end);
    if (line.includes(carriageReturn) || line.includes(0)) throw new MailRefused('a control character in a header');
    if (lines.push({ start: at, end }) > most.lines) throw new MailRefused(`more than ${most.lines} lines of headers`);
    at = next;
  }
  return { lines, bodyStart: raw.length };
}

function grouped(raw: Buffer, lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    if (nameEnd(raw, line.start, line.end) !== undefined) groups.push([line]);
    else if (isBlank(raw[line.start]) && groups.length > 0) groups.at(-1)!.push(line);
    else throw new MailRefused('a line among the headers that is no header');
    if (groups.length > most.fields) throw new MailRefused(`more than ${most.fields} headers`);
    if (groups.at(-1)!.length > most.fieldLines)
      throw new MailRefused(`a header of more than ${most.fieldLines} lines`);
  }
  return groups;
}

function fieldOf(raw: Buffer, lines: readonly Line[], encoding: 'utf8' | 'latin1'): Field {
  const [{ start }, { end }] = [lines[0]!, lines.at(-1)!];
  if (end - start > most.fieldBytes) throw new MailRefused(`a header of more than ${most.fieldBytes / 1_024} KiB`);
  const texts = lines.map((line) => raw.toString('latin1', line.start, line.end));
  const bytes = Buffer.from(texts.join('\r\n'), 'latin1');
  const text = Buffer.from(texts.join(''), 'latin1').toString(encoding);
  const end0 = text.indexOf(':');
  return { name: text.slice(0, end0).trimEnd(), value: text.slice(end0 + 1).trim(), bytes };
}

/** Behind the name that a line begins with, if a colon follows it; blanks may stand between (RFC 5322, 4.5). */
function nameEnd(raw: Buffer, start: number, end = raw.length): number | undefined {
  let at = start;
  while (at < end && raw[at]! > space && raw[at]! < 0x7f && raw[at] !== colon) at++;
  const behind = at;
  while (isBlank(raw[at])) at++;
  return behind > start && at < end && raw[at] === colon ? behind : undefined;
}

function isMailboxLine(raw: Buffer): boolean {
  return /^>?From [^\r\n]*\r?\n/.test(raw.toString('latin1', 0, 1_000));
}

function isEmptyLine(raw: Buffer, at: number): boolean {
  return raw[at] === lineFeed || (raw[at] === carriageReturn && raw[at + 1] === lineFeed);
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}
