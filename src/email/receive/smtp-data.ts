type MailPiece = {
  readonly content: Buffer;
  /** The bytes after the end of the mail; undefined if the mail has not ended. */
  readonly rest: Buffer | undefined;
};

const dot = 0x2e;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const nothing = Buffer.alloc(0);
const emptyMail = Buffer.from('.\r\n');
const lineOfDot = Buffer.from('\n.');
/** Bytes of an incomplete `CR LF . CR LF` at the end of a chunk. */
const longestBeginning = 4;

/**
 * The content after DATA, without dot stuffing, up to `CR LF . CR LF`. No other end is accepted: an end that the previous server does not
 * recognise would let mails smuggle commands. Chunks are changed in place.
 */
export class SmtpData {
  #kept: Buffer = nothing;
  #isAtStart = true;

  read(given: Buffer): MailPiece {
    let chunk = this.#kept.length > 0 ? Buffer.concat([this.#kept, given]) : given;
    this.#kept = nothing;
    if (this.#isAtStart && chunk.subarray(0, 3).equals(emptyMail)) return { content: nothing, rest: chunk.subarray(3) };
    if (this.#isAtStart && chunk[0] === dot && chunk[1] === dot) {
      chunk = chunk.subarray(1);
      this.#isAtStart = false;
    }
    const compaction = new Compaction(chunk);
    for (let at = nextDot(chunk, 2); at >= 0 && at < chunk.length - 2; at = nextDot(chunk, at + 2)) {
      const isAfterReturn = chunk[at - 2] === carriageReturn;
      if (isAfterReturn && chunk[at + 1] === carriageReturn && chunk[at + 2] === lineFeed)
        return { content: compaction.upTo(at), rest: chunk.subarray(at + 3) };
      if (chunk[at + 1] === dot) compaction.skip(at);
    }
    const end = Math.max(compaction.from, chunk.length - longestBeginning);
    this.#kept = chunk.subarray(end);
    const content = compaction.upTo(end);
    if (content.length > 0) this.#isAtStart = false;
    return { content, rest: undefined };
  }
}

/** For shorter distances a loop is faster than a call: 8 MB of `..` lines take 70 ms instead of 570. */
const near = 64;

function nextDot(chunk: Buffer, from: number): number {
  const end = Math.min(chunk.length, from + near);
  for (let at = from; at < end; at++) if (chunk[at] === dot && chunk[at - 1] === lineFeed) return at;
  const found = chunk.indexOf(lineOfDot, end - 1);
  return found < 0 ? -1 : found + 1;
}

class Compaction {
  readonly #chunk: Buffer;
  #length = 0;
  /** Start of the bytes that have not been moved yet. */
  from = 0;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  skip(at: number): void {
    if (at - this.from > near) this.#length += this.#chunk.copy(this.#chunk, this.#length, this.from, at);
    else for (let from = this.from; from < at; from++) this.#chunk[this.#length++] = this.#chunk[from]!;
    this.from = at + 1;
  }

  upTo(end: number): Buffer {
    if (this.from === 0) return this.#chunk.subarray(0, end);
    return this.#chunk.subarray(0, this.#length + this.#chunk.copy(this.#chunk, this.#length, this.from, end));
  }
}
