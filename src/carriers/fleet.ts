import { type Route, routesFor, type Target } from '../domain/route.ts';
import { available, complain, createThrottle, spend, type Throttle, unlimited, waitMs } from '../domain/throttle.ts';
import type { Runtime } from '../runtime.ts';
import { type CarrierRow, loadRouting, type Routing, routingVersion } from '../store/carriers.ts';
import type { Carrier, CarrierEvents, Handover, SubmitResult } from './carrier.ts';
import { openSlots, type Slots } from './slots.ts';

/** How a carrier of this kind is run: what its address says, and how one connection to it is opened. */
export type Kind = {
  /** Connections over all processes; undefined if every process may have its own. */
  readonly binds: number | undefined;
  /** Messages a second over all of them; 0 for no limit. */
  readonly rate: number;
  /** What happens to a submit that nobody answered. */
  readonly unanswered: 'resend' | 'unknown';
  open(events: CarrierEvents): Carrier;
};

/** Where a message goes, and what happens there to a submit that nobody answers. */
export type Choice = {
  readonly carrierId: string;
  readonly unanswered: 'resend' | 'unknown';
  submit(message: Handover): Promise<SubmitResult>;
};

type Connection = { readonly slot: number; readonly carrier: Carrier; readonly throttle: Throttle };
type Member = { readonly row: CarrierRow; readonly kind: Kind; readonly connections: Connection[] };

export type FleetOptions = {
  databaseUrl: string;
  kindOf(url: string): Kind;
  eventsOf(carrierId: string): CarrierEvents;
  onQueued(): void;
};

const tickMs = 1_000;

/**
 * The carriers that this process is connected to. Looks once a second whether carriers or routes have changed, and takes
 * one free bind slot per carrier and second, so that slots spread over processes that start together.
 */
