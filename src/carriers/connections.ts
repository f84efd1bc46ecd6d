import type { Runtime } from '../runtime.ts';
import type { CarrierRow, Routing } from '../store/carrier/carriers.ts';
import { askForShare, openSlots, type SharedCircuit } from '../store/carrier/links.ts';
import type { LockSession } from '../store/locks/session.ts';
import { drained, Loop } from '../work/loop.ts';
import type { CarrierEvents, CarrierState } from './carrier.ts';
import { CarrierCircuit } from './circuit.ts';
import {
  type CarrierConnection,
  type CarrierKind,
  isSameAddress,
  type LocalCarrier,
  openConnection,
  partingOf,
} from './local-carrier.ts';

export type RouterOptions = {
  databaseUrl: string;
  kindOf(row: CarrierRow): CarrierKind;
  eventsOf(local: LocalCarrier): CarrierEvents;
  onQueued(queues: number[]): void;
  /** Carriers or routes have changed, or a carrier has come up or gone down in some process. */
  onChange(): void;
};

type ConnectionsOptions = Omit<RouterOptions, 'onChange'> & {
  /** Carriers and routes, if they have changed. */
  refresh(): Promise<Routing | undefined>;
  /** A connection has come up or gone down, or carriers have changed. */
  onState(): void;
  /** Another process has a connection to the carrier that is up. */
  isUpElsewhere(carrierId: string): boolean;
  /** Other processes that have connections to the carrier. */
  otherHolders(carrierId: string): number;
};

const tickMs = 1_000;
/** After the slots are lost, connections may wait this long for answers, during which there may be one too many. */
const partingMs = 2_000;
const spareMs = 5_000;
/** How often a process that has its share of connections looks for another slot; processes with fewer look sooner. */
const spreadMs = 2_000;
/** How long a process leaves the slots of a carrier to others after it has given one up. */
const yieldMs = 3_000;

/**
 * The connections of this process. Checks once a second, or when it is notified, whether carriers have changed, and takes free bind
 * slots one after the other, so that they spread over processes that start or stop together. A process that joins later asks for its
 * share: messages that it accepts are then sent directly, and not through the queue, which costs three times as much.
 */
export class CarrierConnections {
  readonly #runtime: Runtime;
  readonly #options: ConnectionsOptions;
  readonly #carriers = new Map<string, LocalCarrier>();
  /** What is wrong with the URLs of carriers, by id. */
  readonly #unusable = new Map<string, string>();
  /** Carriers that are being disconnected, by id: until then they hold their slots. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  #circuits: { readonly byCarrier: ReadonlyMap<string, SharedCircuit>; readonly askedAt: number } = {
    byCarrier: new Map(),
    askedAt: Number.NEGATIVE_INFINITY,
  };
  #slots: LockSession | undefined;
  #loop: Loop | undefined;

  constructor(runtime: Runtime, options: ConnectionsOptions) {
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
    await Promise.all([...this.#carriers.values()].flatMap(partingOf));
    await Promise.all(this.#leaving.values());
    await this.#slots?.close();
  }

  all(): Iterable<LocalCarrier> {
    return this.#carriers.values();
  }

  byId(carrierId: string): LocalCarrier | undefined {
    return this.#carriers.get(carrierId);
  }

  byQueue(queue: number): LocalCarrier | undefined {
    if (queue <= 0) return undefined;
    for (const local of this.#carriers.values()) if (local.row.queue === queue) return local;
    return undefined;
  }

  *connections(): Generator<CarrierConnection> {
    for (const { connections } of this.#carriers.values()) yield* connections;
  }

  unusable(): { id: string; error: string }[] {
    return [...this.#unusable].map(([id, error]) => ({ id, error }));
  }

  /** Takes over the circuits that all processes share, as read at `askedAt`. */
  adopt(circuits: readonly SharedCircuit[], askedAt: number): void {
    this.#circuits = { byCarrier: new Map(circuits.map((circuit) => [circuit.carrierId, circuit])), askedAt };
    for (const local of this.#carriers.values()) this.#adoptCircuit(local);
  }

  #adoptCircuit({ row, circuit }: LocalCarrier): void {
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
    for (const local of this.#carriers.values()) await this.#connect(local);
    return false;
  }

  /** Stops carriers that are deleted, disabled or have another URL; new ones begin without a connection. */
  #adopt(routing: Routing): void {
    const enabled = new Map(routing.carriers.filter(({ enabled }) => enabled).map((row) => [row.id, row]));
    for (const [id, local] of this.#carriers) {
      const row = enabled.get(id);
      if (row !== undefined && isSameAddress(row, local.row)) {
        local.row = row;
        continue;
      }
      this.#carriers.delete(id);
      this.#retire(local);
    }
    this.#unusable.clear();
    for (const row of enabled.values()) {
      if (!this.#carriers.has(row.id)) this.#add(row);
    }
  }

  #add(row: CarrierRow): void {
    try {
      const kind = this.#options.kindOf(row);
      this.#carriers.set(row.id, this.#localCarrier(row, kind));
      for (const warning of kind.warnings) this.#runtime.log.warn({ carrier: row.name }, warning);
    } catch (err) {
      this.#unusable.set(row.id, (err as Error).message);
      this.#runtime.log.error({ err, carrier: row.name }, 'a carrier has a wrong address and is not used');
    }
  }

