/** An answer within this share of `slowMs` is fast. Between the two, the limit stays as it is. */
const quickShare = 0.5;

/**
 * The places of one connection. A message has one from its submit until its result is stored: messages that are submitted and not
 * stored would be sent again after a crash, and there are never more of them than the window. A slow carrier gets fewer places, so that
 * few messages are lost with its connection, and all of them once it is fast again.
 *
 * As many messages again may be reserved, and wait here, so that a free place is used immediately and not after the next claim or commit.
 */
export class SubmitWindow {
  readonly #size: number;
  readonly #slowMs: number;
  #limit: number;
  /** When the limit was last lowered. Answers to messages sent before that do not lower it again. */
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** Whether the carrier would send a message now: the parts of long messages take room of their own. */
  readonly #isOpen: () => boolean;
  readonly #waiting: ((hasPlace: boolean) => void)[] = [];
  #reserved = 0;
  #taken = 0;

  /** An answer that takes longer than `slowMs` is slow. */
  constructor(size: number, slowMs: number, isOpen: () => boolean) {
    this.#size = size;
    this.#slowMs = slowMs;
    this.#limit = size;
    this.#isOpen = isOpen;
  }

  /** Messages that may be reserved, in flight or not. */
  get capacity(): number {
    return this.#limit * 2;
  }

  get room(): number {
    return Math.max(0, this.capacity - this.#taken - this.#reserved);
  }

  /** Like `room`, for a claim, which costs as much for one message as for many, so it is worth it from half a window on. */
  get roomForClaim(): number {
    return this.room * 2 >= this.#limit ? this.room : 0;
  }

  /** All places are taken: then results are stored immediately instead of in larger sets. */
  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  /** Messages that are reserved, in flight, or not stored yet. */
  get held(): number {
    return this.#taken + this.#reserved;
  }

  reserve(): void {
    this.#reserved += 1;
  }

  release(): void {
    this.#reserved -= 1;
  }

  /** A place for a reserved message, in the order of calls; false if the connection goes down first. */
  enter(): boolean | Promise<boolean> {
    if (this.#waiting.length > 0 || !this.#hasPlace) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#take();
    return true;
  }

  /** A message was answered, or will not be. A lowered limit doubles with every round of fast answers: each adds one place. */
  answer(sentAt: number, now: number, came: boolean): void {
    const took = now - sentAt;
    if (!came || took > this.#slowMs) this.#lower(sentAt, now);
    else if (took <= this.#slowMs * quickShare) this.#limit = Math.min(this.#size, this.#limit + 1);
    this.admit();
  }

  #lower(sentAt: number, now: number): void {
    if (sentAt < this.#loweredAt) return;
    this.#loweredAt = now;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** The result of a message is stored, or given up. */
  leave(): void {
    this.#taken -= 1;
    this.admit();
  }

  /** Called when places may be free: admits waiting messages. */
  admit(): void {
    while (this.#waiting.length > 0 && this.#hasPlace) {
      this.#take();
      this.#waiting.shift()!(true);
    }
  }

  /** Ends all waits; called when the connection goes down. */
  dismiss(): void {
    for (const dismiss of this.#waiting.splice(0)) dismiss(false);
  }

  get #hasPlace(): boolean {
    return !this.isFull && this.#isOpen();
  }

  #take(): void {
    this.#reserved -= 1;
    this.#taken += 1;
  }
}
