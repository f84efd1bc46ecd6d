/** Why an answer could not be read. `request.ts` has a text for each code. */
export class BadAnswer extends Error {
  readonly code: 'NOT_HTTP' | 'HEAD_TOO_LONG' | 'NO_ANSWER';

  constructor(code: BadAnswer['code']) {
    super(code);
    this.name = 'BadAnswer';
    this.code = code;
  }
}

/** What the status line and the headers say about the answer. */
export type ResponseHead = {
  status: number;
  /** HTTP/1.0: closes unless it says otherwise, and has no chunks. */
  old: boolean;
  length: number | undefined;
  /** The last transfer coding; earlier ones do not affect where the body ends. */
  coding: string | undefined;
  closes: boolean;
  keeps: boolean;
  /** From `Keep-Alive: timeout=5`. */
  keepsSeconds: number | undefined;
  /** All headers by their names in lower case, if the caller reads them. */
  all: Map<string, string> | undefined;
};

export const newHead = (keepsAll = false): ResponseHead => ({
  status: 0,
  old: false,
  length: undefined,
  coding: undefined,
  closes: false,
  keeps: false,
  keepsSeconds: undefined,
  all: keepsAll ? new Map() : undefined,
});

const CR = 13;
const LF = 10;
const SPACE = 32;
const COLON = 58;
const ZERO = 48;

const tokens = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const isToken = new Uint8Array(256);
for (let at = 0; at < tokens.length; at++) isToken[tokens.charCodeAt(at)] = 1;
const isText = new Uint8Array(256).fill(1, SPACE);
isText[9] = 1;
isText[127] = 0;

const version = 'HTTP/1.';

/*
 * Each of these reads from `from` up to `end`, and returns the position after what it read, or -1 if more bytes are needed. It throws
 * at the first wrong byte, so a peer that speaks TLS or SSH is detected immediately.
 */

export function readStatusLine(bytes: Buffer, from: number, end: number, head: ResponseHead): number {
  for (let at = 0; at < version.length; at++) {
    if (from + at === end) return -1;
    if (bytes[from + at] !== version.charCodeAt(at)) throw new BadAnswer('NOT_HTTP');
  }
  const minor = from + version.length;
  if (minor + 6 > end) return -1;
  if ((bytes[minor] !== ZERO && bytes[minor] !== ZERO + 1) || bytes[minor + 1] !== SPACE)
    throw new BadAnswer('NOT_HTTP');
  const status = numberIn(bytes, minor + 2, minor + 5);
  const after = bytes[minor + 5];
  if (status === undefined || status < 100 || (after !== SPACE && after !== CR)) throw new BadAnswer('NOT_HTTP');
  head.old = bytes[minor] === ZERO;
  head.status = status;
  return readLineEnd(bytes, minor + 5, end);
}

export function readResponseHeader(bytes: Buffer, from: number, end: number, head: ResponseHead): number {
  let colon = from;
  while (colon < end && isToken[bytes[colon]!] === 1) colon += 1;
  if (colon === end) return -1;
  if (colon === from || bytes[colon] !== COLON) throw new BadAnswer('NOT_HTTP');
  const next = readLineEnd(bytes, colon + 1, end);
  if (next > 0) {
    notice(bytes, from, colon, next - 2, head);
    head.all?.set(textIn(bytes, from, colon), bytes.toString('latin1', colon + 1, next - 2).trim());
  }
  return next;
}

/** The rest of a line. */
export function readLineEnd(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isText[bytes[at]!] === 1) at += 1;
  if (at === end) return -1;
  if (bytes[at] !== CR) throw new BadAnswer('NOT_HTTP');
  if (at + 1 === end) return -1;
  if (bytes[at + 1] !== LF) throw new BadAnswer('NOT_HTTP');
  return at + 2;
}

/** Compares lengths first, which few other headers share, then bytes: making a string would cost more than everything else. */
function notice(bytes: Buffer, from: number, colon: number, lineEnd: number, head: ResponseHead): void {
  const size = colon - from;
  if (size !== 10 && size !== 14 && size !== 17) return;
  let [first, last] = [colon + 1, lineEnd];
  while (first < last && isBlank(bytes[first]!)) first += 1;
  while (last > first && isBlank(bytes[last - 1]!)) last -= 1;
  if (says(bytes, from, colon, 'content-length')) noticeLength(bytes, first, last, head);
  else if (says(bytes, from, colon, 'connection')) noticeConnection(bytes, first, last, head);
  else if (says(bytes, from, colon, 'keep-alive')) head.keepsSeconds = secondsIn(bytes, first, last);
  else if (says(bytes, from, colon, 'transfer-encoding'))
    head.coding = textIn(bytes, first, last).split(',').at(-1)!.trim();
}

/** Whether the bytes are this text of lower-case letters and hyphens, ignoring case. */
function says(bytes: Buffer, from: number, end: number, text: string): boolean {
  if (end - from !== text.length) return false;
  for (let at = 0; at < text.length; at++) {
    const byte = bytes[from + at]!;
    if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== text.charCodeAt(at)) return false;
  }
  return true;
}

function textIn(bytes: Buffer, from: number, end: number): string {
  return bytes.toString('latin1', from, end).toLowerCase();
}

/** A second length, even the same one, is refused: it is how request smuggling makes two servers see different bodies. */
function noticeLength(bytes: Buffer, from: number, end: number, head: ResponseHead): void {
  const length = numberIn(bytes, from, end);
  if (length === undefined || head.length !== undefined) throw new BadAnswer('NOT_HTTP');
  head.length = length;
}

function noticeConnection(bytes: Buffer, from: number, end: number, head: ResponseHead): void {
  if (says(bytes, from, end, 'keep-alive')) {
    head.keeps = true;
    return;
  }
  const options = textIn(bytes, from, end).split(',');
  head.closes ||= options.some((option) => option.trim() === 'close');
  head.keeps ||= options.some((option) => option.trim() === 'keep-alive');
}

/** Usually `timeout` is the only parameter. */
function secondsIn(bytes: Buffer, from: number, end: number): number | undefined {
  const digits = from + 'timeout='.length;
  if (digits < end && says(bytes, from, digits, 'timeout=')) {
    const seconds = numberIn(bytes, digits, end);
    if (seconds !== undefined) return seconds;
  }
  const seconds = /timeout=(\d{1,9})/.exec(textIn(bytes, from, end))?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Digits only, few enough to be an exact number. */
function numberIn(bytes: Buffer, from: number, end: number): number | undefined {
  if (from === end || end - from > 15) return undefined;
  let number = 0;
  for (let at = from; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return number;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === 9;
}
