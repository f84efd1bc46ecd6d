import { claimFairly, firstTurn, type Turn } from '../flows/claims.ts';
import type { Runtime } from '../runtime.ts';
import { type Claimed, queuesInUse } from '../store/message/queue.ts';
import { nowhereQueue, undecidedQueue } from '../store/message/queues.ts';
import type { Berth, Fleet } from './fleet.ts';

/** Claims as many as this at once; more would only wait here instead of in the database, where others could take them. */
const mostClaimed = 2_000;
/** Every queue is looked into so often, whatever was heard of it. */
const pollMs = 1_000;
/** Looking in vain for what is stranded may take this share of the time. */
const vainShare = 0.05;

/** Takes messages from the queue: those that this process can carry, and those that nobody else looks after. */
export class Intake {
  readonly #runtime: Runtime;
  readonly #fleet: Fleet;
  readonly #lease: string;
  readonly #turns = new Map<number, Turn>();
  /** Queues that may hold something. */
  readonly #backlog = new Set<number>();
  #polledAt = 0;
  #strandedAt = 0;

  constructor(runtime: Runtime, fleet: Fleet, lease: string) {
    this.#runtime = runtime;
    this.#fleet = fleet;
    this.#lease = lease;
  }

  get hasBacklog(): boolean {
    return this.#backlog.size > 0;
  }

  /** Something was put into these queues. */
  note(queues: readonly number[]): void {
    if (queues.includes(undecidedQueue)) this.#noteAll();
    for (const queue of queues) if (queue === nowhereQueue || this.#fleet.holds(queue)) this.#backlog.add(queue);
  }

  /** Carriers have come up or gone down: what waits for one may have another way now. */
  noteChange(): void {
    this.#polledAt = 0;
    this.#strandedAt = 0;
  }

  /** True if there may be more. */
  async take(onTaken: (message: Claimed) => void): Promise<boolean> {
    this.#poll();
    const berths = this.#fleet.berths().map((berth) => ({ berth, room: Math.min(mostClaimed, berth.room) }));
    const open = berths.filter(({ room }) => room > 0);
    const found = await Promise.all([
      this.#claim(nowhereQueue, [nowhereQueue], mostClaimed),
      this.#takeStranded(open),
      ...open.map(({ berth: { queue }, room }) => this.#claim(queue, [queue, undecidedQueue], room)),
    ]);
    for (const message of found.flat()) onTaken(message);
    return found.some(({ length }) => length > 0);
  }

  #poll(): void {
    const now = this.#runtime.clock();
    if (now - this.#polledAt < pollMs) return;
    this.#polledAt = now;
    this.#backlog.add(nowhereQueue);
    this.#noteAll();
  }

  #noteAll(): void {
    for (const { queue } of this.#fleet.berths()) this.#backlog.add(queue);
  }

  async #claim(name: number, queues: number[], room: number): Promise<Claimed[]> {
    // Before the look: what is noted while it lasts may have come too late for it.
    if (!this.#backlog.delete(name)) return [];
    const messages = await claimFairly(this.#runtime.db, this.#lease, { queues }, room, this.#turn(name));
    if (messages.length > 0) this.#backlog.add(name);
    return messages;
  }

  /** What waits for carriers that are down, switched off or gone, as far as one of ours takes it. */
  async #takeStranded(open: { berth: Berth; room: number }[]): Promise<Claimed[]> {
    const { db, clock } = this.#runtime;
    const began = clock();
    if (open.length === 0 || began < this.#strandedAt) return [];
    const queues = await queuesInUse(db);
    const found: Claimed[] = [];
    for (const { berth, room } of open) {
      const search = { queues: this.#fleet.strandedQueues(queues, berth), routes: berth.routes };
      // Half of the room: what was meant for this carrier has its right to the other.
      found.push(...(await claimFairly(db, this.#lease, search, Math.ceil(room / 2), this.#turn(-2 - berth.queue))));
    }
    const vain = found.length === 0;
    this.#strandedAt = vain ? clock() + Math.max(pollMs, (clock() - began) / vainShare) : 0;
    return found;
  }

  #turn(name: number): Turn {
    let turn = this.#turns.get(name);
    if (turn === undefined) {
      turn = firstTurn();
      this.#turns.set(name, turn);
    }
    return turn;
  }
}
