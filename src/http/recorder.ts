import type { Runtime } from '../runtime.ts';

export type Answered = { route: string; method: string; url: string; status: number; ms: number; requestId: string };
type Counter = { count: () => void; observe: (seconds: number) => void };

/** Counts and, if asked for, logs every answer. The counters of a route are looked up once, not for every request. */
export class Recorder {
  readonly #runtime: Runtime;
  readonly #counters = new Map<string, Counter>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  record(answered: Answered): void {
    const { route, method, status, ms } = answered;
    const name = `${method} ${route} ${status}`;
    const counter = this.#counters.get(name) ?? this.#make(name, route, method, status);
    counter.count();
    counter.observe(ms / 1_000);
    const { log } = this.#runtime;
    if (!log.isLevelEnabled('debug')) return;
    const { requestId, url } = answered;
    log.debug({ requestId, method, url, status, ms: Math.round(ms) }, 'request');
  }

  #make(name: string, route: string, method: string, status: number): Counter {
    const { metrics } = this.#runtime;
    const count = metrics.requests.labels({ route, method, status });
    const timing = metrics.requestSeconds.labels({ route });
    const counter = { count: () => count.inc(), observe: (seconds: number) => timing.observe(seconds) };
    this.#counters.set(name, counter);
    return counter;
  }
}
