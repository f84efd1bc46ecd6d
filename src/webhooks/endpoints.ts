import { webhookLimits as limits } from '../bounds/limits/webhooks.ts';
import { bindOrigin } from '../domain/receipt/report-target.ts';
import { breaker } from '../domain/webhook/retry.ts';
import type { ClaimedEvent, EndpointRef } from '../store/webhook/deliveries.ts';

const slots = limits.requestsOfEndpoint.most;
export const fastSlots = limits.requestsOfFastEndpoint.most;
/** An endpoint with shorter response times is fast. Under full load, part of the time is our own. */
const fastMs = 250;
/** For a fast endpoint, the events of this time are held ahead, so that one claim serves many; for a slow one, as many as its slots. */
const aheadMs = 2_500;
const mostAhead = limits.eventsAhead.most;
const { mostFailures, restMs } = breaker;
/** Events that have waited longer are given back: their lease could expire during the request. */
const freshMs = 10_000;

type Waiting = { readonly event: ClaimedEvent; readonly since: number };
type TrackedEndpoint = {
  /** The account whose binds these are; undefined for an HTTP endpoint. */
  readonly bound: string | undefined;
  waiting: Waiting[];
  active: number;
  /** Permits of events whose transaction has not committed yet. */
  reserved: number;
  failures: number;
  restUntil: number;
  usualMs: number;
};

/**
 * The health of each endpoint, as seen by this process, and the events held for it. An endpoint is an account and an origin; all binds of
 * an account in this process are one endpoint, with as many slots as their windows together.
 */
export class Endpoints {
  /** By account, then by origin: looked up several times per event, where a concatenated key would be hashed each time. */
  readonly #states = new Map<string, Map<string, TrackedEndpoint>>();
  #count = 0;
  readonly #clock: () => number;
  readonly #restMs: number;
  readonly #windowOf: (accountId: string) => number;

  /** `scale` shortens the pause of a failing endpoint like the delays between retries, for tests and demos. */
  constructor(clock: () => number, scale = 1, windowOf: (accountId: string) => number = () => 0) {
    this.#clock = clock;
    this.#windowOf = windowOf;
    this.#restMs = restMs * scale;
  }

  /** Events that may be claimed. After the pause of a failing endpoint one event is tried; its success ends the limit. */
  roomOf(endpoint: EndpointRef): number {
    const state = this.#states.get(endpoint.accountId)?.get(endpoint.origin);
    if (state === undefined) return endpoint.origin === bindOrigin ? this.#windowOf(endpoint.accountId) : slots;
    const held = state.waiting.length + state.active + state.reserved;
    if (state.failures >= mostFailures) return state.restUntil <= this.#clock() && held === 0 ? 1 : 0;
    return this.#aheadOf(state) - held;
  }

  /** Endpoints of these accounts without room, and the most room that any other endpoint has. */
  of(accountIds: readonly string[]): { full: EndpointRef[]; most: number } {
    const full: EndpointRef[] = [];
    let most: number = slots;
    for (const accountId of accountIds) {
      for (const origin of this.#states.get(accountId)?.keys() ?? []) {
        // Events for binds are not skipped: they are claimed or parked.
        if (origin === bindOrigin) continue;
        const room = this.roomOf({ accountId, origin });
        if (room <= 0) full.push({ accountId, origin });
        most = Math.max(most, room);
      }
    }
    return { full, most };
  }

  reserve(endpoint: EndpointRef): boolean {
    if (this.roomOf(endpoint) <= 0) return false;
    this.#stateOf(endpoint).reserved += 1;
    return true;
  }

  unreserve(endpoint: EndpointRef): void {
    this.#stateOf(endpoint).reserved -= 1;
  }

  add(event: ClaimedEvent): void {
    this.#stateOf(event).waiting.push({ event, since: this.#clock() });
  }

