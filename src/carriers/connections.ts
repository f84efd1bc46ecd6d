import type { Weakness } from '../flows/carriers.ts';
import type { Runtime } from '../runtime.ts';
import { askForShare, openSlots } from '../store/carrier/bind-slots.ts';
import type { CarrierRow, Routing } from '../store/carrier/carriers.ts';
import type { SharedCircuit } from '../store/carrier/circuits.ts';
import type { LockSession } from '../store/lock-session.ts';
import { drained } from '../work/drain.ts';
import { Loop } from '../work/loop.ts';
import type { Carrier, CarrierEvents, CarrierState } from './carrier.ts';
import { CarrierCircuit } from './circuit.ts';
import { Pace } from './pace.ts';
import { Window } from './window.ts';

/** How a carrier of this kind is run: what its address says, and how one connection to it is opened. */
export type Kind = {
  /** Connections over all processes; undefined if every process may have its own. */
  readonly binds: number | undefined;
  /** Submits a second over all of them, one for each part of a message; 0 for no limit. */
  readonly rate: number;
  /** Messages of one connection of which nobody has stored what came of them. */
  readonly window: number;
  /** An answer that takes longer than this is slow. */
  readonly slowMs: number;
  /** What happens to a submit that nobody answered. */
  readonly unanswered: 'resend' | 'unknown';
  /** What its settings give up, for the operator to read. */
  readonly warnings: readonly string[];
  /** What keeps its callbacks from being proved. */
  readonly weakness?: Weakness | undefined;
  /** Every message is a call, which the circuit of the carrier may hold back. Otherwise it holds back binds. */
  readonly isCalled: boolean;
  /** `isAlone`: no connection to the carrier is up, in any process. */
  open(events: CarrierEvents, pace: Pace, circuit: CarrierCircuit, isAlone: () => boolean): Carrier;
};

export type Connection = {
  readonly slot: number;
  readonly carrier: Carrier;
  readonly window: Window;
  readonly pace: Pace;
  /** What may hold back its messages. */
  readonly circuit: CarrierCircuit | undefined;
  /** Why it is down, or was when it was last down. */
  error: string | undefined;
};
export type Member = {
  /** A new one when it is given another name. */
  row: CarrierRow;
  readonly kind: Kind;
  readonly connections: Connection[];
  /** Connections that are given up to another process, by slot, until their slots are free. */
  readonly parting: Map<number, { readonly carrier: Carrier; readonly gone: Promise<void> }>;
  readonly circuit: CarrierCircuit;
  /** When it last looked for a free slot. */
  lookedAt: number;
};

export type MembersOptions = {
  databaseUrl: string;
  kindOf(row: CarrierRow): Kind;
  eventsOf(member: Member): CarrierEvents;
  onQueued(queues: number[]): void;
  /** Carriers and routes, if they have changed. */
  refresh(): Promise<Routing | undefined>;
  /** A connection has come up or gone down, or carriers are not what they were. */
  onState(): void;
  /** Another process has a connection to the carrier that is up. */
  isUpElsewhere(carrierId: string): boolean;
  /** Other processes that have connections to the carrier. */
  otherHolders(carrierId: string): number;
};

const tickMs = 1_000;
/** For so long one connection too many may stand, after which the carrier has answered or never will. */
const partingMs = 2_000;
const spareMs = 5_000;
/** How often a process that has its share of connections looks for another slot of the carrier: those with fewer look sooner. */
const spreadMs = 2_000;
/** How much longer a process leaves the slots of a carrier to others after it has given one up. */
const yieldMs = 3_000;

/**
 * The connections of this process. Looks once a second, or when it is notified, whether carriers have changed, and takes free bind
 * slots one after the other, so that they spread over processes that start or stop together. A process that joins later asks for its
 * share: what a process accepts then leaves from there, and does not go through the queue, which costs three times as much.
 */
export class Members {
  readonly #runtime: Runtime;
  readonly #options: MembersOptions;
  readonly #members = new Map<string, Member>();
  /** By id, and what is wrong with their address. */
  readonly #unusable = new Map<string, string>();
  /** Those that still say goodbye, by id: until then the slots are theirs. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  #circuits: { readonly byCarrier: ReadonlyMap<string, SharedCircuit>; readonly askedAt: number } = {
    byCarrier: new Map(),
    askedAt: Number.NEGATIVE_INFINITY,
  };
  #slots: LockSession | undefined;
  #loop: Loop | undefined;

  constructor(runtime: Runtime, options: MembersOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#tick();
    this.#loop = new Loop('carriers', tickMs, this.#runtime.log, () => this.#tick());
  }

  /** Carriers have changed. */
  wake(): void {
    this.#loop?.wake();
  }