export class Fleet {
  readonly #runtime: Runtime;
  readonly #options: FleetOptions;
  readonly #members = new Map<string, Member>();
  #routing: Routing = { version: '', carriers: [], routes: [] };
  #slots: Slots | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(runtime: Runtime, options: FleetOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#tick();
    this.#schedule();
  }

  /** Messages that could be handed over at once. */
  get room(): number {
    let room = 0;
    for (const connection of this.#connections()) room += this.#roomOf(connection);
    return room;
  }

  /** Time until the rate of a carrier allows one more message; undefined if there is none that waits for that. */
  get waitMs(): number | undefined {
    const now = this.#runtime.clock();
    const waits = [...this.#connections()]
      .filter(({ carrier }) => carrier.room > 0)
      .map(({ throttle }) => waitMs(throttle, now));
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  /** Whether any route takes such a message, whether or not its carrier is up. */
  hasRoute(target: Target): boolean {
    return this.#routes(target).length > 0;
  }

  /** The best carrier that takes the message and has room; its room and rate are used up by asking. */
  choose(target: Target): Choice | undefined {
    for (const { carrierId } of this.#routes(target)) {
      const connection = this.#roomiest(carrierId);
      if (connection === undefined) continue;
      spend(connection.throttle, this.#runtime.clock());
      const { unanswered } = this.#members.get(carrierId)!.kind;
      return { carrierId, unanswered, submit: (message) => this.#submit(connection, message) };
    }
    return undefined;
  }

  async #submit({ carrier, throttle }: Connection, message: Handover): Promise<SubmitResult> {
    const result = await carrier.submit(message);
    if (result.kind === 'later' && result.throttled) complain(throttle, this.#runtime.clock());
    return result;
  }

  async stop(budgetMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await this.#ticking;
    await Promise.all([...this.#connections()].map(({ carrier }) => carrier.stop(budgetMs)));
    await this.#slots?.close();
  }

  #routes(target: Target): Route[] {
    return routesFor(this.#routing.routes, target, Math.random).filter(({ carrierId }) => this.#isEnabled(carrierId));
  }

  #isEnabled(carrierId: string): boolean {
    return this.#routing.carriers.some(({ id, enabled }) => id === carrierId && enabled);
  }

  #roomiest(carrierId: string): Connection | undefined {
    const [best] = (this.#members.get(carrierId)?.connections ?? [])
      .map((connection) => ({ connection, room: this.#roomOf(connection) }))
      .sort((a, b) => b.room - a.room);
    return best !== undefined && best.room > 0 ? best.connection : undefined;
  }

  #roomOf({ carrier, throttle }: Connection): number {
    return Math.min(carrier.room, available(throttle, this.#runtime.clock()));
  }

  *#connections(): Generator<Connection> {
    for (const { connections } of this.#members.values()) yield* connections;
  }

  #schedule(): void {
    if (this.#stopping) return;
    this.#timer = setTimeout(() => {
      this.#ticking = this.#tick().catch((err: unknown) =>
        this.#runtime.log.warn({ err }, 'carriers could not be looked after'),
      );
      void this.#ticking.then(() => this.#schedule());
    }, tickMs);
  }

  async #tick(): Promise<void> {
    const { db, log } = this.#runtime;
    this.#slots ??= await openSlots(this.#options.databaseUrl, log, {
      onLost: () => this.#onSlotsLost(),
      onQueued: () => this.#options.onQueued(),
    });
    if ((await routingVersion(db)) !== this.#routing.version) await this.#adopt(await loadRouting(db));
    for (const member of this.#members.values()) await this.#connect(member);
  }

  /** Carriers that are gone, off or at another address are stopped; new ones begin with no connection. */
  async #adopt(routing: Routing): Promise<void> {
    this.#routing = routing;
    const wanted = new Map(routing.carriers.filter(({ enabled }) => enabled).map((row) => [row.id, row]));
    for (const [id, member] of this.#members) {
      if (wanted.get(id)?.url === member.row.url) continue;
      this.#members.delete(id);
      await this.#disconnect(member);
    }
    for (const row of wanted.values()) {
      if (!this.#members.has(row.id)) this.#add(row);
    }
  }

  #add(row: CarrierRow): void {
    try {
      this.#members.set(row.id, { row, kind: this.#options.kindOf(row.url), connections: [] });
    } catch (err) {
      this.#runtime.log.error({ err, carrier: row.name }, 'a carrier has a wrong address and is not used');
    }
  }

  async #connect(member: Member): Promise<void> {
    const { row, kind, connections } = member;
    if (kind.binds === undefined) {
      if (connections.length === 0) this.#open(member, 0);
      return;
    }
    for (let slot = 0; slot < kind.binds; slot++) {
      if (connections.some((connection) => connection.slot === slot)) continue;
      if (!(await this.#slots?.take(row.id, slot))) continue;
      this.#open(member, slot);
      return;
    }
  }

  /** Each connection gets an equal share of the carrier's rate, so that the sum holds over all nodes together. */
  #open({ row, kind, connections }: Member, slot: number): void {
    const rate = kind.rate === 0 ? unlimited : kind.rate / (kind.binds ?? 1);
    const carrier = kind.open(this.#options.eventsOf(row.id));
    connections.push({ slot, carrier, throttle: createThrottle(rate, this.#runtime.clock()) });
    this.#runtime.log.info({ carrier: row.name, slot }, 'connecting to a carrier');
  }

  async #disconnect({ row, kind, connections }: Member): Promise<void> {
    await Promise.all(
      connections.map(async ({ carrier, slot }) => {
        await carrier.stop(this.#runtime.config.drainSeconds * 1_000);
        if (kind.binds !== undefined) await this.#slots?.free(row.id, slot);
      }),
    );
  }

  /** Without the session nobody says that the slots are still ours, so the connections that stand on them are given up. */
  #onSlotsLost(): void {
    this.#slots = undefined;
    for (const member of this.#members.values()) {
      if (member.kind.binds === undefined) continue;
      for (const { carrier } of member.connections.splice(0)) void carrier.stop(0);
    }
  }
}
