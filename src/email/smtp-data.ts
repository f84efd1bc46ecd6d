import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { pace } from './pace.ts';

type Done = (error?: Error | null) => void;

/** What the library's parser of one connection has, under names of its own. The version is pinned; a test compares both. */
type Parser = {
  isClosed: boolean;
  _dataStream: NodeJS.WritableStream & { readonly writable: boolean; readonly destroyed: boolean };
  _lastBytes: Buffer | false;
  _atDataStart: boolean;
  _countDataBytes(count: number): void;
  _endDataMode(bytes: Buffer | false, remainder: Buffer, done: Done): void;
};

const dot = 0x2e;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const emptyMail = Buffer.from('.\r\n');
const lineOfDot = Buffer.from('\n.');
/** The longest beginning of `CR LF . CR LF` that can stand at the end of a chunk. */
const longestBeginning = 4;

/**
 * The bytes of a mail with the dots undone that SMTP puts before dots. The library waits for a turn of the event loop at
 * each of them and writes what is before it as a chunk of its own: 8 MB of `..` lines took 21 s of the processor. This
 * writes each chunk as one, and takes the same bytes for the same mail.
 */
export function feedData(this: Parser, given: Buffer, done: Done): void {
  pace.enter(given.length, () => {
    if (this.isClosed) done();
    else feed.call(this, given, done);
  });
}

function feed(this: Parser, given: Buffer, done: Done): void {
  let chunk = this._lastBytes ? Buffer.concat([this._lastBytes, given]) : given;
  this._lastBytes = false;
  if (this._atDataStart && chunk.subarray(0, 3).equals(emptyMail)) {
    this._endDataMode(false, chunk.subarray(3), done);
    return;
  }
  if (this._atDataStart && chunk[0] === dot && chunk[1] === dot) {
    chunk = chunk.subarray(1);
    this._atDataStart = false;
  }
  const undone = new Undone(chunk);
  for (let at = nextDot(chunk, 2); at >= 0 && at < chunk.length - 2; at = nextDot(chunk, at + 2)) {
    if (isEnd(chunk, at)) {
      const rest = undone.upTo(at);
      this._countDataBytes(rest.length);
      this._endDataMode(rest, chunk.subarray(at + 3), done);
      return;
    }
    if (chunk[at + 1] === dot) undone.leaveOut(at);
  }
  const end = Math.max(undone.from, chunk.length - longestBeginning);
  this._lastBytes = chunk.subarray(end);
  write(this, undone.upTo(end), done);
}

/** Nearer than this, a loop is quicker than a call: of 8 MB of `..` lines, 70 ms instead of 570. */
const near = 64;

/** A dot that begins a line, from this place on. */
function nextDot(chunk: Buffer, from: number): number {
  const end = Math.min(chunk.length, from + near);
  for (let at = from; at < end; at++) if (chunk[at] === dot && chunk[at - 1] === lineFeed) return at;
  const found = chunk.indexOf(lineOfDot, end - 1);
  return found < 0 ? -1 : found + 1;
}

function isEnd(chunk: Buffer, at: number): boolean {
  return chunk[at - 2] === carriageReturn && chunk[at + 1] === carriageReturn && chunk[at + 2] === lineFeed;
}

function write(parser: Parser, bytes: Buffer, done: Done): void {
  const stream = parser._dataStream;
  parser._countDataBytes(bytes.length);
  if (bytes.length === 0 || !stream.writable || stream.write(bytes) || stream.destroyed) {
    done();
    return;
  }
  // One that is destroyed never drains, it only closes.
  const goOn = () => {
    stream.removeListener('drain', goOn);
    stream.removeListener('close', goOn);
    done();
  };
  stream.once('drain', goOn);
  stream.once('close', goOn);
}

/** A chunk without some of its bytes. It is changed where it is: what is left is never longer than what was there. */
class Undone {
  readonly #chunk: Buffer;
  #length = 0;
  /** Where what is not yet in its place begins. */
  from = 0;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  leaveOut(at: number): void {
    if (at - this.from > near) this.#length += this.#chunk.copy(this.#chunk, this.#length, this.from, at);
    else for (let from = this.from; from < at; from++) this.#chunk[this.#length++] = this.#chunk[from]!;
    this.from = at + 1;
  }

  upTo(end: number): Buffer {
    if (this.from === 0) return this.#chunk.subarray(0, end);
    return this.#chunk.subarray(0, this.#length + this.#chunk.copy(this.#chunk, this.#length, this.from, end));
  }
}

const parser = SMTPStream.prototype as unknown as { _feedDataStream: typeof feedData };
if (parser._feedDataStream?.length !== feedData.length) throw new Error('smtp-server reads data in another way now');
parser._feedDataStream = feedData;
