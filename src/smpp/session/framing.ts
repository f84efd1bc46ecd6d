import { HEADER_LENGTH, MAX_PDU_LENGTH } from '../protocol/pdu.ts';
import { type PduError, unrecoverable } from '../protocol/pdu-error.ts';

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
  /** What has come and is not cut yet. */
  #rest: Buffer | undefined;
  #at = 0;
  readonly #mayGoOn: () => boolean;

  /** `mayGoOn`: whether another PDU may be handed out now; if not, the rest waits for `goOn`. */
  constructor(onFrame: (frame: Buffer) => void, maxLength = MAX_PDU_LENGTH, mayGoOn: () => boolean = () => true) {
    this.#onFrame = onFrame;
    this.#maxLength = maxLength;
    this.#mayGoOn = mayGoOn;
  }

  /** Returns the unrecoverable error, once there is one; what came before it has been handed out. */
  push(chunk: Buffer): PduError | undefined {
    this.#rest = this.#rest === undefined ? chunk : Buffer.concat([this.#rest.subarray(this.#at), chunk]);
    this.#at = 0;
    return this.goOn();
  }

  /** The same with what has come before. */
  goOn(): PduError | undefined {
    while (this.#rest !== undefined && this.#failed === undefined && this.#mayGoOn()) {
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