  /** The events whose requests may start now, and those that have waited too long. */
  next(endpoint: EndpointRef): { starting: ClaimedEvent[]; stale: ClaimedEvent[] } {
    const state = this.#stateOf(endpoint);
    const [starting, stale]: [ClaimedEvent[], ClaimedEvent[]] = [[], []];
    const mostActive = this.#slotsOf(state);
    const isResting = mostActive === 0 || (state.failures >= mostFailures && state.restUntil > this.#clock());
    while (state.waiting.length > 0 && (isResting || state.active < mostActive)) {
      const { event, since } = state.waiting.shift()!;
      if (isResting || this.#clock() - since > freshMs) stale.push(event);
      else {
        state.active += 1;
        starting.push(event);
      }
    }
    return { starting, stale };
  }

  /** Removes and returns all waiting events; called when the process stops. */
  giveUp(): ClaimedEvent[] {
    const states = [...this.#states.values()].flatMap((ofAccount) => [...ofAccount.values()]);
    return states.flatMap((state) => state.waiting.splice(0).map(({ event }) => event));
  }

  /** Frees the slot of a request that we did not make or aborted; it does not count for the endpoint's health. */
  release(endpoint: EndpointRef): void {
    this.#stateOf(endpoint).active -= 1;
  }

  /** Records the result of a request. True if more events should be claimed for this endpoint. */
  end(endpoint: EndpointRef, ok: boolean, durationMs: number): boolean {
    const state = this.#stateOf(endpoint);
    state.active -= 1;
    state.usualMs += (durationMs - state.usualMs) / 8;
    state.failures = ok ? 0 : state.failures + 1;
    if (state.failures >= mostFailures) state.restUntil = this.#clock() + this.#restMs;
    return state.waiting.length <= this.#aheadOf(state) / 2;
  }

  /** Called for a new bind: failures of earlier binds do not count for it. */
  refresh(accountId: string): void {
    const state = this.#states.get(accountId)?.get(bindOrigin);
    if (state !== undefined) state.failures = 0;
  }

  #slotsOf(state: TrackedEndpoint): number {
    return state.bound === undefined ? slotsOf(state) : this.#windowOf(state.bound);
  }

  /** Binds respond within milliseconds or not at all, so their throughput depends on their windows. */
  #aheadOf(state: TrackedEndpoint): number {
    if (state.bound === undefined) return aheadOf(state);
    const window = this.#windowOf(state.bound);
    return window === 0 ? 0 : Math.min(mostAhead, window + Math.ceil((window * aheadMs) / Math.max(state.usualMs, 1)));
  }

  #stateOf({ accountId, origin }: EndpointRef): TrackedEndpoint {
    const known = this.#states.get(accountId)?.get(origin);
    if (known !== undefined) return known;
    const ofAccount = this.#states.get(accountId) ?? new Map<string, TrackedEndpoint>();
    if (ofAccount.size >= limits.endpointsOfAccount.most) this.#forgetIdle(ofAccount);
    if (this.#count >= limits.endpoints.most) this.#forgetAllIdle();
    const bound = origin === bindOrigin ? accountId : undefined;
    const state = { bound, waiting: [], active: 0, reserved: 0, failures: 0, restUntil: 0, usualMs: fastMs };
    this.#states.set(accountId, ofAccount.set(origin, state));
    this.#count += 1;
    return state;
  }

  #forgetAllIdle(): void {
    for (const [accountId, ofAccount] of this.#states) {
      this.#forgetIdle(ofAccount);
      if (ofAccount.size === 0) this.#states.delete(accountId);
    }
  }

  #forgetIdle(ofAccount: Map<string, TrackedEndpoint>): void {
    for (const [origin, { active, waiting, reserved }] of ofAccount) {
      if (active > 0 || waiting.length > 0 || reserved > 0) continue;
      ofAccount.delete(origin);
      this.#count -= 1;
    }
  }
}

function isFast({ usualMs }: TrackedEndpoint): boolean {
  return usualMs < fastMs;
}

function aheadOf(state: TrackedEndpoint): number {
  return isFast(state) ? Math.min(mostAhead, Math.ceil((fastSlots * aheadMs) / state.usualMs)) : slots;
}

function slotsOf(state: TrackedEndpoint): number {
  return isFast(state) ? fastSlots : slots;
}
