import type { Endpoint } from '../store/deliveries.ts';

/** Requests that may be under way to one endpoint: enough for a fast one, little enough that a hanging one costs nothing. */
const slots = 16;
/** Failures in a row after which an endpoint is left alone for a while. */
const mostFailures = 5;
const restMs = 30_000;
const mostKept = 10_000;

type State = { inFlight: number; failures: number; restUntil: number };

/** How the endpoints are doing, as this process sees them. An endpoint is an account and an origin. */
export class Endpoints {
  readonly #states = new Map<string, State>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Requests that may be started. After a rest one is tried, and if it succeeds the endpoint is as good as any. */
  roomOf(endpoint: Endpoint): number {
    const state = this.#states.get(nameOf(endpoint));
    if (state === undefined) return slots;
    if (state.failures < mostFailures) return slots - state.inFlight;
    return state.restUntil <= this.#clock() && state.inFlight === 0 ? 1 : 0;
  }

  begin(endpoint: Endpoint): void {
    this.#stateOf(endpoint).inFlight += 1;
  }

  end(endpoint: Endpoint, ok: boolean): void {
    const state = this.#stateOf(endpoint);
    state.inFlight -= 1;
    state.failures = ok ? 0 : state.failures + 1;
    if (state.failures >= mostFailures) state.restUntil = this.#clock() + restMs;
    if (state.inFlight === 0 && state.failures === 0) this.#states.delete(nameOf(endpoint));
  }

  #stateOf(endpoint: Endpoint): State {
    const name = nameOf(endpoint);
    const known = this.#states.get(name);
    if (known !== undefined) return known;
    if (this.#states.size > mostKept) this.#forgetIdle();
    const state = { inFlight: 0, failures: 0, restUntil: 0 };
    this.#states.set(name, state);
    return state;
  }

  #forgetIdle(): void {
    for (const [name, { inFlight }] of this.#states) if (inFlight === 0) this.#states.delete(name);
  }
}

function nameOf({ accountId, origin }: Endpoint): string {
  return `${accountId} ${origin}`;
}