  async stop(budgetMs: number): Promise<void> {
    await this.#loop?.stop();
    await Promise.all([...this.connections()].map(({ carrier }) => carrier.stop(budgetMs)));
    await Promise.all([...this.#members.values()].flatMap(partingOf));
    await Promise.all(this.#leaving.values());
    await this.#slots?.close();
  }

  all(): Iterable<Member> {
    return this.#members.values();
  }

  byId(carrierId: string): Member | undefined {
    return this.#members.get(carrierId);
  }

  byQueue(queue: number): Member | undefined {
    if (queue <= 0) return undefined;
    for (const member of this.#members.values()) if (member.row.queue === queue) return member;
    return undefined;
  }

  *connections(): Generator<Connection> {
    for (const { connections } of this.#members.values()) yield* connections;
  }

  unusable(): { id: string; error: string }[] {
    return [...this.#unusable].map(([id, error]) => ({ id, error }));
  }

  /** What all processes know of carriers that refuse, as the database had it when it was asked. */
  adopt(circuits: readonly SharedCircuit[], askedAt: number): void {
    this.#circuits = { byCarrier: new Map(circuits.map((circuit) => [circuit.carrierId, circuit])), askedAt };
    for (const member of this.#members.values()) this.#adoptCircuit(member);
  }

  #adoptCircuit({ row, circuit }: Member): void {
    circuit.adopt(this.#circuits.byCarrier.get(row.id), this.#circuits.askedAt);
  }

  async #tick(): Promise<boolean> {
    this.#slots ??= await openSlots(this.#options.databaseUrl, this.#runtime.log, {
      onLost: () => this.#onSlotsLost(),
      onQueued: (queues) => this.#options.onQueued(queues),
      onAsked: (carrierId, share) => this.#giveUp(carrierId, share),
    });
    const routing = await this.#options.refresh();
    if (routing !== undefined) {
      this.#adopt(routing);
      this.#options.onState();
    }
    for (const member of this.#members.values()) await this.#connect(member);
    return false;
  }

  /** Carriers that are gone, off or at another address are stopped; new ones begin with no connection. */
  #adopt(routing: Routing): void {
    const wanted = new Map(routing.carriers.filter(({ enabled }) => enabled).map((row) => [row.id, row]));
    for (const [id, member] of this.#members) {
      const row = wanted.get(id);
      if (row !== undefined && isSameAddress(row, member.row)) {
        member.row = row;
        continue;
      }
      this.#members.delete(id);
      this.#retire(member);
    }
    this.#unusable.clear();
    for (const row of wanted.values()) {
      if (!this.#members.has(row.id)) this.#add(row);
    }
  }

  #add(row: CarrierRow): void {
    try {
      const kind = this.#options.kindOf(row);
      this.#members.set(row.id, this.#member(row, kind));
      for (const warning of kind.warnings) this.#runtime.log.warn({ carrier: row.name }, warning);
    } catch (err) {
      this.#unusable.set(row.id, (err as Error).message);
      this.#runtime.log.error({ err, carrier: row.name }, 'a carrier has a wrong address and is not used');
    }
  }

  #member(row: CarrierRow, kind: Kind): Member {
    const { db, log } = this.#runtime;
    const onState = (state: CarrierState) => this.#onCircuit(member, events, state);
    // Long enough for a connection and an answer, each within the timeout of the carrier.
    const probeMs = kind.slowMs * 4 + spareMs;
    const circuit = new CarrierCircuit({ db, log, carrierId: row.id, probeMs, onState });
    const member: Member = {
      row,
      kind,
      connections: [],
      parting: new Map(),
      circuit,
      lookedAt: Number.NEGATIVE_INFINITY,
    };
    const events = this.#options.eventsOf(member);
    // A process that starts does not call a carrier that refused another one a moment ago.
    this.#adoptCircuit(member);
    return member;
  }

  /** A carrier refuses everything, or takes messages again. The state of a bind is told by the connection itself. */
  #onCircuit(member: Member, events: CarrierEvents, state: CarrierState): void {
    if (!member.kind.isCalled) return;
    for (const connection of member.connections) {
      if (state.error !== undefined) connection.error = state.error;
      if (!state.up) connection.window.dismiss();
    }
    if (state.error !== undefined || state.up) events.onState(state);
    if (state.up) events.onRoom();
    this.#options.onState();
  }

  async #connect(member: Member): Promise<void> {
    const { row, kind, connections } = member;
    if (this.#leaving.has(row.id)) return;
    if (kind.binds === undefined) {
      if (connections.length === 0) this.#open(member, 0);
      return;
    }
    const now = performance.now();
    const others = this.#options.otherHolders(row.id);
    const share = Math.floor(kind.binds / (Math.max(1, others) + 1));
    // While no other process has one, the second is left for a process that starts at the same time.
    const isShort = connections.length < Math.max(1, others > 0 ? share : 0);
    // Also after it has given one up, when `lookedAt` is ahead: it would take the slot before the process that asked for it looks again.
    if (now - member.lookedAt < (isShort ? 0 : spreadMs)) return;
    member.lookedAt = now;
    const slots = this.#slots;
    for (let slot = 0; slot < kind.binds; slot++) {
      // PostgreSQL gives a lock to its own session again.
      if (member.parting.has(slot) || connections.some((connection) => connection.slot === slot)) continue;
      if (!(await slots?.take(row.id, slot))) continue;
      this.#open(member, slot);
      return;
    }
    // All slots are taken, so at least one other process has some.
    if (connections.length < share && slots !== undefined) await askForShare(slots, row.id, share);
  }

  /** Another process has fewer connections than its share, and this one may have more: one is finished, and its slot is free. */
  #giveUp(carrierId: string, share: number): void {
    const member = this.#members.get(carrierId);
    if (member === undefined || member.connections.length <= share) return;
    const { row, connections, parting } = member;
    const connection = connections.pop()!;
    const { slot, carrier, window } = connection;
    const budgetMs = this.#runtime.config.drainSeconds * 1_000;
    this.#runtime.log.info({ carrier: row.name, slot }, 'leaving a connection to another process');
    member.lookedAt = performance.now() + yieldMs;
    const gone = drained(() => window.held, budgetMs)
      .then(() => carrier.stop(budgetMs))
      .then(() => this.#slots?.free(row.id, slot))
      .catch((err: unknown) =>
        this.#runtime.log.warn({ err, carrier: row.name }, 'a bind slot could not be given back'),
      )
      .finally(() => parting.delete(slot));
    parting.set(slot, { carrier, gone });
  }

  /** Each connection gets an equal share of the carrier's rate, so that the sum holds over all nodes together. */
  #open(member: Member, slot: number): void {
    const { row, kind, connections, circuit } = member;
    const pace = new Pace(kind.rate / (kind.binds ?? 1), this.#runtime.clock);
    const events = this.#options.eventsOf(member);
    const window = new Window(kind.window, kind.slowMs, () => carrier.room > 0);
    const onRoom = () => {
      window.admit();
      events.onRoom();
    };
    const onState = (state: CarrierState) => {
      if (state.error !== undefined) connection.error = state.error;
      if (!state.up) window.dismiss();
      events.onState(state);
      this.#options.onState();
    };
    const onRest = (ms: number) => circuit.rest(ms);
    const isAlone = () => !connections.some(({ carrier }) => carrier.state.up) && !this.#options.isUpElsewhere(row.id);
    const carrier = kind.open({ ...events, onRoom, onState, onRest }, pace, circuit, isAlone);
    const gate = kind.isCalled ? circuit : undefined;
    const connection: Connection = { slot, carrier, window, pace, circuit: gate, error: undefined };
    connections.push(connection);
    this.#runtime.log.info({ carrier: row.name, slot }, 'connecting to a carrier');
  }

  /** Not waited for: one that does not answer any more takes its time, and must not keep the others from being connected. */
  #retire(member: Member): void {
    const { id, name } = member.row;
    const gone = Promise.all([this.#leaving.get(id), this.#disconnect(member)])
      // What could not be given back ends with the session; until then it is this process that takes it again.
      .catch((err: unknown) => this.#runtime.log.warn({ err, carrier: name }, 'a bind slot could not be given back'))
      .finally(() => {
        if (this.#leaving.get(id) !== gone) return;
        this.#leaving.delete(id);
        this.wake();
      });
    this.#leaving.set(id, gone);
  }

  async #disconnect(member: Member): Promise<void> {
    const { row, kind, connections } = member;
    await Promise.all(partingOf(member));
    await Promise.all(
      connections.map(async ({ carrier, slot }) => {
        await carrier.stop(this.#runtime.config.drainSeconds * 1_000);
        if (kind.binds !== undefined) await this.#slots?.free(row.id, slot);
      }),
    );
  }

  /**
   * Without the session nobody says that the slots are still ours, so the connections that stand on them are given up. What is
   * in flight may still be answered: sent again, it would arrive twice.
   */
  #onSlotsLost(): void {
    this.#slots = undefined;
    for (const member of this.#members.values()) {
      if (member.kind.binds === undefined) continue;
      for (const { carrier } of [...member.connections.splice(0), ...member.parting.values()])
        void carrier.stop(partingMs);
    }
  }
}

const partingOf = ({ parting }: Member): Promise<void>[] => [...parting.values()].map(({ gone }) => gone);

/** Nothing has changed that a connection was opened with. */
function isSameAddress(one: CarrierRow, other: CarrierRow): boolean {
  if (one.url !== other.url || one.signingSecret !== other.signingSecret) return false;
  return JSON.stringify(one.description) === JSON.stringify(other.description);
}
