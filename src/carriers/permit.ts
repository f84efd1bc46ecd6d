import type { Handover, SubmitResult } from './carrier.ts';
import type { Connection, Member } from './members.ts';

type OnResult = (member: Member, connection: Connection, result: SubmitResult) => void;

/**
 * The right to hand one message to a connection of a carrier. It is taken before the message is, and given back when what came of it
 * is stored.
 */
export class Permit {
  readonly #member: Member;
  readonly #connection: Connection;
  readonly #onResult: OnResult;
  #stage: 'reserved' | 'submitted' | 'answered' = 'reserved';

  constructor(member: Member, connection: Connection, onResult: OnResult) {
    this.#member = member;
    this.#connection = connection;
    this.#onResult = onResult;
    connection.window.take();
    connection.pace.reserve();
  }

  get carrierId(): string {
    return this.#member.row.id;
  }

  /** What happens to a submit that nobody answers. */
  get unanswered(): 'resend' | 'unknown' {
    return this.#member.kind.unanswered;
  }

  /** The connection may have gone down meanwhile. */
  get isGood(): boolean {
    return isUp(this.#connection);
  }

  /** The carrier is about to wait for places. */
  get isPressing(): boolean {
    return this.#connection.window.isPressing;
  }

  async submit(message: Handover): Promise<SubmitResult> {
    const { pace, carrier, window } = this.#connection;
    pace.release(true);
    this.#stage = 'submitted';
    const sentAt = performance.now();
    const result = await carrier.submit(message);
    window.answer(sentAt, performance.now(), result.kind !== 'unanswered');
    this.#stage = 'answered';
    this.#onResult(this.#member, this.#connection, result);
    return result;
  }

  /** Once: what came of the message is stored, or nothing comes of it. */
  giveBack(): void {
    if (this.#stage === 'reserved') this.#connection.pace.release(false);
    this.#connection.window.leave(this.#stage === 'answered');
  }
}

/** Messages that the connection would take now. */
export function roomOf({ carrier, window, pace }: Connection): number {
  return Math.min(carrier.room, window.free, pace.room);
}

export const isUp = ({ carrier }: Connection): boolean => carrier.state.up;
