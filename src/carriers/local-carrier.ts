import type { Passage } from '../domain/carrier/circuit.ts';
import type { Weakness } from '../flows/carriers/carriers.ts';
import type { CarrierRow } from '../store/carrier/carriers.ts';
import type { Carrier, CarrierEvents, CarrierState, Handover, SubmitResult } from './carrier.ts';
import type { CallReport, CarrierCircuit } from './circuit.ts';
import { Pace } from './pace.ts';
import { SubmitWindow } from './window.ts';

/** How a carrier is run, as its URL says, and how a connection to it is opened. */
export type CarrierKind = {
  /** Connections over all processes; undefined if every process has its own. */
  readonly binds: number | undefined;
  /** Submits per second over all connections, one for each part of a message; 0 for no limit. */
  readonly rate: number;
  /** Messages of one connection whose results are not stored yet. */
  readonly window: number;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** What happens to a submit without an answer. */
  readonly unanswered: 'resend' | 'unknown';
  /** Risks of the carrier's settings, shown to the operator. */
  readonly warnings: readonly string[];
  /** Why its callbacks cannot be authenticated. */
  readonly weakness?: Weakness | undefined;
  /** Every message is one call, so the circuit breaker holds back calls; otherwise it holds back binds. */
  readonly isCalled: boolean;
  /** `isAlone`: no connection to the carrier is up, in any process. */
  open(events: CarrierEvents, pace: Pace, circuit: CarrierCircuit, isAlone: () => boolean): Carrier;
};

export type CarrierConnection = {
  readonly slot: number;
  readonly carrier: Carrier;
  readonly window: SubmitWindow;
  readonly pace: Pace;
  /** The circuit breaker that holds back messages; undefined if it holds back binds. */
  readonly circuit: CarrierCircuit | undefined;
  /** Why it is down, or was when it was last down. */
  error: string | undefined;
};

/** A carrier with the connections that this process has to it. */
export type LocalCarrier = {
  /** Replaced when the carrier is renamed. */
  row: CarrierRow;
  readonly kind: CarrierKind;
  readonly connections: CarrierConnection[];
  /** Connections that are being given up to another process, by slot, until their slots are free. */
  readonly parting: Map<number, { readonly carrier: Carrier; readonly gone: Promise<void> }>;
  readonly circuit: CarrierCircuit;
  /** When this process last looked for a free slot. */
  lookedAt: number;
};

/** A carrier that needs this share of its timeout for an answer is slow, and gets fewer messages. */
const slowShare = 0.5;

type OpenOptions = {
  readonly events: CarrierEvents;
  readonly clock: () => number;
  onState(): void;
  /** Another process has a connection to the carrier that is up. */
  isUpElsewhere(): boolean;
};

/** Opens one more connection. Each gets an equal share of the carrier's rate, so that the sum holds over all processes. */
export function openConnection(local: LocalCarrier, slot: number, options: OpenOptions): void {
  const { kind, connections, circuit } = local;
  const { events } = options;
  const pace = new Pace(kind.rate / (kind.binds ?? 1), options.clock);
  const window = new SubmitWindow(kind.window, kind.timeoutMs * slowShare, () => carrier.room > 0);
  const onRoom = () => {
    window.admit();
    events.onRoom();
  };
  const onState = (state: CarrierState) => {
    if (state.error !== undefined) connection.error = state.error;
    if (!state.up) window.dismiss();
    events.onState(state);
    options.onState();
  };
  const onRest = (ms: number) => circuit.rest(ms);
  const isAlone = () => !connections.some(({ carrier }) => carrier.state.up) && !options.isUpElsewhere();
  const carrier = kind.open({ ...events, onRoom, onState, onRest }, pace, circuit, isAlone);
  const gate = kind.isCalled ? circuit : undefined;
  const connection: CarrierConnection = { slot, carrier, window, pace, circuit: gate, error: undefined };
  connections.push(connection);
}

export const sumOf = ({ connections }: LocalCarrier, measure: (connection: CarrierConnection) => number): number =>
  connections.reduce((sum, connection) => sum + measure(connection), 0);

/** Promises that resolve when the connections being given up are closed. */
export const partingOf = ({ parting }: LocalCarrier): Promise<void>[] => [...parting.values()].map(({ gone }) => gone);

/** Whether two rows open the same connection. */
export function isSameAddress(one: CarrierRow, other: CarrierRow): boolean {
  if (one.url !== other.url || one.signingSecret !== other.signingSecret) return false;
  return JSON.stringify(one.description) === JSON.stringify(other.description);
}

type OnResult = (local: LocalCarrier, connection: CarrierConnection, result: SubmitResult) => void;

/** The right to hand one message to a connection. Taken before the message is claimed, given back when its result is stored. */
export class Permit {
  readonly #local: LocalCarrier;
  readonly #connection: CarrierConnection;
  readonly #onResult: OnResult;
  #hasPlace = false;
  #isSent = false;
  #passage: Passage = 'none';

  constructor(local: LocalCarrier, connection: CarrierConnection, onResult: OnResult) {
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
export function roomOf(connection: CarrierConnection): number {
  const { window, pace, circuit } = connection;
  if (!isUp(connection)) return 0;
  const most = circuit?.passage === 'probe' ? 1 : Number.POSITIVE_INFINITY;
  return Math.min(window.room, pace.room, most);
}

/** Messages that are worth a claim for it. */
export function roomForClaim(connection: CarrierConnection): number {
  return connection.window.roomForClaim === 0 ? 0 : roomOf(connection);
}

/** The connection with the most room, if any has room. */
export function roomiest(connections: readonly CarrierConnection[]): CarrierConnection | undefined {
  let best: CarrierConnection | undefined;
  let most = 0;
  for (const connection of connections) {
    const room = roomOf(connection);
    if (room <= most) continue;
    best = connection;
    most = room;
  }
  return best;
}

export const isUp = ({ carrier, circuit }: CarrierConnection): boolean =>
  carrier.state.up && circuit?.passage !== 'none';

function reportOf(result: SubmitResult): CallReport {
  if (result.kind === 'unanswered') return result;
  const { reason, scope } = result.kind === 'later' ? result : {};
  if (reason === undefined || scope === undefined) return { kind: 'answered' };
  return { kind: scope === 'carrier' ? 'refused' : 'unreachable', reason };
}
