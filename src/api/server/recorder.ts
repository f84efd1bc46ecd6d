import type { Runtime } from '../../runtime.ts';

/** A request whose response was written. */
export type CompletedRequest = {
  route: string;
  method: string;
  url: string;
  status: number;
  ms: number;
  requestId: string;
};
type RouteMetrics = { count: () => void; observe: (seconds: number) => void };

/** Counts every response and, at level debug, logs it. The metrics of a route are looked up once, not per request. */
export class Recorder {
  readonly #runtime: Runtime;
  readonly #counters = new Map<string, RouteMetrics>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  record(request: CompletedRequest): void {
    const { route, method, status, ms } = request;
    const name = `${method} ${route} ${status}`;
    const counter = this.#counters.get(name) ?? this.#make(name, route, method, status);
    counter.count();
    counter.observe(ms / 1_000);
    const { log } = this.#runtime;
    if (!log.isLevelEnabled('debug')) return;
    const { requestId, url } = request;
    log.debug({ requestId, method, url, status, ms: Math.round(ms) }, 'request');
  }

  #make(name: string, route: string, method: string, status: number): RouteMetrics {
    const { metrics } = this.#runtime;
    const count = metrics.requests.labels({ route, method, status });
    const timing = metrics.requestSeconds.labels({ route });
    const counter = { count: () => count.inc(), observe: (seconds: number) => timing.observe(seconds) };
    this.#counters.set(name, counter);
    return counter;
  }
}