  #localCarrier(row: CarrierRow, kind: CarrierKind): LocalCarrier {
    const { db, log } = this.#runtime;
    const onState = (state: CarrierState) => this.#onCircuit(local, events, state);
    // Long enough for a connection and an answer, each within the timeout of the carrier.
    const probeMs = kind.timeoutMs * 2 + spareMs;
    const circuit = new CarrierCircuit({ db, log, carrierId: row.id, probeMs, onState });
    const local: LocalCarrier = {
      row,
      kind,
      connections: [],
      parting: new Map(),
      circuit,
      lookedAt: Number.NEGATIVE_INFINITY,
    };
    const events = this.#options.eventsOf(local);
    // A process that starts does not call a carrier that has just refused another process.
    this.#adoptCircuit(local);
    return local;
  }

  /** A carrier refuses everything, or takes messages again. The state of a bind comes from the connection itself. */
  #onCircuit(local: LocalCarrier, events: CarrierEvents, state: CarrierState): void {
    if (!local.kind.isCalled) return;
    for (const connection of local.connections) {
      if (state.error !== undefined) connection.error = state.error;
      if (!state.up) connection.window.dismiss();
    }
    if (state.error !== undefined || state.up) events.onState(state);
    if (state.up) events.onRoom();
    this.#options.onState();
  }

  async #connect(local: LocalCarrier): Promise<void> {
    const { row, kind, connections } = local;
    if (this.#leaving.has(row.id)) return;
    if (kind.binds === undefined) {
      if (connections.length === 0) this.#open(local, 0);
      return;
    }
    const now = performance.now();
    const others = this.#options.otherHolders(row.id);
    const share = Math.floor(kind.binds / (Math.max(1, others) + 1));
    // While no other process has one, the second slot is left for a process that starts at the same time.
    const isShort = connections.length < Math.max(1, others > 0 ? share : 0);
    // `lookedAt` is in the future after a slot was given up: otherwise this process would take it before the one that asked for it.
    if (now - local.lookedAt < (isShort ? 0 : spreadMs)) return;
    local.lookedAt = now;
    const slots = this.#slots;
    for (let slot = 0; slot < kind.binds; slot++) {
      // PostgreSQL grants a lock again to the session that holds it.
      if (local.parting.has(slot) || connections.some((connection) => connection.slot === slot)) continue;
      if (!(await slots?.take(row.id, slot))) continue;
      this.#open(local, slot);
      return;
    }
    // All slots are taken, so at least one other process has some.
    if (connections.length < share && slots !== undefined) await askForShare(slots, row.id, share);
  }

  /** Another process has fewer connections than its share: if this one has more, it closes one, which frees its slot. */
  #giveUp(carrierId: string, share: number): void {
    const local = this.#carriers.get(carrierId);
    if (local === undefined || local.connections.length <= share) return;
    const { row, connections, parting } = local;
    const connection = connections.pop()!;
    const { slot, carrier, window } = connection;
    const budgetMs = this.#runtime.config.drainSeconds * 1_000;
    this.#runtime.log.info({ carrier: row.name, slot }, 'leaving a connection to another process');
    local.lookedAt = performance.now() + yieldMs;
    const gone = drained(() => window.held, budgetMs)
      .then(() => carrier.stop(budgetMs))
      .then(() => this.#slots?.free(row.id, slot))
      .catch((err: unknown) =>
        this.#runtime.log.warn({ err, carrier: row.name }, 'a bind slot could not be given back'),
      )
      .finally(() => parting.delete(slot));
    parting.set(slot, { carrier, gone });
  }

  #open(local: LocalCarrier, slot: number): void {
    const { row } = local;
    openConnection(local, slot, {
      events: this.#options.eventsOf(local),
      clock: this.#runtime.clock,
      onState: () => this.#options.onState(),
      isUpElsewhere: () => this.#options.isUpElsewhere(row.id),
    });
    this.#runtime.log.info({ carrier: row.name, slot }, 'connecting to a carrier');
  }

  /** Not awaited: a carrier that does not answer takes its time, and must not delay the others. */
  #retire(local: LocalCarrier): void {
    const { id, name } = local.row;
    const gone = Promise.all([this.#leaving.get(id), this.#disconnect(local)])
      // A slot that could not be freed ends with the session; until then only this process can take it again.
      .catch((err: unknown) => this.#runtime.log.warn({ err, carrier: name }, 'a bind slot could not be given back'))
      .finally(() => {
        if (this.#leaving.get(id) !== gone) return;
        this.#leaving.delete(id);
        this.wake();
      });
    this.#leaving.set(id, gone);
  }

  async #disconnect(local: LocalCarrier): Promise<void> {
    const { row, kind, connections } = local;
    await Promise.all(partingOf(local));
    await Promise.all(
      connections.map(async ({ carrier, slot }) => {
        await carrier.stop(this.#runtime.config.drainSeconds * 1_000);
        if (kind.binds !== undefined) await this.#slots?.free(row.id, slot);
      }),
    );
  }

  /** The slots are lost with the session: their connections close after the answers in flight, since resent messages would arrive twice. */
  #onSlotsLost(): void {
    this.#slots = undefined;
    for (const local of this.#carriers.values()) {
      if (local.kind.binds === undefined) continue;
      for (const { carrier } of [...local.connections.splice(0), ...local.parting.values()])
        void carrier.stop(partingMs);
    }
  }
}
