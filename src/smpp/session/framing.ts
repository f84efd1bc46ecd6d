import { HEADER_LENGTH, MAX_PDU_LENGTH } from '../protocol/pdu.ts';
import { type PduError, unrecoverable } from '../protocol/status.ts';

/**
 * Cuts a stream of bytes into PDUs. A PDU inside one chunk is a view into it; one that spans chunks is collected in a buffer
 * of its own length, so every byte is copied at most once and memory is bounded by one PDU.
 */
export class Framer {
  readonly #maxLength: number;
  readonly #onFrame: (frame: Buffer) => void;
  /** The PDU being collected: first only its length, then all of it. */
  #gathered = Buffer.allocUnsafe(4);
  #filled = 0;
  #failed: PduError | undefined;
  /** Received, but not yet cut. */
  #rest: Buffer | undefined;
  #at = 0;
  readonly #mayContinue: () => boolean;

  /** `mayContinue`: whether another PDU may be handed out now; if not, the rest waits for `continue`. */
  constructor(onFrame: (frame: Buffer) => void, maxLength = MAX_PDU_LENGTH, mayContinue: () => boolean = () => true) {
    this.#onFrame = onFrame;
    this.#maxLength = maxLength;
    this.#mayContinue = mayContinue;
  }

  /** Returns the unrecoverable error, if there is one; the PDUs before it have been handed out. */
  push(chunk: Buffer): PduError | undefined {
    this.#rest = this.#rest === undefined ? chunk : Buffer.concat([this.#rest.subarray(this.#at), chunk]);
    this.#at = 0;
    return this.continue();
  }

  /** Same as `push`, for what was received before. */
  continue(): PduError | undefined {
    while (this.#rest !== undefined && this.#failed === undefined && this.#mayContinue()) {
      const [chunk, at] = [this.#rest, this.#at];
      this.#at = this.#filled === 0 && chunk.length - at >= 4 ? this.#cut(chunk, at) : this.#gather(chunk, at);
      if (this.#at >= chunk.length) this.#rest = undefined;
    }
    return this.#failed;
  }

  #cut(chunk: Buffer, at: number): number {
    const length = chunk.readUInt32BE(at);
    if (!this.#isSound(length)) return chunk.length;
    if (at + length > chunk.length) return this.#gather(chunk, at);
    this.#onFrame(chunk.subarray(at, at + length));
    return at + length;
  }

  #gather(chunk: Buffer, at: number): number {
    const copied = chunk.copy(this.#gathered, this.#filled, at);
    this.#filled += copied;
    if (this.#filled === this.#gathered.length) this.#gatheredAll();
    return at + copied;
  }

  #gatheredAll(): void {
    const gathered = this.#gathered;
    if (gathered.length > 4) {
      this.#gathered = Buffer.allocUnsafe(4);
      this.#filled = 0;
      this.#onFrame(gathered);
      return;
    }
    const length = gathered.readUInt32BE(0);
    if (!this.#isSound(length)) return;
    this.#gathered = Buffer.allocUnsafe(length);
    gathered.copy(this.#gathered);
  }

  #isSound(length: number): boolean {
    if (length >= HEADER_LENGTH && length <= this.#maxLength) return true;
    const message = `command_length is ${length}, not ${HEADER_LENGTH} to ${this.#maxLength}`;
    this.#failed = unrecoverable('ESME_RINVCMDLEN', message);
    return false;
  }
}
