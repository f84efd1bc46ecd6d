import { Batch } from '../bounds/batch.ts';
import { siblings } from '../domain/carrier/carrier.ts';
import { noPauses, type Pauses, pausesOf } from '../domain/carrier/pauses.ts';
import { noFigures, preferenceBy } from '../domain/carrier/policy.ts';
import {
  type Addressed,
  overlap,
  pick,
  type Route,
  type RouteTable,
  type RouteTarget,
  routeTable,
  type Standing,
  shownSender,
} from '../domain/carrier/route.ts';
import type { Runtime } from '../runtime.ts';
import { type CarrierRow, loadRouting, type Routing } from '../store/carrier/carriers.ts';
import { type OwnLinks, routingVersion } from '../store/carrier/links.ts';
import type { SubmitResult } from './carrier.ts';
import { CarrierConnections, type RouterOptions } from './connections.ts';
import { Links } from './links.ts';
import {
  type CarrierConnection,
  isUp,
  type LocalCarrier,
  Permit,
  roomForClaim,
  roomiest,
  roomOf,
  sumOf,
} from './local-carrier.ts';

/** A carrier that this process is connected to: its queue, the messages it would take now and at most, and its routes. */
export type ConnectedCarrier = {
  readonly queue: number;
  readonly room: number;
  readonly capacity: number;
  readonly routes: readonly Route[];
};

/** `nowhere`: no route matches. `unknown`: there are no carriers at all. */
type RouteDecision = { readonly carrierId: string; readonly queue: number } | 'nowhere' | 'unknown';

type Undecided = RouteTarget & { readonly attempts: number; readonly queue: number };

/** Decides which carrier gets a message, by the routes and by what is connected here and in other processes. */
export class Router {
  readonly #runtime: Runtime;
  readonly #options: RouterOptions;
  readonly #connections: CarrierConnections;
  readonly #links: Links;
  #routing: Routing = { version: '', carriers: [], routes: [], pauses: [], figures: noFigures };
  /** Some route replaces the sender; mostly none does, which saves a search per message. */
  #isRewriting = false;
  #pauses: Pauses = noPauses;
  #table: RouteTable = () => [];
  #queues = new Map<string, number>();
  #siblings = new Map<string, string[]>();
  readonly #asking: Batch<undefined, boolean>;

