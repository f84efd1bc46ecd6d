import type { Target } from '../domain/route.ts';
import type { Placement } from '../flows/way-out.ts';
import { nowhereLane, undecidedLane } from '../store/lanes.ts';
import type { Fleet } from './fleet.ts';

/** Room of our own carriers, by lane, kept free for messages that are being accepted or marked at this moment. */
export class Reservations {
  readonly #fleet: Fleet;
  readonly #kept = new Map<number, number>();

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  free(lane: number): number {
    return this.#fleet.roomIn(lane) - (this.#kept.get(lane) ?? 0);
  }

  /** All of the messages or none: what they need is kept if all can leave from here. No route needs no room. */
  place(messages: readonly Target[]): Placement {
    const lanes = messages.map((message) => this.#laneOf(message));
    const counts = new Map<number, number>();
    for (const lane of lanes) if (lane !== nowhereLane) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    const reserved = [...counts].every(([lane, count]) => this.free(lane) >= count);
    if (reserved) for (const [lane, count] of counts) this.keep(lane, count);
    return { lanes, reserved };
  }

  keep(lane: number, count: number): void {
    this.#kept.set(lane, (this.#kept.get(lane) ?? 0) + count);
  }

  giveBack(lanes: readonly number[]): void {
    for (const lane of lanes) if (lane !== nowhereLane) this.keep(lane, -1);
  }

  #laneOf(message: Target): number {
    const decision = this.#fleet.decide({ ...message, attempts: 0, lane: undecidedLane });
    if (decision === 'nowhere') return nowhereLane;
    return decision === 'unknown' ? undecidedLane : decision.lane;
  }
}
