import { BadAnswer, newHead, type ResponseHead, readLineEnd, readResponseHeader, readStatusLine } from './head.ts';

/** Bytes around the body: status line, headers, informational answers, chunk sizes and extensions, trailers. */
const mostHeadBytes = 16 * 1024;
export type ResponseLimits = {
  /** Most bytes of the body that are read, so that an endpoint cannot keep the process busy; a longer answer counts by its status. */
  readonly mostRead: number;
  readonly mostKept: number;
  readonly headers: boolean;
};
/** For webhooks, where only the status matters. */
const little: ResponseLimits = { mostRead: 16 * 1024, mostKept: 4 * 1024, headers: false };
const mostChunk = 2 ** 48;

const nothing = Buffer.alloc(0);
const none: ReadonlyMap<string, string> = new Map();
const LF = 10;
const CR = 13;
const SEMICOLON = 59;

type Phase =
  | 'status line'
  | 'headers'
  | 'counted body'
  | 'body until close'
  | 'chunk size'
  | 'chunk'
  | 'end of chunk'
  | 'trailers'
  | 'done';

/** Reads one HTTP/1.x answer and keeps no given bytes. Throws `BadAnswer`; a status that was read before remains valid. */
export class ResponseReader {
  /** Of the final answer, once its headers are complete. */
  status: number | undefined;
  /** Whether another request may follow on the connection; only true once the answer is `done`. */
  reusable = false;
  readonly #reading: ResponseLimits;
  #head: ResponseHead;
  #phase: Phase = 'status line';
  #headBytes = 0;
  #left = 0;
  #read = 0;
  #keptBytes = 0;
  #kept: Buffer[] | undefined;
  /** An incomplete line, in a buffer that doubles. */
  #pending: Buffer = nothing;
  #pendingBytes = 0;

  constructor(reading: ResponseLimits = little) {
    this.#reading = reading;
    this.#head = newHead(reading.headers);
  }

  get done(): boolean {
    return this.#phase === 'done';
  }

  /** The beginning of the body: of a webhook's answer at least its first 4 KiB. */
  get kept(): readonly Buffer[] | undefined {
    return this.#kept;
  }

  /** Of the final answer; empty unless the reading asks for them. */
  get headers(): ReadonlyMap<string, string> {
    return this.#head.all ?? none;
  }

  get keepsSeconds(): number | undefined {
    return this.#head.keepsSeconds;
  }

