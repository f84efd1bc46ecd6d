import type { Claimed } from '../store/message/queue.ts';
import { Line } from '../work/line.ts';

/** From here on, the processor is what there is too little of. */
const busyShare = 0.7;
/** So long after somebody waited in vain, nobody waits: the carrier is slow, and not we. */
const vainMs = 5_000;

/** The carriers of this process. */
type Rooms = {
  /** There is no permit for so many only because nobody has stored yet what came of others. */
  isCrowded(queue: number, count: number): boolean;
  /** Permits that there are, taken or not. */
  capacityOf(queue: number): number;
};

type Options = {
  readonly clock: () => number;
  readonly busyness: { readonly share: number };
  readonly patienceMs?: number;
};

/**
 * A message that has to wait in the queue costs the database three times as much as one that goes straight to its carrier. So while this
 * process is busy, a request waits a moment for a permit before it is accepted: those who send more than we can carry are slowed down
 * instead of everything. A slow carrier or its rate makes nobody wait.
 */
export class BackPressure {
  readonly #rooms: Rooms;
  readonly #options: Required<Options>;
  readonly #lines = new Map<number, Line>();
  #vainUntil = Number.NEGATIVE_INFINITY;

  constructor(rooms: Rooms, options: Options) {
    this.#rooms = rooms;
    this.#options = { patienceMs: 500, ...options };
  }

  /** Undefined if these need not wait, or it would be of no use; false if there was no permit for too long. */
  wait(messages: readonly Claimed[], reserve: () => boolean): Promise<boolean> | undefined {
    const { accountId, queue } = messages[0]!;
    const line = this.#lineOf(queue);
    const isNext = line.size === 0 && !this.#rooms.isCrowded(queue, messages.length);
    if (isNext || messages.some((message) => message.queue !== queue)) return undefined;
    if (!line.hasRoom(accountId, 2 * this.#rooms.capacityOf(queue)) || !this.#isWorthIt) return undefined;
    return this.#enter(line, accountId, reserve);
  }

  /** There may be permits again. */
  admit(): void {
    for (const line of this.#lines.values()) line.admit();
  }

  dismiss(): void {
    for (const line of this.#lines.values()) line.dismiss();
  }

  get #isWorthIt(): boolean {
    const { busyness, clock } = this.#options;
    return busyness.share > busyShare && clock() > this.#vainUntil;
  }

  async #enter(line: Line, accountId: string, reserve: () => boolean): Promise<boolean> {
    const went = await line.enter(accountId, reserve);
    if (!went) this.#vainUntil = this.#options.clock() + vainMs;
    return went;
  }

  #lineOf(queue: number): Line {
    let line = this.#lines.get(queue);
    if (line === undefined) {
      line = new Line(this.#options.patienceMs);
      this.#lines.set(queue, line);
    }
    return line;
  }
}