  constructor(runtime: Runtime, options: RouterOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.#asking = new Batch({
      run: async (asked) => {
        const version = await routingVersion(runtime.db);
        return asked.map(() => version === this.#routing.version);
      },
    });
    this.#links = new Links(runtime, {
      own: () => this.#ownLinks(),
      onCircuits: (circuits, askedAt) => this.#connections.adopt(circuits, askedAt),
      onChange: () => {
        this.#connections.wake();
        options.onChange();
      },
    });
    this.#connections = new CarrierConnections(runtime, {
      ...options,
      refresh: () => this.#refresh(),
      isUpElsewhere: (carrierId) => (this.#links.others(carrierId)?.up ?? 0) > 0,
      otherHolders: (carrierId) => this.#links.others(carrierId)?.holders ?? 0,
      onState: () => {
        this.#countConnections();
        this.#links.publish();
        options.onChange();
      },
    });
  }

  async start(): Promise<void> {
    await this.#links.start();
    await this.#connections.start();
  }

  /** From now on messages are left to other processes. */
  leave(): Promise<void> {
    return this.#links.leave();
  }

  stop(budgetMs: number): Promise<void> {
    return this.#connections.stop(budgetMs);
  }

  /** Paused carriers are left out: their messages wait in their queues. */
  connected(): ConnectedCarrier[] {
    const carriers = [...this.#connections.all()].filter(({ row }) => !this.#isPaused(row.id));
    return carriers.map((local) => ({
      queue: local.row.queue,
      room: sumOf(local, roomForClaim),
      capacity: sumOf(local, ({ window }) => window.capacity),
      routes: this.#routing.routes.filter(({ carrierId }) => carrierId === local.row.id),
    }));
  }

  /** Also returns a disabled carrier: receipts for its messages may still arrive. */
  carrier(carrierId: string): CarrierRow | undefined {
    return this.#routing.carriers.find(({ id }) => id === carrierId);
  }

  /** All carriers of the same account with the SMSC, including this one: the receipts of one may come over another. */
  siblings(carrierId: string): readonly string[] {
    return this.#siblings.get(carrierId) ?? [carrierId];
  }

  /** Whether this process has connections, up or not, to the carrier of this queue, which is not paused. */
  holds(queue: number): boolean {
    return this.#open(queue) !== undefined;
  }

  roomIn(queue: number): number {
    const local = this.#open(queue);
    return local === undefined ? 0 : sumOf(local, roomOf);
  }

  /** Permits for this many messages are missing only because results of others are not stored yet. */
  isCrowded(queue: number, count: number): boolean {
    const local = this.#open(queue);
    if (local === undefined || sumOf(local, roomOf) >= count) return false;
    return local.connections.some((connection) => isUp(connection) && connection.pace.room >= count);
  }

  /** Permits of this queue, taken or not. */
  capacityOf(queue: number): number {
    const local = this.#open(queue);
    return local === undefined ? 0 : sumOf(local, ({ window }) => window.capacity);
  }

  get isPaused(): boolean {
    return this.#pauses.all;
  }

  /** The messages of these accounts wait. */
  get pausedAccounts(): ReadonlySet<string> {
    return this.#pauses.accounts;
  }

  #isPaused(carrierId: string): boolean {
    return this.#pauses.all || this.#pauses.carriers.has(carrierId);
  }

  /** The carrier of a queue, unless it is paused. */
  #open(queue: number): LocalCarrier | undefined {
    const local = this.#connections.byQueue(queue);
    return local === undefined || this.#isPaused(local.row.id) ? undefined : local;
  }

  /** Time until the rate of a carrier allows one more message; undefined if no carrier waits for its rate. */
  get waitMs(): number | undefined {
    const waits = [...this.#connections.connections()]
      .filter((connection) => isUp(connection) && connection.window.room > 0)
      .map(({ pace }) => pace.waitMs)
      .filter((wait) => wait > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  get hasCarriers(): boolean {
    return this.#routing.carriers.length > 0;
  }

  /** There is a route for every number. */
  get takesEverything(): boolean {
    return this.#routing.routes.some(
      ({ carrierId, country, prefix }) => country === undefined && prefix === undefined && this.#queues.has(carrierId),
    );
  }

  /**
   * The carrier for a message. A message that waited for a connected carrier with a matching route stays there: two carriers that
   * are throttled in turn would otherwise pass it back and forth.
   */
  decide(message: Undecided): RouteDecision {
    const routes = this.#table(message);
    const waited = this.#connections.byQueue(message.queue);
    if (waited?.connections.some(isUp) && routes.some(({ carrierId }) => carrierId === waited.row.id)) {
      return { carrierId: waited.row.id, queue: message.queue };
    }
    const route = pick(routes, message.attempts, (carrierId) => this.#availability(carrierId));
    if (route !== undefined) return { carrierId: route.carrierId, queue: this.#queues.get(route.carrierId)! };
    return this.hasCarriers ? 'nowhere' : 'unknown';
  }

  /** Whether carriers and routes are those in the database. */
  isCurrent(): Promise<boolean> {
    return this.#asking.add(undefined);
  }

  /** The sender that a message shows over a carrier, by the best of its routes to it. */
  senderOf(carrierId: string, message: RouteTarget & Addressed): string {
    if (!this.#isRewriting) return message.sender;
    const route = this.#table(message).find((each) => each.carrierId === carrierId);
    return shownSender({ senders: route?.senders ?? [], rewrites: route?.rewrites ?? 'all' }, message);
  }

  /** A permit of the connection with the most room, if any has room. */
  permit(queue: number): Permit | undefined {
    const local = this.#open(queue);
    const connection = local && roomiest(local.connections);
    return connection && new Permit(local, connection, this.#onResult);
  }

  /** A permit of the best carrier for the message that is not in `carriers`; undefined if this process has no room with it. */
  permitOfAnother(message: RouteTarget, carriers: readonly string[]): Permit | undefined {
    const other = this.#table(message).find(
      ({ carrierId }) => !carriers.includes(carrierId) && this.#availability(carrierId) === 'up',
    );
    const queue = other && this.#queues.get(other.carrierId);
    return queue === undefined || this.roomIn(queue) === 0 ? undefined : this.permit(queue);
  }

  readonly #onResult = ({ row }: LocalCarrier, { pace }: CarrierConnection, result: SubmitResult): void => {
    this.#runtime.metrics.submits.inc({ carrier: row.name, outcome: result.kind });
    if (result.kind !== 'later' || !result.throttled) return;
    const isFirst = pace.complainsMs === 0;
    pace.complain();
    if (isFirst) this.#links.publish();
  };

  /** Those of these queues whose carrier is not up in any process, and that may hold messages for the given carrier. */
  strandedQueues(queues: readonly number[], carrier: ConnectedCarrier): number[] {
    return queues.filter((queue) => queue > 0 && queue !== carrier.queue && this.#isStranded(queue, carrier));
  }

  #isStranded(queue: number, carrier: ConnectedCarrier): boolean {
    const owner = this.#routing.carriers.find((row) => row.queue === queue);
    if (owner === undefined || !owner.enabled) return true;
    if (this.#availability(owner.id) !== 'down') return false;
    const routes = this.#routing.routes.filter(({ carrierId }) => carrierId === owner.id);
    return routes.length === 0 || routes.some((route) => carrier.routes.some((ours) => overlap(route, ours)));
  }

  #availability(carrierId: string): Standing {
    // Messages for a paused carrier wait and take no other route; disabling it would let others send them.
    if (this.#pauses.carriers.has(carrierId)) return 'up';
    const here = this.#connections.byId(carrierId)?.connections ?? [];
    const there = this.#links.others(carrierId);
    if (!here.some(isUp) && (there?.up ?? 0) === 0) return 'down';
    const complains = there?.throttled === true || here.some(({ pace }) => pace.complainsMs > 0);
    return complains ? 'throttled' : 'up';
  }

  #ownLinks(): OwnLinks[] {
    const broken = this.#connections
      .unusable()
      .map(({ id, error }) => ({ carrierId: id, up: 0, throttledMs: 0, error }));
    const connected = [...this.#connections.all()]
      .filter(({ connections }) => connections.length > 0)
      .map(({ row, connections, circuit }) => ({
        carrierId: row.id,
        up: connections.filter(isUp).length,
        throttledMs: Math.max(circuit.restMs, ...connections.map(({ pace }) => pace.complainsMs)),
        error: connections.map(({ error }) => error).findLast((error) => error !== undefined),
      }));
    return [...broken, ...connected];
  }

  #countConnections(): void {
    const { carrierConnections } = this.#runtime.metrics;
    carrierConnections.reset();
    for (const { row, connections } of this.#connections.all())
      carrierConnections.set({ carrier: row.name }, connections.filter(isUp).length);
  }

  async #refresh(): Promise<Routing | undefined> {
    if (this.#links.version === this.#routing.version) return undefined;
    const routing = await loadRouting(this.#runtime.db);
    const enabled = routing.carriers.filter((row) => row.enabled);
    this.#queues = new Map(enabled.map(({ id, queue }) => [id, queue]));
    this.#table = routeTable(
      routing.routes.filter(({ carrierId }) => this.#queues.has(carrierId)),
      preferenceBy(routing.figures),
    );
    this.#isRewriting = routing.routes.some(({ senders = [] }) => senders.length > 0);
    this.#routing = routing;
    this.#pauses = pausesOf(routing.pauses);
    this.#siblings = siblings(routing.carriers);
    this.#options.onChange();
    return routing;
  }
}
