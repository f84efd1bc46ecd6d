import type { ClaimedEvent, Endpoint } from '../store/deliveries.ts';

/** Requests that may be under way to one endpoint: little enough that a hanging one costs nothing, more for a fast one. */
const slots = 16;
const fastSlots = 64;
/** Below this an endpoint is fast. Under full load some of the time is our own. */
const fastMs = 250;
/** Events kept ready for a fast endpoint, so that one claim serves many: what it takes in so long; a slow one gets no more than its slots. */
const aheadMs = 2_500;
const mostAhead = 2_000;
/** Failures in a row after which an endpoint is left alone for a while. */
const mostFailures = 5;
const restMs = 30_000;
const mostKept = 10_000;
/** What has waited longer than this is left to its lease, which would end under the request. */
const freshMs = 10_000;

type Waiting = { readonly event: ClaimedEvent; readonly since: number };
type State = {
  waiting: Waiting[];
  active: number;
  /** Places kept for events whose transaction has not committed yet. */
  reserved: number;
  failures: number;
  restUntil: number;
  usualMs: number;
};

/** How the endpoints are doing, as this process sees them, and what it holds for each. An endpoint is an account and an origin. */
export class Endpoints {
  /** By account, then by origin: it is looked up several times an event, and a name made of both would be hashed each time. */
  readonly #states = new Map<string, Map<string, State>>();
  #count = 0;
  readonly #clock: () => number;
  readonly #restMs: number;

  /** `scale` shortens the rest as it does the delays between retries, for tests and demos. */
  constructor(clock: () => number, scale = 1) {
    this.#clock = clock;
    this.#restMs = restMs * scale;
  }

  /** Events that may be claimed. After a rest one is tried, and if it succeeds the endpoint is as good as any. */
  roomOf(endpoint: Endpoint): number {
    const state = this.#states.get(endpoint.accountId)?.get(endpoint.origin);
    if (state === undefined) return slots;
    const held = state.waiting.length + state.active + state.reserved;
    if (state.failures >= mostFailures) return state.restUntil <= this.#clock() && held === 0 ? 1 : 0;
    return aheadOf(state) - held;
  }

  reserve(endpoint: Endpoint): boolean {
    if (this.roomOf(endpoint) <= 0) return false;
    this.#stateOf(endpoint).reserved += 1;
    return true;
  }

  unreserve(endpoint: Endpoint): void {
    this.#stateOf(endpoint).reserved -= 1;
  }

  add(event: ClaimedEvent): void {
    this.#stateOf(event).waiting.push({ event, since: this.#clock() });
  }

  /** The next events whose requests may start now. */
  *next(endpoint: Endpoint): Generator<ClaimedEvent> {
    const state = this.#stateOf(endpoint);
    while (state.active < slotsOf(state) && state.waiting.length > 0) {
      const { event, since } = state.waiting.shift()!;
      if (this.#clock() - since > freshMs) continue;
      state.active += 1;
      yield event;
    }
  }

  /** A request that was not made after all, for reasons of our own: its slot is free, and it says nothing of the endpoint. */
  release(endpoint: Endpoint): void {
    this.#stateOf(endpoint).active -= 1;
  }

  /** Notes how a request ended. True if it is time to claim more for this endpoint. */
  end(endpoint: Endpoint, ok: boolean, durationMs: number): boolean {
    const state = this.#stateOf(endpoint);
    state.active -= 1;
    state.usualMs += (durationMs - state.usualMs) / 8;
    state.failures = ok ? 0 : state.failures + 1;
    if (state.failures >= mostFailures) state.restUntil = this.#clock() + this.#restMs;
    return state.waiting.length <= aheadOf(state) / 2;
  }

  #stateOf({ accountId, origin }: Endpoint): State {
    const known = this.#states.get(accountId)?.get(origin);
    if (known !== undefined) return known;
    if (this.#count > mostKept) this.#forgetIdle();
    const state = { waiting: [], active: 0, reserved: 0, failures: 0, restUntil: 0, usualMs: fastMs };
    const ofAccount = this.#states.get(accountId) ?? new Map<string, State>();
    this.#states.set(accountId, ofAccount.set(origin, state));
    this.#count += 1;
    return state;
  }

  #forgetIdle(): void {
    this.#count = 0;
    for (const [accountId, ofAccount] of this.#states) {
      for (const [origin, { active, waiting, reserved }] of ofAccount) {
        if (active === 0 && waiting.length === 0 && reserved === 0) ofAccount.delete(origin);
      }
      if (ofAccount.size === 0) this.#states.delete(accountId);
      this.#count += ofAccount.size;
    }
  }
}

function isFast({ usualMs }: State): boolean {
  return usualMs < fastMs;
}

function aheadOf(state: State): number {
  return isFast(state) ? Math.min(mostAhead, Math.ceil((fastSlots * aheadMs) / state.usualMs)) : slots;
}

function slotsOf(state: State): number {
  return isFast(state) ? fastSlots : slots;
}
