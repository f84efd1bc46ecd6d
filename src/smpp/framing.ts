import { HEADER_LENGTH, MAX_PDU_LENGTH } from './pdu.ts';
import { type PduError, unrecoverable } from './pdu-error.ts';

/**
 * Cuts a stream of bytes into PDUs. A PDU that lies whole in one chunk is a view into it; one that spans chunks is gathered
 * in a buffer of its own size, so every byte is copied at most once and nothing grows beyond one PDU.
 */
export class Framer {
  readonly #maxLength: number;
  readonly #onFrame: (frame: Buffer) => void;
  /** The PDU being gathered: at first only its length, then all of it. */
  #gathered = Buffer.allocUnsafe(4);
  #filled = 0;
  #failed: PduError | undefined;

  constructor(onFrame: (frame: Buffer) => void, maxLength = MAX_PDU_LENGTH) {
    this.#onFrame = onFrame;
    this.#maxLength = maxLength;
  }

  /** Returns the unrecoverable error, once there is one; what came before it has been handed out. */
  push(chunk: Buffer): PduError | undefined {
    let at = 0;
    while (at < chunk.length && this.#failed === undefined) {
      at = this.#filled === 0 && chunk.length - at >= 4 ? this.#cut(chunk, at) : this.#gather(chunk, at);
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