  read(chunk: Buffer): void {
    if (this.#pendingBytes > 0) {
      this.#append(chunk);
      // A line that arrives byte by byte is parsed twice, not once per byte.
      if (!chunk.includes(LF) && this.#headBytes + this.#pendingBytes <= mostHeadBytes) return;
    }
    this.#readAll(this.#pendingBytes > 0 ? this.#pending.subarray(0, this.#pendingBytes) : chunk);
  }

  #readAll(bytes: Buffer): void {
    let at = 0;
    while (this.#phase !== 'done') {
      const next = this.#step(bytes, at);
      if (next < 0) break;
      at = next;
    }
    this.#pendingBytes = 0;
    // Bytes after the answer do not belong to any request.
    if (this.#phase === 'done') this.reusable &&= at === bytes.length;
    else if (at < bytes.length) this.#append(bytes.subarray(at));
    if (this.#pendingBytes === 0) this.#pending = nothing;
  }

  #append(bytes: Buffer): void {
    const size = this.#pendingBytes + bytes.length;
    const memory = size <= this.#pending.length ? this.#pending : Buffer.allocUnsafe(size * 2);
    if (memory !== this.#pending) this.#pending.copy(memory, 0, 0, this.#pendingBytes);
    bytes.copy(memory, this.#pendingBytes);
    this.#pending = memory;
    this.#pendingBytes = size;
  }

  /** The peer closed its side. */
  end(): void {
    if (this.#pendingBytes > 0) this.#readAll(this.#pending.subarray(0, this.#pendingBytes));
    if (this.#phase === 'body until close') this.#phase = 'done';
    else if (this.#phase !== 'done') throw new BadAnswer('NO_ANSWER');
  }

  /** The position after what could be read, or -1 if more bytes are needed. */
  #step(bytes: Buffer, at: number): number {
    if (this.#phase === 'counted body' || this.#phase === 'chunk') return this.#readCounted(bytes, at);
    if (this.#phase === 'body until close') return this.#take(bytes, at, bytes.length);
    return this.#phase === 'end of chunk' ? this.#readEndOfChunk(bytes, at) : this.#readLine(bytes, at);
  }

  /** The limit is applied before reading, so that it does not depend on how the bytes are split into chunks. */
  #readLine(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + mostHeadBytes - this.#headBytes);
    const next =
      at === end ? -1 : this.#phase === 'chunk size' ? this.#readSize(bytes, at, end) : this.#readHead(bytes, at, end);
    if (next >= 0) this.#headBytes += next - at;
    else if (end < bytes.length) throw new BadAnswer('HEAD_TOO_LONG');
    return next;
  }

  #readHead(bytes: Buffer, at: number, end: number): number {
    if (bytes[at] !== CR) return this.#readNonEmpty(bytes, at, end);
    const next = readLineEnd(bytes, at, end);
    if (next < 0) return next;
    if (this.#phase === 'headers') this.#begin();
    else if (this.#phase === 'trailers') this.#finish();
    return next;
  }

  #readNonEmpty(bytes: Buffer, at: number, end: number): number {
    if (this.#phase === 'headers') return readResponseHeader(bytes, at, end, this.#head);
    if (this.#phase === 'trailers') return readResponseHeader(bytes, at, end, newHead());
    const next = readStatusLine(bytes, at, end, this.#head);
    if (next >= 0) this.#phase = 'headers';
    return next;
  }

  #begin(): void {
    const { status, length, coding } = this.#head;
    if (status === 101) throw new BadAnswer('NO_ANSWER');
    if (length !== undefined && coding !== undefined) throw new BadAnswer('NOT_HTTP');
    if (status < 200) {
      this.#head = newHead(this.#reading.headers);
      this.#phase = 'status line';
      return;
    }
    this.status = status;
    this.#left = length ?? 0;
    if (status === 204 || status === 304) this.#finish();
    else if (coding === 'chunked') this.#phase = 'chunk size';
    else if (coding !== undefined || length === undefined) this.#phase = 'body until close';
    else if (length === 0) this.#finish();
    else this.#phase = 'counted body';
  }

  #finish(): void {
    const { status, old, closes, keeps, length, coding } = this.#head;
    this.#phase = 'done';
    // The status does not allow a body, but the headers announce one, which may still come.
    const ambiguous = (status === 204 || status === 304) && ((length ?? 0) > 0 || coding !== undefined);
    this.reusable = !(closes || ambiguous) && (old ? keeps && coding === undefined : true);
  }

  #readCounted(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    const next = this.#take(bytes, at, end);
    if (next < 0 || this.#phase === 'done') return next;
    this.#left -= next - at;
    if (this.#left > 0) return next;
    if (this.#phase === 'chunk') this.#phase = 'end of chunk';
    else this.#finish();
    return next;
  }

  #take(bytes: Buffer, at: number, end: number): number {
    if (at === end) return -1;
    const size = Math.min(end - at, this.#reading.mostKept - this.#keptBytes);
    if (size > 0) {
      const copy = Buffer.allocUnsafe(size);
      bytes.copy(copy, 0, at, at + size);
      if (this.#kept === undefined) this.#kept = [copy];
      else this.#kept.push(copy);
      this.#keptBytes += size;
    }
    this.#read += end - at;
    if (this.#read > this.#reading.mostRead) this.#phase = 'done';
    return end;
  }

  #readSize(bytes: Buffer, from: number, end: number): number {
    let at = from;
    let size = 0;
    for (; at < end; at++) {
      const digit = hexDigit(bytes[at]!);
      if (digit < 0) break;
      size = size * 16 + digit;
      if (size > mostChunk) throw new BadAnswer('NOT_HTTP');
    }
    if (at === end) return -1;
    if (at === from || (bytes[at] !== CR && bytes[at] !== SEMICOLON)) throw new BadAnswer('NOT_HTTP');
    const next = readLineEnd(bytes, at, end);
    if (next < 0) return next;
    this.#left = size;
    this.#phase = size === 0 ? 'trailers' : 'chunk';
    return next;
  }

  #readEndOfChunk(bytes: Buffer, at: number): number {
    if (at === bytes.length) return -1;
    if (bytes[at] !== CR) throw new BadAnswer('NOT_HTTP');
    const next = readLineEnd(bytes, at, bytes.length);
    if (next >= 0) this.#phase = 'chunk size';
    return next;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
