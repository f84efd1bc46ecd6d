import type { Weakness } from '../flows/carriers/carriers.ts';
import type { CarrierRow } from '../store/carrier/carriers.ts';
import type { Carrier, CarrierEvents, CarrierState } from './carrier.ts';
import type { CarrierCircuit } from './circuit.ts';
import { Pace } from './pace.ts';
import { Window } from './window.ts';

/** How a carrier is run, as its URL says, and how a connection to it is opened. */
export type CarrierKind = {
  /** Connections over all processes; undefined if every process has its own. */
  readonly binds: number | undefined;
  /** Submits per second over all connections, one for each part of a message; 0 for no limit. */
  readonly rate: number;
  /** Messages of one connection whose results are not stored yet. */
  readonly window: number;
  /** An answer that takes longer than this is slow. */
  readonly slowMs: number;
  /** What happens to a submit without an answer. */
  readonly unanswered: 'resend' | 'unknown';
  /** Risks of its settings, for the operator to read. */
  readonly warnings: readonly string[];
  /** What keeps its callbacks from being proved. */
  readonly weakness?: Weakness | undefined;
  /** Every message is a call, which the circuit of the carrier may hold back. Otherwise the circuit holds back binds. */
  readonly isCalled: boolean;
  /** `isAlone`: no connection to the carrier is up, in any process. */
  open(events: CarrierEvents, pace: Pace, circuit: CarrierCircuit, isAlone: () => boolean): Carrier;
};

export type Connection = {
  readonly slot: number;
  readonly carrier: Carrier;
  readonly window: Window;
  readonly pace: Pace;
  /** What may hold back its messages; undefined if it holds back binds. */
  readonly circuit: CarrierCircuit | undefined;
  /** Why it is down, or was when it was last down. */
  error: string | undefined;
};

/** A carrier with the connections that this process has to it. */
export type LocalCarrier = {
  /** Replaced when the carrier is renamed. */
  row: CarrierRow;
  readonly kind: CarrierKind;
  readonly connections: Connection[];
  /** Connections that are being given up to another process, by slot, until their slots are free. */
  readonly parting: Map<number, { readonly carrier: Carrier; readonly gone: Promise<void> }>;
  readonly circuit: CarrierCircuit;
  /** When this process last looked for a free slot. */
  lookedAt: number;
};

export type OpenOptions = {
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
  const window = new Window(kind.window, kind.slowMs, () => carrier.room > 0);
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
  const connection: Connection = { slot, carrier, window, pace, circuit: gate, error: undefined };
  connections.push(connection);
}

export const sumOf = ({ connections }: LocalCarrier, measure: (connection: Connection) => number): number =>
  connections.reduce((sum, connection) => sum + measure(connection), 0);

/** The ends of the connections that are being given up. */
export const partingOf = ({ parting }: LocalCarrier): Promise<void>[] => [...parting.values()].map(({ gone }) => gone);

/** The settings that a connection was opened with have not changed. */
export function isSameAddress(one: CarrierRow, other: CarrierRow): boolean {
  if (one.url !== other.url || one.signingSecret !== other.signingSecret) return false;
  return JSON.stringify(one.description) === JSON.stringify(other.description);
}
