import { Batch } from '../bounds/batch.ts';
import { siblings } from '../domain/carrier/carrier.ts';
import { noPauses, type Pauses, pausesOf } from '../domain/carrier/pauses.ts';
import { noFigures, preferenceBy } from '../domain/carrier/policy.ts';
import {
  overlap,
  pick,
  type Route,
  type RouteTable,
  routeTable,
  type Standing,
  type Target,
} from '../domain/carrier/route.ts';
import { type Addressed, shownSender } from '../domain/carrier/sender-pool.ts';
import type { Runtime } from '../runtime.ts';
import { type CarrierRow, loadRouting, type Routing } from '../store/carrier/carriers.ts';
import { type OwnLinks, routingVersion } from '../store/carrier/links.ts';
import type { CarrierEvents, SubmitResult } from './carrier.ts';
import { Links } from './links.ts';
import { type Connection, type Kind, type Member, Members } from './members.ts';
import { isUp, Permit, roomForClaim, roomOf } from './permit.ts';

/** A carrier that this process is connected to: where its messages wait, how many it would take now, and at most, and which. */
export type ConnectedCarrier = {
  readonly queue: number;
  readonly room: number;
  readonly capacity: number;
  readonly routes: readonly Route[];
};

/** `nowhere`: no route takes it. `unknown`: there are no carriers at all, so nobody can say. */
export type Decision = { readonly carrierId: string; readonly queue: number } | 'nowhere' | 'unknown';

export type Undecided = Target & { readonly attempts: number; readonly queue: number };

export type RouterOptions = {
  databaseUrl: string;
  kindOf(row: CarrierRow): Kind;
  eventsOf(member: Member): CarrierEvents;
  onQueued(queues: number[]): void;
  /** Carriers or routes have changed, or a carrier has come up or gone down somewhere. */
  onChange(): void;
};

