import { isUtf8 } from 'node:buffer';
import { MailRefused } from './refused.ts';

export type Header = { readonly name: string; readonly value: string };

/** Long chains of `Received` and signatures stay below 100 headers and 100 KiB. */
const mostBytes = 512 * 1_024;
const mostHeaders = 2_000;

/** Enough to see whether a line begins with the name of a header. */
const longestName = 1_000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const fieldStart = /^[!-9;-~]+[ \t]*:/;

/**
 * The headers at the start of a message or part, unfolded, and where its body begins. Lines that are no header are
 * passed over; if not even the first one is, all of it is body. A mailbox's `From ` line before the headers is none.
 */
export function readHeaders(bytes: Buffer): { headers: Header[]; bodyStart: number } {
  if (!startsWithHeaders(bytes)) return { headers: [], bodyStart: 0 };
  const bodyStart = endOfHeaders(bytes);
  const block = bytes.subarray(0, bodyStart);
  const lines = block.toString(isUtf8(block) ? 'utf8' : 'latin1').split(/\r\n|\n|\r/);
  return { headers: unfold(lines), bodyStart };
}

function startsWithHeaders(bytes: Buffer): boolean {
  const start = bytes.subarray(0, longestName).toString('latin1');
  return fieldStart.test(start) || /^(?:>?From |\r?\n)/.test(start);
}

/**
 * Behind the first empty line. A carriage return alone breaks a line but ends no headers: a second From must not hide
 * from us where others still see a header.
 */
function endOfHeaders(bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) {
    if (at > mostBytes) throw new MailRefused(`more than ${mostBytes / 1_024} KiB of headers`);
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) break;
    if (end === at || (end === at + 1 && bytes[at] === carriageReturn)) return end + 1;
    at = end + 1;
  }
  if (bytes.length > mostBytes) throw new MailRefused(`more than ${mostBytes / 1_024} KiB of headers`);
  return bytes.length;
}

function unfold(lines: readonly string[]): Header[] {
  const headers: { name: string; value: string }[] = [];
  let current: { name: string; value: string } | undefined;
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (current) current.value += line;
    } else {
      current = headerOn(line);
      if (current && headers.push(current) > mostHeaders) throw new MailRefused(`more than ${mostHeaders} headers`);
    }
  }
  return headers.map(({ name, value }) => ({ name, value: value.trim() }));
}

function headerOn(line: string): { name: string; value: string } | undefined {
  if (!fieldStart.test(line)) return undefined;
  const colon = line.indexOf(':');
  return { name: line.slice(0, colon).trimEnd(), value: line.slice(colon + 1) };
}

/** All values of a header, whose name is given in lower case. */
export function valuesOf(headers: readonly Header[], name: string): string[] {
  return headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value);
}
