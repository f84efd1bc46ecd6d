import type { Passage } from '../domain/carrier/circuit.ts';
import type { Handover, SubmitResult } from './carrier.ts';
import type { CallReport } from './circuit.ts';
import type { Connection, LocalCarrier } from './local-carrier.ts';

type OnResult = (local: LocalCarrier, connection: Connection, result: SubmitResult) => void;

/**
 * The right to hand one message to a connection of a carrier. It is taken before the message is claimed, and given back when the
 * result is stored.
 */
export class Permit {
  readonly #local: LocalCarrier;
  readonly #connection: Connection;
  readonly #onResult: OnResult;
  #hasPlace = false;
  #isSent = false;
  #passage: Passage = 'none';

  constructor(local: LocalCarrier, connection: Connection, onResult: OnResult) {
    this.#local = local;
    this.#connection = connection;
    this.#onResult = onResult;
    connection.window.reserve();
    connection.pace.reserve();
  }

  get carrierId(): string {
    return this.#local.row.id;
  }

  /** What happens to a submit without an answer. */
  get unanswered(): 'resend' | 'unknown' {
    return this.#local.kind.unanswered;
  }

  /** The window is full and the carrier has nothing to send, so results should be stored immediately. */
  get isPressing(): boolean {
    const { window, carrier } = this.#connection;
    return window.isFull && carrier.hasWaiting !== true;
  }

  /** Waits for a place. False if the connection is down, goes down meanwhile, or another message is the probe. */
  async enter(): Promise<boolean> {
    const { window, circuit } = this.#connection;
    if (!isUp(this.#connection)) return false;
    this.#hasPlace = await window.enter();
    if (!this.#hasPlace) return false;
    this.#passage = circuit === undefined ? 'free' : await circuit.enter();
    return this.#passage !== 'none';
  }

  async submit(message: Handover): Promise<SubmitResult> {
    const { pace, carrier, window, circuit } = this.#connection;
    pace.release(true);
    this.#isSent = true;
    const sentAt = performance.now();
    const result = await carrier.submit(message);
    window.answer(sentAt, performance.now(), result.kind !== 'unanswered');
    circuit?.report(reportOf(result), this.#passage === 'probe');
    this.#onResult(this.#local, this.#connection, result);
    return result;
  }

  /** Called once: the result is stored, or the message was not sent. */
  giveBack(): void {
    const { pace, window, circuit } = this.#connection;
    if (!this.#isSent) pace.release(false);
    if (!this.#isSent && this.#passage === 'probe') circuit?.leave();
    if (this.#hasPlace) window.leave();
    else window.release();
  }
}

/** Messages that may have a permit for this connection. */
export function roomOf(connection: Connection): number {
  const { window, pace, circuit } = connection;
  if (!isUp(connection)) return 0;
  const most = circuit?.passage === 'probe' ? 1 : Number.POSITIVE_INFINITY;
  return Math.min(window.room, pace.room, most);
}

/** Messages that are worth a claim for it. */
export function roomForClaim(connection: Connection): number {
  return connection.window.roomForClaim === 0 ? 0 : roomOf(connection);
}

/** The connection with the most room, if any has room. */
export function roomiest(connections: readonly Connection[]): Connection | undefined {
  let best: Connection | undefined;
  let most = 0;
  for (const connection of connections) {
    const room = roomOf(connection);
    if (room <= most) continue;
    best = connection;
    most = room;
  }
  return best;
}

export const isUp = ({ carrier, circuit }: Connection): boolean => carrier.state.up && circuit?.passage !== 'none';

function reportOf(result: SubmitResult): CallReport {
  if (result.kind === 'unanswered') return result;
  const { reason, scope } = result.kind === 'later' ? result : {};
  if (reason === undefined || scope === undefined) return { kind: 'answered' };
  return { kind: scope === 'carrier' ? 'refused' : 'unreachable', reason };
}