/** The carriers that this process is connected to, and what it knows of all others: where messages can go. */
export class Router {
  readonly #runtime: Runtime;
  readonly #options: RouterOptions;
  readonly #members: Members;
  readonly #links: Links;
  #routing: Routing = { version: '', carriers: [], routes: [], pauses: [], figures: noFigures };
  /** Some route shows another sender: mostly none does, and nobody has to look. */
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
      onCircuits: (circuits, askedAt) => this.#members.adopt(circuits, askedAt),
      onChange: () => {
        this.#members.wake();
        options.onChange();
      },
    });
    this.#members = new Members(runtime, {
      ...options,
      refresh: () => this.#refresh(),
      isUpElsewhere: (carrierId) => (this.#links.others(carrierId)?.up ?? 0) > 0,
      onState: () => {
        this.#countConnections();
        this.#links.tell();
        options.onChange();
      },
    });
  }

  async start(): Promise<void> {
    await this.#links.start();
    await this.#members.start();
  }

  /** From now on messages are left to the other processes. */
  leave(): Promise<void> {
    return this.#links.leave();
  }

  stop(budgetMs: number): Promise<void> {
    return this.#members.stop(budgetMs);
  }

  /** Those that are paused are left out: what is meant for them waits in their queues. */
  connected(): ConnectedCarrier[] {
    const members = [...this.#members.all()].filter(({ row }) => !this.#isPaused(row.id));
    return members.map((member) => ({
      queue: member.row.queue,
      room: sumOf(member, roomForClaim),
      capacity: sumOf(member, ({ window }) => window.capacity),
      routes: this.#routing.routes.filter(({ carrierId }) => carrierId === member.row.id),
    }));
  }

  /** Whether it is switched on or not: what it has taken may still come back. */
  carrier(carrierId: string): CarrierRow | undefined {
    return this.#routing.carriers.find(({ id }) => id === carrierId);
  }

  /** All carriers of the same account with the SMSC, this one included: the receipts of one may come over another. */
  siblings(carrierId: string): readonly string[] {
    return this.#siblings.get(carrierId) ?? [carrierId];
  }

  /** Whether this process has connections, up or not, to the carrier of this queue, which is not paused. */
  holds(queue: number): boolean {
    return this.#open(queue) !== undefined;
  }

  roomIn(queue: number): number {
    const member = this.#open(queue);
    return member === undefined ? 0 : sumOf(member, roomOf);
  }

  /** There is no permit for so many only because nobody has stored yet what came of others. */
  isCrowded(queue: number, count: number): boolean {
    const member = this.#open(queue);
    if (member === undefined || sumOf(member, roomOf) >= count) return false;
    return member.connections.some((connection) => isUp(connection) && connection.pace.room >= count);
  }

  /** Permits that there are for this queue, taken or not. */
  capacityOf(queue: number): number {
    const member = this.#open(queue);
    return member === undefined ? 0 : sumOf(member, ({ window }) => window.capacity);
  }

  /** Nothing leaves at all. */
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
  #open(queue: number): Member | undefined {
    const member = this.#members.byQueue(queue);
    return member === undefined || this.#isPaused(member.row.id) ? undefined : member;
  }

  /** Time until the rate of a carrier allows one more message; undefined if there is none that waits for that. */
  get waitMs(): number | undefined {
    const waits = [...this.#members.connections()]
      .filter((connection) => isUp(connection) && connection.window.room > 0)
      .map(({ pace }) => pace.waitMs)
      .filter((wait) => wait > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  get hasCarriers(): boolean {
    return this.#routing.carriers.length > 0;
  }

  /** Every message has a route, whatever its number. */
  get takesEverything(): boolean {
    return this.#routing.routes.some(
      ({ carrierId, country, prefix }) => country === undefined && prefix === undefined && this.#queues.has(carrierId),
    );
  }

  /**
   * Where a message belongs. One that waited for a carrier of ours that still takes it goes there: were it decided anew
   * each time, two carriers that complain in turn would send it to and fro.
   */
  decide(message: Undecided): Decision {
    const routes = this.#table(message);
    const waited = this.#members.byQueue(message.queue);
    if (waited?.connections.some(isUp) && routes.some(({ carrierId }) => carrierId === waited.row.id)) {
      return { carrierId: waited.row.id, queue: message.queue };
    }
    const route = pick(routes, message.attempts, (carrierId) => this.#standing(carrierId));
    if (route !== undefined) return { carrierId: route.carrierId, queue: this.#queues.get(route.carrierId)! };
    return this.hasCarriers ? 'nowhere' : 'unknown';
  }

  /** Whether carriers and routes are what they are in the database. */
  isCurrent(): Promise<boolean> {
    return this.#asking.add(undefined);
  }

  /** The sender that a message shows over a carrier, by the best of its routes that lead there. */
  senderOf(carrierId: string, message: Target & Addressed): string {
    if (!this.#isRewriting) return message.sender;
    const route = this.#table(message).find((each) => each.carrierId === carrierId);
    return shownSender({ senders: route?.senders ?? [], rewrites: route?.rewrites ?? 'all' }, message);
  }

  /** A permit of the connection with the most room, if there is any. */
  permit(queue: number): Permit | undefined {
    const member = this.#open(queue);
    const connection = member && roomiest(member.connections);
    return connection && new Permit(member, connection, this.#onResult);
  }

  /** The same with the best carrier that takes a message and is none of these; undefined if this process has no room with it. */
  permitOfAnother(message: Target, carriers: readonly string[]): Permit | undefined {
    const other = this.#table(message).find(
      ({ carrierId }) => !carriers.includes(carrierId) && this.#standing(carrierId) === 'up',
    );
    const queue = other && this.#queues.get(other.carrierId);
    return queue === undefined || this.roomIn(queue) === 0 ? undefined : this.permit(queue);
  }

  readonly #onResult = ({ row }: Member, { pace }: Connection, result: SubmitResult): void => {
    this.#runtime.metrics.submits.inc({ carrier: row.name, outcome: result.kind });
    if (result.kind !== 'later' || !result.throttled) return;
    const isNews = pace.complainsMs === 0;
    pace.complain();
    if (isNews) this.#links.tell();
  };

  /** Of these queues, those whose carrier is not up anywhere, and from which this one may have something to take. */
  strandedQueues(queues: readonly number[], carrier: ConnectedCarrier): number[] {
    return queues.filter((queue) => queue > 0 && queue !== carrier.queue && this.#isStranded(queue, carrier));
  }

  #isStranded(queue: number, carrier: ConnectedCarrier): boolean {
    const owner = this.#routing.carriers.find((row) => row.queue === queue);
    if (owner === undefined || !owner.enabled) return true;
    if (this.#standing(owner.id) !== 'down') return false;
    const routes = this.#routing.routes.filter(({ carrierId }) => carrierId === owner.id);
    return routes.length === 0 || routes.some((route) => carrier.routes.some((ours) => overlap(route, ours)));
  }

  #standing(carrierId: string): Standing {
    // What is meant for it waits, and takes no other route: to be sent by another it is switched off instead.
    if (this.#pauses.carriers.has(carrierId)) return 'up';
    const here = this.#members.byId(carrierId)?.connections ?? [];
    const there = this.#links.others(carrierId);
    if (!here.some(isUp) && (there?.up ?? 0) === 0) return 'down';
    const complains = there?.throttled === true || here.some(({ pace }) => pace.complainsMs > 0);
    return complains ? 'throttled' : 'up';
  }

  #ownLinks(): OwnLinks[] {
    const broken = this.#members.unusable().map(({ id, error }) => ({ carrierId: id, up: 0, throttledMs: 0, error }));
    const connected = [...this.#members.all()]
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
    for (const { row, connections } of this.#members.all())
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

const sumOf = ({ connections }: Member, room: (connection: Connection) => number): number =>
  connections.reduce((sum, connection) => sum + room(connection), 0);

function roomiest(connections: readonly Connection[]): Connection | undefined {
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
